/** My hands: what the player played, searched and paged, with figures, a graph and files to take away. */

import { FORMATS } from "../generated/choices.js";
import { api } from "../shared/api.js";
import { cardPicture } from "../shared/cards.js";
import { choice, field } from "../shared/dialogs.js";
import { el, icon, text } from "../shared/dom.js";
import { chips } from "../shared/format.js";
import { locale } from "../shared/language.js";
import { winningsGraph } from "./winnings.js";
import { signed, RECORD_WORDS as W } from "./words-records.js";

/** @import { App } from "../app.js" */

const DAY_MS = 86_400_000;
const TYPING_MS = 400;
const WHEN = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" });
/** The figures that every player knows; the others stand in a table. */
const FIRST = ["hands", "net", "bb_per_100", "vpip", "pfr", "three_bet", "aggression", "wtsd", "wsd", "wwsf"];
const WHOLE = ["hands", "net"];
const RATIOS = ["bb_per_100", "aggression"];
/** The filters that the server knows by the same name. */
const PLAIN = ["table", "won", "showdown", "holding", "least_pot", "most_pot"];

/** All hands of the player who is signed in. */
export class HandsScreen {
  /** @param {App} app @param {string} chosen the filters, as the address keeps them */
  constructor(app, chosen) {
    this.app = app;
    this.title = W.title;
    this.chosen = new URLSearchParams(chosen);
    /** Counts what was asked, so that an answer that comes late is not shown. */
    this.asked = 0;
    this.next = "";
    this.timer = 0;
    this.words = el("p", { class: "hint", role: "status" }, W.loading);
    this.list = el("ol", { class: "my-hands", "aria-label": W.list });
    const more = { class: "secondary", type: "button", hidden: true, onclick: () => this.load(false) };
    this.more = el("button", more, W.more);
    this.tables = choice(W.table, "table", [["", W.everyTable]]);
    this.filters = this.newFilters();
    this.figures = el("div", { class: "figures", "aria-live": "polite" });
    this.graph = el("div", { class: "graph" });
    this.parts = [
      el("section", { "aria-label": W.figures }, el("h2", {}, W.figures), this.figures),
      el("section", { "aria-label": W.graph }, el("h2", {}, W.graph), this.graph),
      el("section", { "aria-label": W.list }, this.words, this.list, this.more),
    ];
    const open = chosen !== "" || matchMedia("(min-width: 700px)").matches;
    const filters = el("details", { class: "filters", open }, el("summary", {}, W.filters), this.filters);
    this.root = el("div", { class: "records" }, el("h1", {}, W.title), filters, ...this.parts);
    const back = { class: "quiet round", href: "#/", "aria-label": W.lobby };
    this.where = [
      el("a", back, icon("back")),
      el("span", { class: "where-words" }, el("span", { class: "where-name" }, W.title)),
    ];
  }

  newFilters() {
    const { chosen } = this;
    const was = (/** @type {string} */ name) => chosen.get(name) ?? "";
    const blinds = { type: "number", min: 0, max: 1_000_000_000, step: 1, inputmode: "numeric" };
    const plain = { autocomplete: "off", autocapitalize: "off", spellcheck: "false", maxlength: 200 };
    const clear = { class: "quiet small", type: "button", onclick: () => this.clear() };
    const save = { class: "secondary small", type: "button", onclick: () => this.download() };
    const fields = [
      this.tables,
      choice(W.period, "days", W.periods, was("days")),
      choice(W.result, "won", W.results, was("won")),
      choice(W.ending, "showdown", W.endings, was("showdown")),
      field(W.holding, { name: "holding", placeholder: W.holdingHint, value: was("holding"), ...plain }),
      field(W.leastPot, { name: "least_pot", value: was("least_pot"), ...blinds }),
      field(W.mostPot, { name: "most_pot", value: was("most_pot"), ...blinds }),
    ];
    this.format = choice(
      W.format,
      "format",
      FORMATS.map(({ name, words }) => [name, words]),
    );
    const files = el("div", { class: "files" }, this.format, el("button", save, W.downloadButton));
    return el(
      "form",
      {
        class: "filter-form",
        "aria-label": W.filters,
        onsubmit: (event) => this.search(event),
        oninput: () => this.soon(),
      },
      el("div", { class: "filter-fields" }, ...fields),
      el("div", { class: "filter-foot" }, el("button", clear, W.clear), files),
    );
  }

  enter() {
    if (!this.app.me) {
      const signIn = { class: "primary", type: "button", onclick: () => this.app.withAccount(() => this.app.route()) };
      const words = el("p", {}, W.signIn);
      this.root.replaceChildren(el("div", { class: "nothing" }, words, el("button", signIn, W.signInButton)));
      return;
    }
    this.fillTables();
    this.load(true);
  }

