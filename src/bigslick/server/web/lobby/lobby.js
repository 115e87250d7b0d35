/** The lobby: every table and tournament you may see, and the buttons to open one. */

import { ClubList } from "../club/clubs.js";
import { LIMITS, PROFILE_RULES } from "../host/game-choices.js";
import { api } from "../shared/api.js";
import { attribute, button, el, find, hint, icon, keyed, svg, text, toggle } from "../shared/dom.js";
import { chips, short, stakesWords, worth } from "../shared/format.js";
import { say } from "../shared/language.js";
import { whenLoaded } from "../shared/later.js";
import { seriesLink } from "../shared/series-link.js";
import { startWords } from "../shared/starts.js";
import { offerBeside } from "../table/add-table.js";
import { welcome, YourSeats } from "./welcome.js";

/** @import { App } from "../app.js" */

/** In the lobby's order. @type {Record<Wire.TournamentCard["status"], string>} */
const STATUS = {
  registering: say("Open", {}, "takes entries"),
  running: say("Running"),
  over: say("Over", {}, "a tournament"),
  cancelled: say("Cancelled"),
};
const ORDER = Object.keys(STATUS);
const STARTING = say("They start when every seat is taken.");
const STARTING_LATER = say("Each of them says when it starts.");
const STARTING_FILLED = say("They start when every seat is taken; house bots fill in soon after you enter.");

const PROMISE = say(
  "Hold’em with friends, strangers and house bots. Every deck is sealed before the deal, and you can check it.",
);

