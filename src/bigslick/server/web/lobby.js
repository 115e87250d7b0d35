/** The lobby: tables and tournaments, and ways to open one. */

import { api } from "./api.js";
import { cardPicture } from "./cards.js";
import { choice, field, form, openDialog } from "./dialogs.js";
import { attribute, chips, el, keyed, short, svg, text, toggle } from "./dom.js";
import { icon } from "./draw.js";

/** @typedef {import("./main.js").TheApp} App */

const LIMITS = /** @type {Record<string, string>} */ ({ none: "No-limit", pot: "Pot-limit", fixed: "Fixed-limit" });
const STATUS = /** @type {Record<string, string>} */ ({
  registering: "Open",
  running: "Running",
  over: "Over",
  cancelled: "Cancelled",
});

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
    this.root = el(
      "div",
      { class: "lobby" },
      el(
        "section",
        { class: "hero-strip" },
        el(
          "div",
          {},
          el("h1", {}, "Take a seat."),
          el(
            "p",
            { class: "lead" },
            "Hold’em with people and house bots. Every pack is fixed by a published proof before the first card is dealt.",
          ),
        ),
        el("div", { class: "fan", "aria-hidden": "true" }, ...["As", "Kh"].map(cardPicture)),
      ),
      el(
        "section",
        { class: "lobby-part", "aria-labelledby": "tables" },
        el(
          "header",
          { class: "part-head" },
          el("h2", { id: "tables" }, "Cash tables"),
          el("p", {}, "Sit down and leave whenever you like."),
          el(
            "button",
            { class: "secondary small", type: "button", onclick: () => app.withAccount(() => this.newTable()) },
            icon("plus"),
            "Open a table",
          ),
        ),
        this.empty,
        this.tables,
      ),
      this.running,
    );
    this.heard = (/** @type {any} */ event) => this.draw(event.detail);
  }

  enter() {
    this.app.connection.addEventListener("lobby", this.heard);
    this.app.connection.watchLobby();
  }

  leave() {
    this.app.connection.removeEventListener("lobby", this.heard);
  }

  /** @param {any} lobby */
  draw(lobby) {
    const tables = [...lobby.tables].sort(
      (a, b) => b.people - a.people || a.big_blind - b.big_blind || a.name.localeCompare(b.name),
    );
    this.empty.hidden = tables.length > 0;
    text(this.empty, "No table is open. Open one!");
    keyed(
      this.tables,
      tables,
      (table) => table.table,
      (table) => this.tableCard(table),
      (card, table) => this.fillTable(card, table),
    );
    const order = ["registering", "running", "over", "cancelled"];
    const tournaments = [...lobby.tournaments].sort(
      (a, b) => order.indexOf(a.status) - order.indexOf(b.status) || a.buy_in - b.buy_in,
    );
    this.running.hidden = tournaments.length === 0;
    const filled = tournaments.some((one) => one.status === "registering" && typeof one.fill_ms === "number");
    text(
      this.starting,
      `They start when every seat is taken${filled ? "; house bots come soon after you enter" : ""}.`,
    );
    keyed(
      this.tournaments,
      tournaments,
      (one) => one.tournament,
      () => tournamentCard(),
      fillTournament,
    );
  }

  /** @param {any} table */
  tableCard(table) {
    return el(
      "li",
      { class: "table-card" },
      el(
        "a",
        { class: "card-link", href: `#/table/${encodeURIComponent(table.table)}` },
        el("span", { class: "mini" }),
        el("span", { class: "card-words" }, el("span", { class: "card-name" }), el("span", { class: "card-kind" })),
        el("span", { class: "stakes" }),
        el(
          "dl",
          { class: "facts" },
          ...["Buy-in", "Average pot", "Hands"].map((name) => el("div", {}, el("dt", {}, name), el("dd", {}))),
        ),
        el("span", { class: "seats-left" }),
      ),
    );
  }

  /** @param {HTMLElement} card @param {any} table */
  fillTable(card, table) {
    const find = (/** @type {string} */ what) => /** @type {HTMLElement} */ (card.querySelector(what));
    text(find(".card-name"), table.name);
    text(
      find(".card-kind"),
      `${LIMITS[table.limit] ?? table.limit} · ${table.seats} seats${table.profile === "cash" ? "" : ` · ${table.profile} rules`}`,
    );
    text(
      find(".stakes"),
      `${short(table.small_blind)}/${short(table.big_blind)}${table.ante ? ` ante ${short(table.ante)}` : ""}`,
    );
    const values = [
      `${short(table.buy_in[0])} – ${short(table.buy_in[1])}`,
      table.average_pot ? short(table.average_pot) : "–",
      chips(table.hands),
    ];
    card.querySelectorAll("dd").forEach((node, index) => text(node, values[index]));
    const free = table.seats - table.taken;
    text(
      find(".seats-left"),
      table.paused
        ? "Paused"
        : free > 0
          ? `${free} ${free === 1 ? "seat" : "seats"} free`
          : table.queue
            ? `Full · ${table.queue} waiting`
            : "Full",
    );
    toggle(card, "full", free <= 0);
    const drawn = `${table.seats}/${table.taken}/${table.people}`;
    const mini = find(".mini");
    if (mini.dataset.drawn !== drawn) {
      mini.dataset.drawn = drawn;
      mini.replaceChildren(miniTable(table.seats, table.people, table.taken));
    }
  }

  newTable() {
    const number = (/** @type {string} */ label, /** @type {string} */ name, /** @type {any} */ more) =>
      field(label, { name, type: "number", required: true, inputmode: "numeric", ...more });
    const dialog = openDialog("Open a table", [
      form(
        [
          field("Name", { name: "name", required: true, maxlength: 40, value: `${this.app.me.player}’s table` }),
          el(
            "div",
            { class: "row" },
            number("Small blind", "small_blind", { value: 5, min: 0, max: 1e6 }),
            number("Big blind", "big_blind", { value: 10, min: 1, max: 1e6 }),
            number("Ante", "ante", { value: 0, min: 0, max: 1e6 }),
          ),
          el(
            "div",
            { class: "row" },
            number("Seats", "seats", { value: 6, min: 2, max: 10 }),
            choice("Limit", "limit", Object.entries(LIMITS)),
            choice("Time to act", "action_ms", [
              ["10000", "10 s"],
              ["15000", "15 s"],
              ["30000", "30 s"],
              ["60000", "60 s"],
            ]),
          ),
          el(
            "div",
            { class: "row" },
            choice("Rules", "profile", [
              ["cash", "Cash"],
              ["classic", "Classic"],
              ["tournament", "Tournament"],
            ]),
            number("House bots", "bots", { value: 2, min: 0, max: 9 }),
          ),
        ],
        "Open",
        async (values) => {
          const styles = ["tag", "lag", "rock", "shark", "tag", "lag", "rock", "shark", "tag"];
          const table = await api.openTable({
            name: values.name,
            limit: values.limit,
            profile: values.profile,
            ...Object.fromEntries(
              ["seats", "small_blind", "big_blind", "ante", "action_ms"].map((name) => [name, Number(values[name])]),
            ),
            bots: styles.slice(0, Math.min(Number(values.bots), Number(values.seats) - 1)),
          });
          dialog.close();
          this.app.go(`#/table/${encodeURIComponent(table.table)}`);
        },
      ),
    ]);
  }
}

