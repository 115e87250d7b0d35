/** A tournament's players, a page at a time: entered, in play by chips, or by place when it is over. */

import { attribute, button, el, keyed, text, toggle } from "../shared/dom.js";
import { chips } from "../shared/format.js";
import { say } from "../shared/language.js";
import { inBlinds } from "./terms.js";

/** Rows on a page: a list of a thousand players is as quick to draw as one of twenty. */
const PAGE = 20;

/** @typedef {"entered" | "checking" | "playing" | "results"} View */
/** @typedef {{ entrant: Wire.Entrant, rank: number }} Ranked */

/** @type {Record<View, string[]>} */
const COLUMNS = {
  entered: ["", say("Player")],
  checking: ["", say("Player"), say("Checked in")],
  playing: ["", say("Player"), say("Chips"), say("Blinds"), say("Table · seat")],
  results: ["", say("Player"), say("Prize"), say("Knocked out by"), say("Hand")],
};

/** The players with their ranks; equal stacks share one. @param {readonly Wire.Entrant[]} entrants @returns {Ranked[]} */
export function ranked(entrants) {
  let rank = 0;
  return entrants.map((entrant, index) => {
    if (!index || entrant.stack !== entrants[index - 1].stack) rank = index + 1;
    return { entrant, rank: entrant.place || rank };
  });
}

/**
 * One page of the players whose name has these letters.
 * @param {readonly Ranked[]} players @param {string} letters @param {number} page from 0
 */
export function pageOf(players, letters, page) {
  const wanted = letters.trim().toLocaleLowerCase();
  const found = wanted ? players.filter(({ entrant }) => entrant.player.toLocaleLowerCase().includes(wanted)) : players;
  const pages = Math.max(1, Math.ceil(found.length / PAGE));
  const shown = Math.min(Math.max(0, page), pages - 1);
  return { rows: found.slice(shown * PAGE, (shown + 1) * PAGE), page: shown, pages, found: found.length };
}

/** The page with a player. @param {readonly Ranked[]} players @param {string} player */
export const pageWith = (players, player) =>
  Math.floor(
    Math.max(
      0,
      players.findIndex(({ entrant }) => entrant.player === player),
    ) / PAGE,
  );

/** The list, with a search and pages if it is long. */
export class PlayersPanel {
  constructor() {
    /** @type {Wire.TournamentNow | null} */
    this.now = null;
    this.own = "";
    this.page = 0;
    /** @type {View | ""} */
    this.view = "";
    const search = { class: "field", type: "search", autocomplete: "off", placeholder: say("Find a player") };
    /** @type {HTMLInputElement} */
    this.search = el("input", {
      ...search,
      "aria-label": say("Find a player"),
      oninput: () => this.turn(0),
    });
    this.toMe = button("secondary small", () => this.showMe(), say("Show me"));
    this.tools = el("div", { class: "players-tools" }, this.search, this.toMe);
    this.head = el("tr");
    this.body = el("tbody");
    this.table = el(
      "table",
      { class: "players" },
      el("caption", { class: "unseen" }, say("Players")),
      el("thead", {}, this.head),
      this.body,
    );
    this.before = button("secondary small", () => this.turn(this.page - 1), say("Previous"));
    this.after = button("secondary small", () => this.turn(this.page + 1), say("Next", {}, "page"));
    this.where = el("span", { class: "hint", role: "status" });
    this.pager = el("div", { class: "pager" }, this.before, this.where, this.after);
    this.empty = el("p", { class: "hint" });
    this.root = el("div", { class: "players-panel" }, this.tools, this.table, this.empty, this.pager);
  }

  /** @param {number} page */
  turn(page) {
    this.page = page;
    this.show();
  }

  showMe() {
    if (!this.now) return;
    this.search.value = "";
    this.turn(pageWith(ranked(this.now.entrants), this.own));
    this.body.querySelector(".own")?.scrollIntoView({ block: "nearest" });
  }

