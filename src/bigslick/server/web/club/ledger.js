/** A night's ledger: in the table's drawer, and as a page to share and print. */

import { titled } from "../shared/alerts.js";
import { api } from "../shared/api.js";
import { copied } from "../shared/clipboard.js";
import { button, el, hint, icon, lead, nothing } from "../shared/dom.js";
import { moment, signed, worth } from "../shared/format.js";
import { say } from "../shared/language.js";
import { menuButton } from "../shared/menu.js";

/** @import { App } from "../app.js" */
/** @import { Child } from "../shared/dom.js" */
/** @import { Value } from "../shared/format.js" */

const COLUMNS = [say("Player"), say("Result"), say("Bought in"), say("Topped up"), say("Left with"), say("Sits with")];

/** @type {Record<Wire.ChipsMoved["kind"], (player: string, amount: string, move: Wire.ChipsMoved) => string>} */
const MOVES = {
  "buy-in": (player, amount) => say("{player} buys in for {amount}", { player, amount }),
  "top-up": (player, amount) => say("{player} tops up {amount}", { player, amount }),
  "top-up lapsed": (player, amount) => say("{player} gets back, over the largest buy-in, {amount}", { player, amount }),
  "cash-out": (player, amount) => say("{player} leaves with {amount}", { player, amount }),
  correction: (player, amount, { chips: moved, why = "" }) =>
    moved > 0
      ? say("The host adds {amount} for {player}: {why}", { player, amount, why })
      : say("The host takes {amount} from {player}: {why}", { player, amount, why }),
  "7-2 bounty": (player, amount, { chips: moved }) =>
    moved > 0
      ? say("{player} gets {amount} for a 7-2 bounty", { player, amount })
      : say("{player} pays {amount} for a 7-2 bounty", { player, amount }),
  entry: (player, amount) => say("{player} enters for {amount}", { player, amount }),
  fee: (player, amount) => say("{player} pays a fee of {amount}", { player, amount }),
  "entry returned": (player, amount) => say("{player} gets the entry back: {amount}", { player, amount }),
  "fee returned": (player, amount) => say("{player} gets the fee back: {amount}", { player, amount }),
  rebuy: (player, amount) => say("{player} rebuys for {amount}", { player, amount }),
  "rebuy returned": (player, amount) => say("{player} gets the rebuy back: {amount}", { player, amount }),
  "add-on": (player, amount) => say("{player} adds on for {amount}", { player, amount }),
  "add-on returned": (player, amount) => say("{player} gets the add-on back: {amount}", { player, amount }),
  bounty: (player, amount) => say("{player} wins a bounty of {amount}", { player, amount }),
  prize: (player, amount) => say("{player} wins a prize of {amount}", { player, amount }),
  "added prizes": (player, amount) => say("{player} adds prizes of {amount}", { player, amount }),
};

/** A result, coloured by its sign. @param {number} net @param {Value} [value] */
export const netWords = (net, value = null) =>
  el("span", { class: `net ${net > 0 ? "up" : net < 0 ? "down" : ""}` }, signed(net, worth(Math.abs(net), value)));

/**
 * A table of numbers: the first `texts` columns are text, the others numbers.
 * @param {string} caption @param {string[]} columns @param {Child[][]} rows @param {number} [texts]
 */
export function figures(caption, columns, rows, texts = 1) {
  const kind = (/** @type {number} */ index) => (index < texts ? null : "number");
  const head = columns.map((words, index) => el("th", { scope: "col", class: kind(index) }, words));
  const body = rows.map((cells) => {
    const parts = cells.map((cell, index) =>
      index === texts - 1
        ? el("th", { scope: "row", class: kind(index) }, cell)
        : el("td", { class: kind(index) }, cell),
    );
    return el("tr", {}, ...parts);
  });
  const table = el(
    "table",
    { class: "figures" },
    el("caption", { class: "unseen" }, caption),
    el("thead", {}, el("tr", {}, ...head)),
    el("tbody", {}, ...body),
  );
  return el("div", { class: "scroller", tabindex: 0, role: "region", "aria-label": caption }, table);
}

/** The results where there is room for three columns. @param {Wire.Night} night */
function shortTable({ results, chip_value: value }) {
  const rows = results.map((one) => [
    one.player,
    netWords(one.net, value),
    worth(one.bought_in + one.topped_up, value),
  ]);
  return figures(say("Ledger"), [say("Player"), say("Result"), say("Paid in")], rows);
}

/** @param {Wire.Night} night */
function resultTable({ results, chip_value: value }) {
  const rows = results.map((one) => [
    one.player,
    netWords(one.net, value),
    worth(one.bought_in, value),
    one.topped_up < 0 ? signed(one.topped_up, worth(-one.topped_up, value)) : worth(one.topped_up, value),
    worth(one.left_with, value),
    one.sits_with === null ? "–" : worth(one.sits_with, value),
  ]);
  return figures(say("Ledger"), COLUMNS, rows);
}

/**
 * Who pays whom; `more` adds to each line.
 * @template {{ payer: string, payee: string, chips: number }} P
 * @param {readonly P[]} payments @param {Value} value @param {(payment: P) => Child} [more]
 */
export function paymentList(payments, value, more) {
  const lines = payments.map((one) =>
    el(
      "li",
      {},
      el("span", { class: "pays" }, say("{payer} pays {payee}", { payer: one.payer, payee: one.payee })),
      el("strong", {}, worth(one.chips, value)),
      more?.(one),
    ),
  );
  return el("ul", { class: "payments" }, ...lines);
}

