/** My hands: the list with its filters, statistics, a graph, and files to download. */

import { guestWords } from "../account/guest-offers.js";
import { memberDialog } from "../account/member.js";
import { FORMATS } from "../generated/choices.js";
import { recapAddress } from "../recap/recap-address.js";
import { api } from "../shared/api.js";
import { cardPicture } from "../shared/cards.js";
import { choice, field } from "../shared/dialogs.js";
import { attribute, button, el, hint, icon, nothing, text } from "../shared/dom.js";
import { moment, signed, worth } from "../shared/format.js";
import { say } from "../shared/language.js";
import { menuButton } from "../shared/menu.js";
import { figureParts } from "./figures.js";
import { winningsGraph } from "./winnings.js";

/** @import { App } from "../app.js" */

/** @type {[string, string][]} */
const PERIODS = [
  ["", say("All time")],
  ["1", say("Last 24 hours")],
  ["7", say("Last 7 days")],
  ["30", say("Last 30 days")],
  ["365", say("Last year")],
];

/** @type {[string, string][]} */
const RESULTS = [
  ["", say("Any", {}, "result")],
  ["won", say("Won", {}, "hands that I won")],
  ["lost", say("Lost", {}, "hands that I lost")],
  ["even", say("Neither")],
];

/** @type {[string, string][]} */
const ENDINGS = [
  ["", say("Any", {}, "with showdown or without")],
  ["true", say("Yes")],
  ["false", say("No")],
];

const DAY_MS = 86_400_000;
const TYPING_MS = 400;
/** How many of the latest nights are listed. */
const MOST_NIGHTS = 12;
/** Filters with the same name on the server. */
const PLAIN = ["table", "won", "showdown", "holding", "least_pot", "most_pot"];

/** The signed-in player's hands. */
export class HandsScreen {
  /** @param {App} app @param {string} chosen the filters in the address */
  constructor(app, chosen) {
    this.app = app;
    this.title = say("My hands");
    this.chosen = new URLSearchParams(chosen);
    /** Counts requests, to ignore late answers. */
    this.asked = 0;
    this.next = "";
    this.timer = 0;
    this.words = el("p", { class: "hint", role: "status" }, say("Looking for your hands…"));
    this.list = el("ol", { class: "my-hands", "aria-label": say("Hands, newest first") });
    const more = { class: "secondary", type: "button", hidden: true, onclick: () => this.load(false) };
    this.more = el("button", more, say("Show more"));
    this.tables = choice(say("Table"), "table", [["", say("Every table")]]);
    this.filters = this.newFilters();
    this.filterButton = button("secondary small", () => this.showFilters(Boolean(this.filters.hidden)), say("Filters"));
    this.clearButton = button("quiet small", () => this.clear(), say("Clear filters"));
    this.figures = el("div", { class: "my-figures", "aria-live": "polite" });
    this.graph = el("div", { class: "graph" });
    this.nights = el("section", { "aria-label": say("My nights"), hidden: true });
    const heading = el("h2", { tabindex: -1 }, say("My figures"));
    const toFigures = () => {
      heading.scrollIntoView();
      heading.focus({ preventScroll: true });
    };
    const tools = el(
      "div",
      { class: "records-tools" },
      this.clearButton,
      this.filterButton,
      menuButton(
        say("Download"),
        ...FORMATS.map(({ name, words }) => button("quiet", () => this.download(name), words)),
      ),
      button("quiet small to-figures", toFigures, say("Figures")),
    );
    this.guest = el("div", { class: "records-guest", hidden: true });
    this.root = el(
      "div",
      { class: "records" },
      el("header", { class: "records-head" }, el("h1", {}, say("My hands")), tools),
      this.guest,
      this.filters,
      el(
        "section",
        { class: "records-list", "aria-label": say("Hands, newest first") },
        this.words,
        this.list,
        this.more,
      ),
      el(
        "div",
        { class: "records-figures" },
        el("section", { "aria-label": say("My figures") }, heading, this.figures),
        el("section", { "aria-label": say("My winnings") }, el("h2", {}, say("My winnings in big blinds")), this.graph),
        this.nights,
      ),
    );
    this.showFilters(false);
    const back = { class: "quiet round", href: "#/", "aria-label": say("Back to the lobby") };
    this.where = [
      el("a", back, icon("back")),
      el("span", { class: "where-words" }, el("span", { class: "where-name" }, say("My hands"))),
    ];
  }