  /** @param {Wire.TournamentNow} now @param {string} own */
  draw(now, own) {
    this.now = now;
    this.own = own;
    this.show();
  }

  show() {
    const { now } = this;
    if (!now) return;
    const { status, check_in_at: checkIn } = now.card;
    const before = status === "registering" && checkIn !== null ? "checking" : "entered";
    const view = status === "running" ? "playing" : status === "over" ? "results" : before;
    if (view !== this.view) {
      this.view = view;
      attribute(this.table, "data-view", view);
      this.head.replaceChildren(
        ...COLUMNS[view].map((words) => (words ? el("th", { scope: "col" }, words) : el("td", {}))),
      );
      this.body.replaceChildren();
    }
    const all = ranked(now.entrants);
    const { rows, page, pages, found } = pageOf(all, this.search.value, this.page);
    this.page = page;
    this.tools.hidden = all.length <= PAGE;
    this.toMe.hidden = !all.some(({ entrant }) => entrant.player === this.own);
    this.pager.hidden = pages === 1;
    attribute(this.before, "disabled", page === 0);
    attribute(this.after, "disabled", page === pages - 1);
    const [first, last] = [page * PAGE + 1, page * PAGE + rows.length];
    text(this.where, say("{first} to {last} of {found}", { first, last, found }));
    this.table.hidden = !rows.length;
    this.empty.hidden = rows.length > 0;
    text(this.empty, all.length ? say("No player has this name.") : say("Nobody has entered yet."));
    toggle(this.table, "paged", pages > 1);
    keyed(
      this.body,
      rows,
      ({ entrant }) => entrant.player,
      () =>
        el(
          "tr",
          {},
          ...COLUMNS[view].map((_, index) => el(index === 1 ? "th" : "td", index === 1 ? { scope: "row" } : {})),
        ),
      (row, one) => fillRow(row, one, view, now, this.own),
    );
  }
}

/** @param {Element} row @param {Ranked} one @param {View} view @param {Wire.TournamentNow} now @param {string} own */
function fillRow(row, { entrant, rank }, view, now, own) {
  const { player, place, stack, prize, bot } = entrant;
  toggle(row, "own", player === own);
  toggle(row, "gone", view === "playing" && place > 0);
  const [first, name, ...rest] = row.children;
  const settled = !place || !now.clock.entering;
  text(first, settled ? String(rank) : "–");
  text(name, player);
  toggle(name, "bot", bot);
  if (view === "entered") return;
  if (view === "checking") {
    text(rest[0], bot ? say("house bot") : entrant.checked_in ? say("Yes") : "–");
    return;
  }
  if (view === "results") {
    text(rest[0], prize ? chips(prize) : "–");
    text(rest[1], entrant.by || "–");
    link(rest[2], entrant.hand && `#/hand/${encodeURIComponent(entrant.hand)}`, say("Replay"), player);
    return;
  }
  text(rest[0], place ? (prize ? say("won {prize}", { prize }) : say("out", {}, "of the tournament")) : chips(stack));
  text(rest[1], place ? "" : inBlinds(stack, now.clock.big_blind));
  const number = now.tables[entrant.table];
  const words = number ? say("Table {table} · {seat}", { table: String(number), seat: String(entrant.seat + 1) }) : "";
  if (place) link(rest[2], entrant.hand && `#/hand/${encodeURIComponent(entrant.hand)}`, say("Replay"), player);
  else link(rest[2], words && `#/table/${encodeURIComponent(entrant.table)}`, words, "");
}

/** A cell with a link, or nothing. @param {Element} cell @param {string} href @param {string} words @param {string} about */
function link(cell, href, words, about) {
  const old = cell.firstElementChild;
  if (!href) cell.replaceChildren();
  else if (old?.getAttribute("href") === href) text(old, words);
  else cell.replaceChildren(el("a", { href, "aria-label": about ? `${words}: ${about}` : null }, words));
}
