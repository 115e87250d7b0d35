/** The lobby: every table and tournament, and a dialog to open a table. */

import { api } from "./api.js";
import { BOUNDS } from "./bounds.js";
import { cardPicture } from "./cards.js";
import { ClubList } from "./clubs.js";
import { choice, field, form, numberField, openDialog, submitButton } from "./dialogs.js";
import { attribute, el, find, keyed, svg, text, toggle } from "./dom.js";
import { chips, short } from "./format.js";
import { icon } from "./icon.js";
import { times } from "./words.js";

/** @import { App } from "./app.js" */

/** @type {[Wire.TableSettings["limit"], string][]} */
const LIMITS = [
  ["none", "No-limit"],
  ["pot", "Pot-limit"],
  ["fixed", "Fixed-limit"],
];
/** @type {[string, string][]} */
const RUN_OUTS = Array.from({ length: BOUNDS.NewTable.run_outs.max }, (_, index) => [
  String(index + 1),
  index ? `Up to ${times(index + 1)}, if all agree` : "Run once",
]);
/** @type {[Wire.TableSettings["profile"], string][]} */
const PROFILES = [
  ["cash", "Cash"],
  ["classic", "Classic"],
  ["tournament", "Tournament"],
];
/** @type {[string, string][]} */
const TIMES = ["10", "15", "30", "60"].map((seconds) => [`${seconds}000`, `${seconds} s`]);
/** In the order in which they stand in the lobby. @type {Record<Wire.TournamentCard["status"], string>} */
const STATUS = { registering: "Open", running: "Running", over: "Over", cancelled: "Cancelled" };
const ORDER = Object.keys(STATUS);

/** All tables and tournaments as cards. */
export class LobbyScreen {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.title = "";
    this.tables = el("ul", { class: "cards" });
    this.tournaments = el("ul", { class: "cards" });
    this.starting = el("p", {}, "They start when every seat is taken.");
    this.empty = el("p", { class: "hint" }, "Loading the tables…");
    this.running = el(
      "section",
      { class: "lobby-part", "aria-labelledby": "tournaments" },
      el("header", { class: "part-head" }, el("h2", { id: "tournaments" }, "Sit-and-go"), this.starting),
      this.tournaments,
    );
    this.clubs = new ClubList(app);
    this.root = el("div", { class: "lobby" }, hero(), this.cashTables(), this.running, this.clubs.root);
    /** @type {() => void} */
    this.unhear = () => {};
  }

  cashTables() {
    const open = { class: "secondary small", type: "button" };
    const head = el(
      "header",
      { class: "part-head" },
      el("h2", { id: "tables" }, "Cash tables"),
      el("p", {}, "Sit down and leave whenever you like."),
      el(
        "button",
        { ...open, onclick: () => this.app.withAccount((me) => newTableDialog(this.app, me)) },
        icon("plus"),
        "Open a table",
      ),
    );
    return el("section", { class: "lobby-part", "aria-labelledby": "tables" }, head, this.empty, this.tables);
  }

  enter() {
    this.unhear = this.app.connection.on("lobby", (lobby) => this.draw(lobby));
    this.app.connection.watchLobby();
    this.clubs.load();
  }

  leave() {
    this.unhear();
  }

  /** @param {Wire.Lobby} lobby */
  draw(lobby) {
    const tables = lobby.tables.toSorted(
      (a, b) => b.people - a.people || a.big_blind - b.big_blind || a.name.localeCompare(b.name),
    );
    this.empty.hidden = tables.length > 0;
    text(this.empty, "No tables are open. Open one!");
    keyed(this.tables, tables, ({ table }) => table, newTableCard, fillTableCard);
    const tournaments = lobby.tournaments.toSorted(
      (a, b) => ORDER.indexOf(a.status) - ORDER.indexOf(b.status) || a.buy_in - b.buy_in,
    );
    this.running.hidden = tournaments.length === 0;
    const filled = tournaments.some((one) => one.status === "registering" && one.fill_ms !== null);
    text(
      this.starting,
      `They start when every seat is taken${filled ? "; house bots fill in soon after you enter" : ""}.`,
    );
    keyed(this.tournaments, tournaments, ({ tournament }) => tournament, newTournamentCard, fillTournamentCard);
  }
}