/** All tables and tournaments, as cards. */
export class LobbyScreen {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.title = "";
    this.tables = el("ul", { class: "cards" });
    this.tournaments = el("ul", { class: "cards" });
    this.starting = el("p", {}, STARTING);
    this.series = el("ul", { class: "series-links" });
    this.empty = hint(say("Loading the tables…"));
    this.running = el(
      "section",
      { class: "lobby-part", "aria-labelledby": "tournaments" },
      el(
        "header",
        { class: "part-head" },
        el("h2", { id: "tournaments" }, say("Sit-and-go")),
        this.starting,
        button("secondary small", () => this.openTournament(), icon("plus"), say("Open a tournament")),
      ),
      this.series,
      this.tournaments,
    );
    this.yours = new YourSeats();
    this.clubs = new ClubList(app);
    this.evening = el("section", { class: "lobby-part", "aria-label": say("Your next evening"), hidden: true });
    const first = welcome(app, PROMISE, () => this.open(({ newTableDialog }, me) => newTableDialog(app, me, "", true)));
    const parts = [this.yours.root, this.evening, first, this.cashTables(), this.running, this.clubs.root];
    this.root = el("div", { class: "lobby" }, ...parts);
    this.drawn = false;
    /** @type {Wire.TournamentCard[]} */
    this.listed = [];
    this.timer = 0;
    /** @type {() => void} */
    this.unsubscribe = () => {};
  }

  cashTables() {
    const head = el(
      "header",
      { class: "part-head" },
      el("h2", { id: "tables" }, say("Cash tables")),
      el("p", {}, say("Sit down and leave whenever you like.")),
      this.openButton(say("Open a table"), ({ newTableDialog }, me) => newTableDialog(this.app, me)),
    );
    return el("section", { class: "lobby-part", "aria-labelledby": "tables" }, head, this.empty, this.tables);
  }

  /** @param {string} words @param {Parameters<LobbyScreen["open"]>[0]} dialog */
  openButton(words, dialog) {
    return button("secondary small", () => this.open(dialog), icon("plus"), words);
  }

  /** @param {(opening: typeof import("../host/opening.js"), me: Wire.Me) => unknown} dialog */
  open(dialog) {
    this.app.withAccount((me) => whenLoaded(import("../host/opening.js"), (opening) => dialog(opening, me)));
  }

  openTournament() {
    const { app } = this;
    app.withAccount((me) =>
      whenLoaded(import("../host/new-tournament.js"), ({ newTournamentDialog }) => newTournamentDialog(app, me)),
    );
  }

  /** Show the next evening of your clubs. */
  async loadEvening() {
    const { NextEvening } = await import("../club/calendar.js");
    await new NextEvening(this.evening).load();
  }

  enter() {
    this.unsubscribe = this.app.connection.on("lobby", (lobby) => this.draw(lobby));
    this.app.connection.watchLobby();
    this.timer = setInterval(() => this.tick(), 1000);
    this.clubs.load().then((clubs) => (clubs ? this.loadEvening().catch(() => {}) : undefined));
    this.known(this.app.me);
    if (this.app.me?.sitting.length || this.app.me?.waiting?.length) this.app.refresh().catch(() => {});
    // Also fetched over HTTP, which answers before a new connection is open.
    api.lobby().then(
      (lobby) => this.drawn || this.draw(lobby),
      () => {},
    );
  }

  /** @param {Wire.Me | null} me */
  known(me) {
    this.yours.draw(me, this.app.turns.waiting);
  }

  /** Your turn has begun or ended at some table. */
  waits() {
    this.known(this.app.me);
  }

  leave() {
    this.unsubscribe();
    clearInterval(this.timer);
  }

  /** @param {Wire.Lobby} lobby */
  draw(lobby) {
    this.drawn = true;
    const tables = lobby.tables.toSorted(
      (a, b) => b.people - a.people || a.big_blind - b.big_blind || a.name.localeCompare(b.name),
    );
    this.empty.hidden = tables.length > 0;
    text(this.empty, say("No tables are open. Open one!"));
    keyed(
      this.tables,
      tables,
      ({ table }) => table,
      newTableCard,
      (card, table) => {
        fillTableCard(card, table);
        offerBeside(this.app, card, table);
      },
    );
    const tournaments = lobby.tournaments.toSorted(
      (a, b) => ORDER.indexOf(a.status) - ORDER.indexOf(b.status) || a.buy_in - b.buy_in,
    );
    const series = new Map(tournaments.flatMap(({ series }) => (series ? [[series.id, series]] : [])));
    keyed(
      this.series,
      [...series.values()],
      ({ id }) => id,
      (one) => el("li", {}, say("Series:"), " ", seriesLink(one)),
    );
    const open = tournaments.filter(({ status }) => status === "registering");
    const filled = open.some((one) => one.fill_ms !== null) ? STARTING_FILLED : STARTING;
    text(this.starting, open.some(({ start }) => start !== "full") ? STARTING_LATER : filled);
    this.listed = tournaments;
    this.drawTournaments();
  }

  drawTournaments() {
    const now = this.app.connection.now();
    const update = (/** @type {Element} */ card, /** @type {Wire.TournamentCard} */ one) =>
      fillTournamentCard(card, one, now);
    keyed(this.tournaments, this.listed, ({ tournament }) => tournament, newTournamentCard, update);
  }

  /** Count down to starts at a time. */
  tick() {
    if (this.listed.some(({ status, start }) => status === "registering" && start === "time")) this.drawTournaments();
  }
}

// -- cards ------------------------------------------------------------------------------------------------------------

/** @param {string[]} names */
function factList(names) {
  const facts = names.map((name) => el("div", {}, el("dt", {}, name), el("dd", {})));
  return el("dl", { class: "facts" }, ...facts);
}

/** @param {Element} card @param {string[]} values */
function fillFacts(card, values) {
  for (const [index, node] of card.querySelectorAll("dd").entries()) text(node, values[index]);
}

/** @param {{ private: boolean }} one */
const mark = (one) => (one.private ? say("private") : "");

const cardWords = () =>
  el("span", { class: "card-words" }, el("span", { class: "card-name" }), el("span", { class: "card-kind" }));

/** @param {Wire.TableCard} table */
export function newTableCard({ table }) {
  const parts = [
    el("span", { class: "mini" }),
    cardWords(),
    el("span", { class: "stakes" }),
    factList([say("Buy-in"), say("Average pot"), say("Hands")]),
    el("span", { class: "seats-left" }),
  ];
  const link = el("a", { class: "card-link", href: `#/table/${encodeURIComponent(table)}` }, ...parts);
  return el("li", { class: "table-card" }, link);
}