  newFilters() {
    const { chosen } = this;
    const was = (/** @type {string} */ name) => chosen.get(name) ?? "";
    const blinds = { type: "number", min: 0, max: 1_000_000_000, step: 1, inputmode: "numeric" };
    const plain = { autocomplete: "off", autocapitalize: "off", spellcheck: "false", maxlength: 200 };
    const fields = [
      this.tables,
      choice(say("Period"), "days", PERIODS, was("days")),
      choice(say("Result"), "won", RESULTS, was("won")),
      choice(say("Showdown"), "showdown", ENDINGS, was("showdown")),
      field(say("Starting hand"), { name: "holding", placeholder: "AKs, TT+, AhKh", value: was("holding"), ...plain }),
      field(say("Pot from (bb)"), { name: "least_pot", value: was("least_pot"), ...blinds }),
      field(say("Pot to (bb)"), { name: "most_pot", value: was("most_pot"), ...blinds }),
    ];
    return el(
      "form",
      {
        class: "filter-form",
        "aria-label": say("Filters"),
        onsubmit: (event) => this.search(event),
        oninput: () => this.soon(),
      },
      ...fields,
    );
  }

  /** Unfold the filters or fold them away; their button says how many are in use. @param {boolean} on */
  showFilters(on) {
    const count = [...this.chosen].length;
    this.filters.hidden = !on;
    attribute(this.filterButton, "aria-expanded", String(on));
    text(this.filterButton, count ? say("Filters ({count})", { count }) : say("Filters"));
    this.clearButton.hidden = !count;
  }

  enter() {
    if (!this.app.me) {
      const signIn = button("primary", () => this.app.withAccount(() => this.app.route()), say("Sign in"));
      this.root.replaceChildren(nothing(say("Sign in to see your hands."), signIn));
      return;
    }
    if (this.app.me.guest) {
      const create = button("secondary small", () => memberDialog(this.app), say("Create an account"));
      this.guest.replaceChildren(el("span", {}, guestWords()), create);
      this.guest.hidden = false;
    }
    this.fillTables();
    this.load(true);
  }

  /** @param {Wire.Me | null} me */
  known(me) {
    if (!me?.guest) this.guest.hidden = true;
  }

  leave() {
    clearTimeout(this.timer);
    this.asked++;
  }

  // -- filters --------------------------------------------------------------------------------------------------------

  async fillTables() {
    const select = this.tables.querySelector("select");
    try {
      const tables = await api.handTables();
      this.drawNights(tables.filter(({ recap }) => recap));
      const options = tables.map(({ table, name, hands: count }) =>
        el(
          "option",
          { value: table, selected: table === this.chosen.get("table") },
          `${name} (${table}) · ${say("{count, plural, one {# hand} other {# hands}}", { count })}`,
        ),
      );
      select?.append(...options);
    } catch {
      // The other filters work without the list.
    }
  }

  /** Link to the recaps of the tables that are closed. @param {Wire.PlayedTable[]} over */
  drawNights(over) {
    const links = over
      .slice(0, MOST_NIGHTS)
      .map(({ table, name }) => el("li", {}, el("a", { class: "secondary small", href: recapAddress(table) }, name)));
    this.nights.hidden = !links.length;
    this.nights.replaceChildren(
      el("h2", {}, say("My nights")),
      hint(say("Each closed table has a recap.")),
      el("ul", { class: "my-nights" }, ...links),
    );
  }