function hero() {
  const promise = "Hold’em with people and house bots. Every deck is sealed before the deal, and you can check it.";
  return el(
    "section",
    { class: "hero-strip" },
    el("div", {}, el("h1", {}, "Take a seat."), el("p", { class: "lead" }, promise)),
    el("div", { class: "fan", "aria-hidden": "true" }, ...["As", "Kh"].map(cardPicture)),
  );
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

const cardWords = () =>
  el("span", { class: "card-words" }, el("span", { class: "card-name" }), el("span", { class: "card-kind" }));

/** @param {Wire.TableCard} table */
export function newTableCard({ table }) {
  const parts = [
    el("span", { class: "mini" }),
    cardWords(),
    el("span", { class: "stakes" }),
    factList(["Buy-in", "Average pot", "Hands"]),
    el("span", { class: "seats-left" }),
  ];
  const link = el("a", { class: "card-link", href: `#/table/${encodeURIComponent(table)}` }, ...parts);
  return el("li", { class: "table-card" }, link);
}

/** @param {Element} card @param {Wire.TableCard} table */
export function fillTableCard(card, table) {
  const limit = LIMITS.find(([name]) => name === table.limit)?.[1] ?? table.limit;
  const rules = table.profile === "cash" ? "" : ` · ${table.profile} rules`;
  const ante = table.ante ? ` ante ${short(table.ante)}` : "";
  text(find(card, ".card-name"), table.name);
  text(find(card, ".card-kind"), `${limit} · ${table.seats} seats${rules}`);
  text(find(card, ".stakes"), `${short(table.small_blind)}/${short(table.big_blind)}${ante}`);
  const [least, most] = table.buy_in;
  const pot = table.average_pot ? short(table.average_pot) : "–";
  fillFacts(card, [`${short(least)} – ${short(most)}`, pot, chips(table.hands)]);
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
  if (paused) return "Paused";
  const open = seats - taken;
  if (open > 0) return `${open} ${open === 1 ? "seat" : "seats"} open`;
  return queue ? `Full · ${queue} waiting` : "Full";
}

/** A table from above: people gold, bots pale, open seats hollow. @param {Wire.TableCard} table */
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
    factList(["Buy-in", "Prizes", "Stack"]),
    el("span", { class: "fill" }, el("span", { class: "fill-bar" }), el("span", { class: "seats-left" })),
  ];
  const link = el("a", { class: "card-link", href: `#/tournament/${encodeURIComponent(tournament)}` }, ...parts);
  return el("li", { class: "table-card tournament-card" }, link);
}

/** @param {Element} card @param {Wire.TournamentCard} one */
export function fillTournamentCard(card, one) {
  const running = one.status === "running";
  attribute(card, "data-status", one.status);
  text(find(card, ".badge"), STATUS[one.status]);
  text(find(card, ".card-name"), one.name);
  text(find(card, ".card-kind"), `${one.seats} seats a table${one.level ? ` · level ${one.level}` : ""}`);
  text(find(card, ".stakes"), running ? `${one.left} left` : `${one.entered}/${one.field}`);
  const price = one.fee ? `${short(one.buy_in)} + ${short(one.fee)}` : short(one.buy_in);
  fillFacts(card, [price, short(one.pool), short(one.starting_stack)]);
  const share = (running ? one.left : one.entered) / Math.max(1, one.field);
  find(card, ".fill-bar").style.setProperty("--share", String(Math.min(1, share)));
  const words = { ...STATUS, registering: `${one.field - one.entered} to go`, running: "Watch" };
  text(find(card, ".seats-left"), words[one.status]);
}

// -- a new table ------------------------------------------------------------------------------------------------------

/** @param {App} app @param {Wire.Me} me @param {string} [club] whose members alone see it */
export async function newTableDialog(app, me, club = "") {
  const { usual } = await api.bots();
  const { NewTable: bounds } = BOUNDS;
  const row = (/** @type {HTMLElement[]} */ ...fields) => el("div", { class: "row" }, ...fields);
  const fields = [
    field("Name", { name: "name", required: true, value: `${me.player}’s table`, ...bounds.name }),
    row(
      numberField("Small blind", "small_blind", bounds.small_blind),
      numberField("Big blind", "big_blind", bounds.big_blind),
      numberField("Ante", "ante", bounds.ante),
    ),
    row(
      numberField("Seats", "seats", bounds.seats),
      choice("Limit", "limit", LIMITS),
      choice("Time to act", "action_ms", TIMES, String(bounds.action_ms.value)),
    ),
    row(
      choice("Rules", "profile", PROFILES),
      choice("All-in hands", "run_outs", RUN_OUTS),
      numberField("House bots", "bots", { value: 2, ...bounds.bots }),
    ),
  ];
  const dialog = openDialog(
    "Open a table",
    form(fields, [submitButton("Open")], async (values) => {
      const bots = Array.from({ length: Number(values.bots) }, (_, index) => usual[index % usual.length]);
      const { table } = await api.openTable({
        name: values.name,
        limit: /** @type {Wire.NewTable["limit"]} */ (values.limit),
        profile: /** @type {Wire.NewTable["profile"]} */ (values.profile),
        seats: Number(values.seats),
        small_blind: Number(values.small_blind),
        big_blind: Number(values.big_blind),
        ante: Number(values.ante),
        action_ms: Number(values.action_ms),
        run_outs: Number(values.run_outs),
        bots: /** @type {Wire.NewTable["bots"]} */ (bots),
        club,
      });
      dialog.close();
      app.go(`#/table/${encodeURIComponent(table)}`);
    }),
  );
}