  leave() {
    clearTimeout(this.timer);
    this.asked++;
  }

  // -- filters --------------------------------------------------------------------------------------------------------

  async fillTables() {
    const select = this.tables.querySelector("select");
    try {
      const options = (await api.handTables()).map(({ table, name, hands }) =>
        el("option", { value: table, selected: table === this.chosen.get("table") }, W.tableOption(name, table, hands)),
      );
      select?.append(...options);
    } catch {
      // Without the list the other filters still work.
    }
  }

  /** Search when the typing rests. */
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
      if (name !== "format" && String(value).trim()) chosen.set(name, String(value).trim());
    }
    if (chosen.toString() === this.chosen.toString()) return;
    this.chosen = chosen;
    const query = chosen.toString();
    history.replaceState(null, "", query ? `#/hands/${encodeURIComponent(query)}` : "#/hands");
    this.load(true);
  }

  clear() {
    for (const input of this.filters.querySelectorAll("input, select")) {
      if (input instanceof HTMLInputElement || (input instanceof HTMLSelectElement && input.name !== "format")) {
        input.value = "";
      }
    }
    this.search();
  }

  /** The filters as the server reads them. @param {Record<string, string>} [more] */
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

  /** Take the hands that the filters leave along as a file. */
  download() {
    const format = this.format?.querySelector("select")?.value ?? FORMATS[0].name;
    const link = el("a", { href: api.historiesPath(this.query({ format })), download: "" });
    this.root.append(link);
    link.click();
    link.remove();
  }

  // -- answers --------------------------------------------------------------------------------------------------------

  /** @param {boolean} anew whether from the newest hand on, with the figures */
  async load(anew) {
    const asked = ++this.asked;
    if (anew) {
      text(this.words, W.loading);
      this.count(asked);
    }
    this.more.disabled = true;
    /** @type {Wire.HandPage} */
    let page;
    try {
      page = await api.myHands(this.query(anew ? {} : { after: this.next }));
    } catch (error) {
      if (asked !== this.asked) return;
      text(this.words, /** @type {Error} */ (error).message);
      this.more.disabled = false;
      if (anew) this.list.replaceChildren();
      return;
    }
    if (asked !== this.asked) return;
    const rows = page.hands.map(handRow);
    if (anew) this.list.replaceChildren(...rows);
    else this.list.append(...rows);
    const empty = this.chosen.toString() ? W.noneFit : W.none;
    text(this.words, this.list.childElementCount ? "" : empty);
    this.next = page.next;
    this.more.hidden = !page.next;
    this.more.disabled = false;
    if (!anew) rows[0]?.querySelector("a")?.focus();
  }

  /** @param {number} asked */
  async count(asked) {
    this.figures.replaceChildren(el("p", { class: "hint" }, W.counting));
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

/** @param {string} name @param {Wire.PlayerFigures} found */
function figureText(name, found) {
  const value = /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (found))[name];
  if (typeof value !== "number") return "–";
  if (name === "net") return signed(value);
  if (name === "bb_per_100") return signed(value, Math.abs(value).toFixed(1));
  if (WHOLE.includes(name)) return chips(value);
  return RATIOS.includes(name) ? value.toFixed(1) : `${value.toFixed(1)} %`;
}

/** @param {Wire.PlayerFigures} found */
function figureParts(found) {
  const tiles = FIRST.map((name) =>
    el("div", { class: "tile" }, el("dt", {}, W.names[name]), el("dd", {}, figureText(name, found))),
  );
  const others = Object.keys(W.names).filter((name) => !FIRST.includes(name));
  const rows = others.map((name) =>
    el("tr", {}, el("th", { scope: "row" }, W.names[name]), el("td", {}, figureText(name, found))),
  );
  const head = el("tr", {}, el("th", { scope: "col" }, W.figure), el("th", { scope: "col" }, W.value));
  const table = el("table", { class: "plain-table" }, el("thead", {}, head), el("tbody", {}, ...rows));
  return [
    el("dl", { class: "tiles" }, ...tiles),
    el("details", { class: "more" }, el("summary", {}, W.allFigures), table),
  ];
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
        el("span", { class: "my-hand-name" }, W.hand(hand.name, hand.number)),
        el("time", { datetime: when.toISOString() }, WHEN.format(when)),
      ),
      pictures("my-hole", hand.hole),
      pictures("my-board", hand.board),
      el(
        "span",
        { class: "my-pot" },
        el("span", {}, W.pot(hand.pot)),
        el("span", { class: "hint" }, hand.showdown ? W.showdown : W.noShowdown),
      ),
      el("span", { class: `net ${look}` }, signed(hand.net)),
    ),
  );
}