/** A table from above: people gold, bots pale, free chairs open. @param {number} seats @param {number} people @param {number} taken */
function miniTable(seats, people, taken) {
  const drawing = svg(
    "svg",
    { viewBox: "0 0 64 44", "aria-hidden": "true", focusable: "false" },
    svg("ellipse", { class: "mini-felt", cx: 32, cy: 22, rx: 21, ry: 12.5 }),
  );
  for (let seat = 0; seat < seats; seat++) {
    const turn = (seat / seats + 0.25) * 2 * Math.PI;
    drawing.append(
      svg("circle", {
        class: seat < people ? "mini-person" : seat < taken ? "mini-bot" : "mini-free",
        cx: (32 + 27 * Math.cos(turn)).toFixed(1),
        cy: (22 + 18 * Math.sin(turn)).toFixed(1),
        r: 3.4,
      }),
    );
  }
  return drawing;
}

function tournamentCard() {
  return el(
    "li",
    { class: "table-card tournament-card" },
    el(
      "a",
      { class: "card-link" },
      el("span", { class: "badge" }),
      el("span", { class: "card-words" }, el("span", { class: "card-name" }), el("span", { class: "card-kind" })),
      el("span", { class: "stakes" }),
      el(
        "dl",
        { class: "facts" },
        ...["Buy-in", "Prizes", "Stack"].map((name) => el("div", {}, el("dt", {}, name), el("dd", {}))),
      ),
      el("span", { class: "fill" }, el("span", { class: "fill-bar" }), el("span", { class: "seats-left" })),
    ),
  );
}

/** @param {HTMLElement} card @param {any} one */
function fillTournament(card, one) {
  const find = (/** @type {string} */ what) => /** @type {HTMLElement} */ (card.querySelector(what));
  attribute(find("a"), "href", `#/tournament/${encodeURIComponent(one.tournament)}`);
  attribute(card, "data-status", one.status);
  text(find(".badge"), STATUS[one.status] ?? one.status);
  text(find(".card-name"), one.name);
  text(find(".card-kind"), `${one.seats} seats a table${one.level ? ` · level ${one.level}` : ""}`);
  text(find(".stakes"), one.status === "running" ? `${one.left} left` : `${one.entered}/${one.field}`);
  const values = [
    one.fee ? `${short(one.buy_in)} + ${short(one.fee)}` : short(one.buy_in),
    short(one.pool),
    short(one.starting_stack),
  ];
  card.querySelectorAll("dd").forEach((node, index) => text(node, values[index]));
  const share = one.status === "running" ? one.left / Math.max(1, one.field) : one.entered / Math.max(1, one.field);
  find(".fill-bar").style.setProperty("--share", String(Math.min(1, share)));
  text(
    find(".seats-left"),
    one.status === "registering"
      ? `${one.field - one.entered} to go`
      : one.status === "running"
        ? "Watch"
        : (STATUS[one.status] ?? ""),
  );
}