  /** Search once you stop typing. */
  soon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.search(), TYPING_MS);
  }

  /** @param {Event} [event] */
  search(event) {
    event?.preventDefault();
    clearTimeout(this.timer);
    const chosen = new URLSearchParams();
    for (const [name, value] of new FormData(this.filters)) {
      if (String(value).trim()) chosen.set(name, String(value).trim());
    }
    if (chosen.toString() === this.chosen.toString()) return;
    this.chosen = chosen;
    this.showFilters(!this.filters.hidden);
    const query = chosen.toString();
    history.replaceState(null, "", query ? `#/hands/${encodeURIComponent(query)}` : "#/hands");
    this.load(true);
  }

  clear() {
    for (const input of this.filters.querySelectorAll("input, select")) {
      if (input instanceof HTMLInputElement || input instanceof HTMLSelectElement) input.value = "";
    }
    this.filterButton.focus(); // the button that was pressed goes away
    this.search();
  }

  /** The filters as a query for the server. @param {Record<string, string>} [more] */
  query(more = {}) {
    const query = new URLSearchParams(more);
    for (const name of PLAIN) {
      const value = this.chosen.get(name);
      if (value) query.set(name, value);
    }
    const days = Number(this.chosen.get("days"));
    if (days) query.set("since", String(Math.floor(this.app.connection.now() - days * DAY_MS)));
    return query.toString();
  }

  /** Download the filtered hands as a file. @param {string} format */
  download(format) {
    const link = el("a", { href: api.historiesPath(this.query({ format })), download: "" });
    this.root.append(link);
    link.click();
    link.remove();
  }

  // -- answers --------------------------------------------------------------------------------------------------------

  /** @param {boolean} fresh whether to start over from the newest hand, with the statistics */
  async load(fresh) {
    const asked = ++this.asked;
    if (fresh) {
      text(this.words, say("Looking for your hands…"));
      this.count(asked);
    }
    this.more.disabled = true;
    /** @type {Wire.HandPage} */
    let page;
    try {
      page = await api.myHands(this.query(fresh ? {} : { after: this.next }));
    } catch (error) {
      if (asked !== this.asked) return;
      text(this.words, /** @type {Error} */ (error).message);
      this.more.disabled = false;
      if (fresh) this.list.replaceChildren();
      return;
    }
    if (asked !== this.asked) return;
    const rows = page.hands.map(handRow);
    if (fresh) this.list.replaceChildren(...rows);
    else this.list.append(...rows);
    const empty = this.chosen.toString()
      ? say("No hands match. Remove a filter.")
      : say("You have not played a hand yet. Take a seat, and every hand you play is kept here.");
    text(this.words, this.list.childElementCount ? "" : empty);
    this.next = page.next;
    this.more.hidden = !page.next;
    this.more.disabled = false;
    if (!fresh) rows[0]?.querySelector("a")?.focus();
  }

  /** @param {number} asked */
  async count(asked) {
    this.figures.replaceChildren(hint(say("Counting your hands…")));
    try {
      const found = await api.statistics(this.query());
      if (asked > this.asked) return;
      this.figures.replaceChildren(...figureParts(found));
      this.graph.replaceChildren(winningsGraph(found.course));
    } catch (error) {
      this.figures.replaceChildren(el("p", { class: "wrong" }, /** @type {Error} */ (error).message));
      this.graph.replaceChildren();
    }
  }
}

/** @param {Wire.HandCard} hand */
function handRow(hand) {
  const when = new Date(hand.ended_at);
  const look = hand.net > 0 ? "up" : hand.net < 0 ? "down" : "";
  const pictures = (/** @type {string} */ look_, /** @type {readonly string[]} */ cards) =>
    el("span", { class: look_ }, ...cards.map(cardPicture));
  return el(
    "li",
    { class: "my-hand" },
    el(
      "a",
      { href: `#/hand/${encodeURIComponent(hand.id)}` },
      el(
        "span",
        { class: "my-hand-words" },
        el(
          "span",
          { class: "my-hand-name" },
          say("{table} · hand {number}", { table: hand.name, number: String(hand.number) }),
        ),
        el("time", { datetime: when.toISOString() }, moment(when.getTime())),
      ),
      pictures("my-hole", hand.hole),
      el("span", { class: "my-boards" }, ...hand.boards.map((board) => pictures("my-board", board))),
      el(
        "span",
        { class: "my-pot" },
        el("span", {}, say("Pot {pot}", { pot: worth(hand.pot, hand.chip_value) })),
        el("span", { class: "hint" }, hand.showdown ? say("Showdown") : say("No showdown")),
      ),
      el("span", { class: `net ${look}` }, signed(hand.net, worth(Math.abs(hand.net), hand.chip_value))),
    ),
  );
}