/** @param {Element} card @param {Wire.TableCard} table */
export function fillTableCard(card, table) {
  const limit = LIMITS.find(([name]) => name === table.limit)?.[1] ?? table.limit;
  const { seats } = table;
  const size = say("{seats, plural, one {# seat} other {# seats}}", { seats });
  const rules = PROFILE_RULES[table.profile] ?? table.profile;
  text(find(card, ".card-name"), table.name);
  text(find(card, ".card-kind"), [limit, size, rules, mark(table)].filter(Boolean).join(" · "));
  text(find(card, ".stakes"), stakesWords(table.small_blind, table.big_blind, table.ante, table.chip_value));
  const [least, most] = table.buy_in;
  const written = (/** @type {number} */ amount) => worth(amount, table.chip_value, short);
  const pot = table.average_pot ? written(table.average_pot) : "–";
  fillFacts(card, [`${written(least)} – ${written(most)}`, pot, chips(table.hands)]);
  text(find(card, ".seats-left"), seatsLeft(table));
  toggle(card, "full", table.taken >= table.seats);
  const mini = find(card, ".mini");
  const drawn = `${table.seats}/${table.taken}/${table.people}`;
  if (mini.dataset.drawn === drawn) return;
  mini.dataset.drawn = drawn;
  mini.replaceChildren(miniTable(table));
}

/** @param {Wire.TableCard} table */
function seatsLeft({ paused, seats, taken, queue }) {
  if (paused) return say("Paused");
  const open = seats - taken;
  if (open > 0) return say("{open, plural, one {# seat open} other {# seats open}}", { open });
  return queue ? say("Full · {queue} waiting", { queue }) : say("Full", {}, "no seat is free");
}

/** A table seen from above: people gold, bots pale, open seats hollow. @param {Wire.TableCard} table */
function miniTable({ seats, people, taken }) {
  const circles = Array.from({ length: seats }, (_, seat) => {
    const turn = (seat / seats + 0.25) * 2 * Math.PI;
    const look = seat < people ? "mini-person" : seat < taken ? "mini-bot" : "mini-free";
    const at = { cx: (32 + 27 * Math.cos(turn)).toFixed(1), cy: (22 + 18 * Math.sin(turn)).toFixed(1) };
    return svg("circle", { class: look, ...at, r: 3.4 });
  });
  const felt = svg("ellipse", { class: "mini-felt", cx: 32, cy: 22, rx: 21, ry: 12.5 });
  return svg("svg", { viewBox: "0 0 64 44", "aria-hidden": "true", focusable: "false" }, felt, ...circles);
}

/** @param {Wire.TournamentCard} one */
export function newTournamentCard({ tournament }) {
  const parts = [
    el("span", { class: "badge" }),
    cardWords(),
    el("span", { class: "stakes" }),
    factList([say("Buy-in"), say("Prizes"), say("Stack")]),
    el("span", { class: "fill" }, el("span", { class: "fill-bar" }), el("span", { class: "seats-left" })),
  ];
  const link = el("a", { class: "card-link", href: `#/tournament/${encodeURIComponent(tournament)}` }, ...parts);
  return el("li", { class: "table-card tournament-card" }, link);
}

/** @param {Element} card @param {Wire.TournamentCard} one @param {number} time the server's */
export function fillTournamentCard(card, one, time) {
  const running = one.status === "running";
  attribute(card, "data-status", one.status);
  const { seats } = one;
  const size = say("{seats, plural, one {# seat a table} other {# seats a table}}", { seats });
  const level = one.level ? say("level {level}", { level: one.level }) : "";
  text(find(card, ".badge"), STATUS[one.status]);
  text(find(card, ".card-name"), one.name);
  text(find(card, ".card-kind"), [size, level, mark(one)].filter(Boolean).join(" · "));
  text(find(card, ".stakes"), running ? say("{left} left", { left: one.left }) : `${one.entered}/${one.field}`);
  const price = one.fee ? `${short(one.buy_in)} + ${short(one.fee)}` : short(one.buy_in);
  fillFacts(card, [price, short(one.pool), short(one.starting_stack)]);
  const share = (running ? one.left : one.entered) / Math.max(1, one.field);
  find(card, ".fill-bar").style.setProperty("--share", String(Math.min(1, share)));
  const missing = say("{missing} to go", { missing: one.field - one.entered });
  const words = { ...STATUS, registering: startWords(one, time) || missing, running: say("Watch") };
  text(find(card, ".seats-left"), words[one.status]);
}