/** @param {Wire.Settled} settlement @param {Value} value */
export function settleUp({ payments, fewest }, value) {
  if (!payments.length) return hint(say("Nobody owes anything."));
  const words = fewest
    ? say("{count, plural, one {One transfer settles it.} other {# transfers settle it.}}", { count: payments.length })
    : say("With so many players there may be a way with fewer transfers.");
  return el("div", {}, paymentList(payments, value), hint(words));
}

/** @param {Wire.ChipsMoved} move @param {Value} value */
function moveLine(move, value) {
  const { at, player, kind } = move;
  const words = MOVES[kind](player, worth(Math.abs(move.chips), value), move);
  return el("li", {}, el("time", { datetime: new Date(at).toISOString() }, moment(at)), " ", words);
}

/** The ledger in a table's drawer. */
export class LedgerView {
  /** @param {App} app @param {string} table */
  constructor(app, table) {
    this.app = app;
    this.table = table;
    this.root = el("div", { class: "ledger-view" });
  }

  async load() {
    if (!this.app.me) {
      this.root.replaceChildren(hint(say("Sign in to see this ledger.")));
      return;
    }
    try {
      const night = await api.ledger(this.table);
      const open = { class: "secondary small", href: `#/ledger/${encodeURIComponent(this.table)}` };
      this.root.replaceChildren(
        night.results.length ? shortTable(night) : hint(say("Nobody has bought in yet.")),
        el("h3", {}, say("Settle up")),
        settleUp(night.settlement, night.chip_value),
        night.closed_at === null ? hint(say("Stacks count as they were when the present hand began.")) : "",
        el("a", open, say("Open the whole ledger")),
      );
    } catch (error) {
      this.root.replaceChildren(hint(/** @type {Error} */ (error).message));
    }
  }
}

/** The ledger's own screen. */
export class LedgerScreen {
  /** @param {App} app @param {string} night */
  constructor(app, night) {
    this.app = app;
    this.night = night;
    this.title = say("Ledger");
    this.root = el("div", { class: "paper ledger-screen" });
    const back = { class: "quiet round", href: "#/", "aria-label": say("Back to the lobby") };
    this.where = [el("a", back, icon("back")), el("span", { class: "where-words" }, say("Ledger"))];
  }

  enter() {
    this.load();
  }

  async load() {
    if (!this.app.me) {
      this.missing(say("Sign in to see this ledger."));
      this.app.withAccount(() => this.load());
      return;
    }
    try {
      this.draw(await api.ledger(this.night));
    } catch (error) {
      this.missing(/** @type {Error} */ (error).message);
    }
  }

  /** @param {string} words */
  missing(words) {
    const back = el("a", { class: "primary", href: "#/" }, say("Back to the lobby"));
    this.root.replaceChildren(nothing(words, back));
  }

  /** @param {Wire.Night} night */
  draw(night) {
    const closed =
      night.closed_at === null ? say("Still open.") : say("Closed {when}.", { when: moment(night.closed_at) });
    const when = `${say("Opened {when}.", { when: moment(night.opened_at) })} ${closed}`;
    const imported = say("Imported from Poker Now by {player}.", { player: night.opened_by });
    const running = night.closed_at === null;
    this.title = say("Ledger of {name}", { name: night.name });
    titled(this.title);
    this.root.replaceChildren(
      el("h1", {}, this.title),
      lead(
        when,
        night.kind === "import" && ` ${imported}`,
        running && ` ${say("Stacks count as they were when the present hand began.")}`,
      ),
      night.results.length ? resultTable(night) : hint(say("Nobody has bought in yet.")),
      el("h2", {}, say("Settle up")),
      settleUp(night.settlement, night.chip_value),
      this.buttons(night.kind !== "tournament", running),
      el(
        "details",
        { class: "moves" },
        el("summary", {}, say("Every move of chips")),
        el("ol", {}, ...night.moves.map((move) => moveLine(move, night.chip_value))),
      ),
    );
  }

  /** @param {boolean} cash whether it was a cash table @param {boolean} running */
  buttons(cash, running) {
    const file = (/** @type {string} */ words, /** @type {string} */ part) => {
      const download = `${this.night}-${part}.csv`;
      return el("a", { class: "quiet", href: api.ledgerFile(this.night, part), download }, words);
    };
    return el(
      "div",
      { class: "paper-buttons" },
      cash &&
        el(
          "a",
          { class: "primary small", href: `#/${running ? "table" : "recap"}/${encodeURIComponent(this.night)}` },
          running ? say("Back to the table") : say("The night’s recap"),
        ),
      button(
        "secondary small",
        () => copy(this.app, location.href, say("The link is copied. It opens for anyone who may see this ledger.")),
        say("Copy the link"),
      ),
      button("secondary small", () => print(), say("Print")),
      menuButton(
        say("Download"),
        file(say("Players (CSV)"), "players"),
        file(say("Transfers (CSV)"), "payments"),
        file(say("All moves (CSV)"), "moves"),
      ),
    );
  }
}

/** Copy text to the clipboard, or show it if the browser forbids that. @param {App} app @param {string} words @param {string} done */
export async function copy(app, words, done) {
  app.toast((await copied(words)) ? done : words, "good");
}
