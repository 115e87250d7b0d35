/**
 * One to four tables on the page: side by side if they fit, otherwise one in front with tabs for the others. A table
 * waiting for you comes to the front, unless you are busy at another.
 */

import { titled } from "../shared/alerts.js";
import { onDialog } from "../shared/dialogs.js";
import { attribute, el, icon, text, toggle } from "../shared/dom.js";
import { say } from "../shared/language.js";
import { notFound } from "../shared/not-found.js";
import { preferences } from "../shared/preferences.js";
import { play } from "../sound/player.js";
import { addTableDialog, closeTableDialog } from "./add-table.js";
import { GUARD_MS } from "./dock/click-guard.js";
import { addressOf, arrange, MOST_TABLES, openTables, rememberTables, tablesIn } from "./open-tables.js";
import { ownSeat } from "./reduce.js";
import { TableScreen } from "./table.js";
import { TableTab } from "./table-tab.js";
import { lowerBars, markDialogs, tickBars } from "./turn-bar.js";
import { secondsLeft } from "./turn-clock.js";

/** @import { App } from "../app.js" */
/** @import { Cue } from "../sound/cues.js" */

const SETTLE_MS = 100;
/** Events that must not reach a table that has just come to the front. */
const GUARDED = ["click", "pointerdown", "mousedown", "touchstart", "change", "input", "submit", "keydown"];
const FIELDS = "textarea, select, [contenteditable], input:not([type=checkbox], [type=radio], [type=button])";

/** One table with its pane, header and tab. */
class Place {
  /** @param {TablesScreen} tables @param {string} table @param {number} number */
  constructor(tables, table, number) {
    this.view = new TableScreen(tables.app, table, tables);
    const close = { class: "quiet round", type: "button", onclick: () => tables.askToClose(this) };
    this.close = el("button", close, icon("close"));
    this.head = el("div", { class: "pane-head", hidden: true });
    const choose = () => tables.front !== this && tables.choose(this);
    this.root = el("div", { class: "pane", tabindex: -1 }, this.head, this.view.root);
    for (const kind of ["pointerdown", "focusin"]) this.root.addEventListener(kind, choose);
    this.tab = new TableTab(number, () => tables.choose(this));
    /** The name in the header. */
    this.labelled = "";
  }

  /** The table's name, or "" until we know it. */
  get name() {
    return this.view.state?.spec.name ?? "";
  }

  /** Key of the turn waiting for you, or "". */
  get asked() {
    return this.view.asked && `${this.view.table}:${this.view.asked}`;
  }

  /** The deadline of that turn. */
  get deadline() {
    return this.view.state?.turn?.deadline ?? 0;
  }

  /** Label the pane if there are several. @param {boolean} several */
  label(several) {
    const { view, name } = this;
    this.labelled = name;
    attribute(this.root, "role", several ? "group" : null);
    attribute(this.root, "aria-label", several ? name : null);
    attribute(this.close, "aria-label", say("Close {table}", { table: name }));
    view.labelParts(several ? name : "");
  }
}

/** The screen with all open tables. */
export class TablesScreen {
  /** @param {App} app @param {string[]} tables */
  constructor(app, tables) {
    this.app = app;
    this.title = say("{count, plural, one {# table} other {# tables}}", { count: tables.length });
    /** @type {Place[]} in the order of their tabs, which only you change */
    this.places = [];
    /** @type {Place | null} the table that keys act on, and the visible one if only one fits */
    this.front = null;
    /** Key of the front table's turn when last checked. */
    this.frontAsked = "";
    /** @type {Set<string>} turns you have put off until the one in front is over */
    this.passed = new Set();
    /** Whether a mouse button or finger is down. */
    this.pressed = false;
    /** The timer while a new front table ignores input; 0 for none. */
    this.fresh = 0;
    /** Whether clicks are ignored too, because something else is now under the pointer. */
    this.shielded = false;
    /** Whether only one table fits. */
    this.single = false;
    const add = () => addTableDialog(app, this.ids);
    const plus = { class: "quiet round add-table", type: "button", "aria-label": say("Add a table"), onclick: add };
    this.strip = el("nav", { class: "table-strip", "aria-label": say("Your tables"), hidden: true });
    this.tabs = el("div", { class: "table-tabs" });
    this.strip.append(this.tabs, el("button", plus, icon("plus")));
    this.tile = el(
      "div",
      { class: "pane-tile", hidden: true },
      el("button", { class: "secondary", type: "button", onclick: add }, icon("plus"), say("Add a table")),
    );
    this.panes = el("div", { class: "panes" }, this.tile);
    this.root = el("div", { class: "tables" }, this.strip, this.panes);
    this.count = el("span", { class: "where-name" });
    this.back = el("a", { class: "quiet round", href: "#/", "aria-label": say("Back to the lobby") }, icon("back"));
    this.plus = el("button", plus, icon("plus"));
    this.bar = el("div", { class: "where-bar" });
    this.where = [this.bar];
    for (const kind of GUARDED)
      for (const part of [this.panes, this.bar])
        part.addEventListener(kind, (event) => this.guard(event), { capture: true });
    /** @type {[string, () => void][]} */
    this.pointers = [
      ["pointerdown", () => this.press(true)],
      ["pointerup", () => this.press(false)],
      ["pointercancel", () => this.press(false)],
      ["blur", () => this.press(false)],
    ];
    this.size = new ResizeObserver(() => this.lay());
    this.timer = 0;
    /** Stops hearing of dialogs. */
    this.deafen = () => {};
    this.wanted = tables;
  }

  get ids() {
    return this.places.map(({ view }) => view.table);
  }

  get several() {
    return this.places.length > 1;
  }

  enter() {
    for (const [kind, hear] of this.pointers) addEventListener(kind, hear, { capture: true });
    this.size.observe(this.root);
    this.timer = setInterval(() => this.settle(), SETTLE_MS);
    this.deafen = onDialog(() => this.markDialogs());
    this.become(this.wanted);
  }

  leave() {
    for (const [kind, hear] of this.pointers) removeEventListener(kind, hear, { capture: true });
    this.size.disconnect();
    clearInterval(this.timer);
    this.deafen();
    clearTimeout(this.fresh);
    for (const { view } of this.places) view.leave();
  }

  /** Switch to a new address in place if at least one table stays. @param {string} hash */
  moveTo(hash) {
    const tables = tablesIn(hash);
    if (!tables || tables.length > MOST_TABLES || !tables.some((table) => this.shows(table))) return false;
    this.become(tables);
    return true;
  }

  /** @param {string} table */
  shows(table) {
    return this.ids.includes(table);
  }

  /** The address that follows the player to a new seat, or null to stay. @param {Wire.PlayerMoved} moved */
  addressAfter(moved) {
    const old = this.places.find(({ view }) => view.follows(moved));
    if (!old) return null;
    return addressOf([...new Set(this.places.map((one) => (one === old ? moved.table : one.view.table)))]);
  }

  /** The address of a waiting table: beside the open ones if you have a seat here. @param {string} table */
  addressWith(table) {
    const plays = this.places.some(({ view: { state } }) => state !== null && ownSeat(state) !== null);
    return addressOf(plays && this.places.length < MOST_TABLES ? [...this.ids, table] : [table]);
  }

  // -- which tables ---------------------------------------------------------------------------------------------------

  /** @param {string[]} tables */
  become(tables) {
    const kept = new Map(this.places.map((place) => [place.view.table, place]));
    const fresh = tables.filter((table) => !kept.has(table));
    this.places = tables.map((table, index) => kept.get(table) ?? new Place(this, table, index + 1));
    for (const [table, place] of kept) {
      if (tables.includes(table)) continue;
      place.view.leave();
      place.root.remove();
    }
    for (const [index, place] of this.places.entries()) {
      place.tab.number(index + 1);
      if (fresh.includes(place.view.table)) place.view.enter();
    }
    this.panes.replaceChildren(...this.places.map(({ root }) => root), this.tile);
    this.tabs.replaceChildren(...this.places.map(({ tab }) => tab.root));
    const stays = this.front && this.places.includes(this.front) ? this.front : this.places[0];
    const old = openTables();
    const added = old.length ? this.places.find(({ view }) => !old.includes(view.table)) : null;
    this.front = added ?? stays;
    rememberTables(tables);
    this.lay();
    this.settle();
  }

  /** Put the name and buttons of a single visible table in the top bar, or of several in their panes' headers. */
  drawHeads() {
    const alone = this.several ? (this.single ? this.front : null) : this.places[0];
    for (const place of this.places) {
      const parts = this.several ? [...place.view.where, place.close] : place.view.where;
      if (place !== alone) hold(place.head, parts);
      else if (this.several) hold(this.bar, [this.back, ...parts]);
      else hold(this.bar, [this.back, ...parts.slice(0, -1), this.plus, ...parts.slice(-1)]);
      place.head.hidden = place === alone;
      place.label(this.several);
    }
    if (!alone) hold(this.bar, [this.back, this.count, this.plus]);
    text(this.count, say("{count, plural, one {# table} other {# tables}}", { count: this.places.length }));
    this.title = this.several
      ? say("{count, plural, one {# table} other {# tables}}", { count: this.places.length })
      : this.places[0].name || this.title;
    titled(this.title);
  }

  /** @param {Place} place */
  askToClose(place) {
    const { state } = place.view;
    const close = () => this.app.go(addressOf(this.ids.filter((table) => table !== place.view.table)));
    const seat = state && !state.closed && !state.spec.tournament ? ownSeat(state) : null;
    if (!seat || seat.leaving) {
      close();
      return;
    }
    const leave = () => {
      this.app.command("leave", { table: place.view.table });
      place.view.offers.left();
      close();
    };
    closeTableDialog(place.name, leave, close);
  }

  /** Lay the panes out side by side, or show one at a time. */
  lay() {
    const { clientWidth: width, clientHeight: height } = this.root;
    const count = this.places.length;
    const found = arrange(width, height, count);
    this.single = found === null;
    toggle(this.root, "many", this.several);
    toggle(this.root, "single", this.single);
    toggle(this.bar, "crowded", this.single);
    this.strip.hidden = !this.single;
    const { columns, rows } = found ?? { columns: 1, rows: 1 };
    this.panes.style.setProperty("--columns", String(columns));
    this.panes.style.setProperty("--rows", String(rows));
    this.tile.hidden = this.single || columns * rows <= count || count >= MOST_TABLES;
    for (const place of this.places) place.root.hidden = this.single && place !== this.front;
    this.drawHeads();
  }

  // -- which is in front ----------------------------------------------------------------------------------------------

  /** Bring the waiting table with the shortest clock to the front, unless you are busy. */
  settle() {
    const now = this.app.connection.now();
    const asked = this.front?.asked ?? "";
    const over = this.frontAsked !== "" && this.frontAsked !== asked;
    if (over) this.passed.clear();
    this.frontAsked = asked;
    for (const place of this.places) {
      const front = place === this.front;
      place.tab.draw(place.view.state, now, front, place.asked !== "");
      toggle(place.root, "waits", this.several && place.asked);
      toggle(place.root, "front", this.several && front);
    }
    this.tickBars(now);
    // A turn that immediately follows another at the same table counts as not started.
    if (!this.several || (asked && !over) || this.isBusy(over)) return;
    const waiting = this.places.filter((place) => place.asked && !this.passed.has(place.asked));
    const [next] = waiting.toSorted((a, b) => a.deadline - b.deadline);
    if (next) this.show(next);
  }

  /**
   * Whether you are in the middle of something we must not interrupt.
   * @param {boolean} over whether the front turn has just ended, along with anything typed there
   */
  isBusy(over) {
    if (this.pressed || document.querySelector("dialog[open]")) return true;
    const focused = document.activeElement;
    if (!focused?.closest(".panes") || !focused.matches(FIELDS)) return false;
    return !(over && focused.closest(".controls"));
  }

  /** The turns that wait for you here. */
  get turns() {
    return this.places.flatMap(({ asked, view }) => (asked && view.state?.turn ? [view.state.turn] : []));
  }

  /** A dialog has opened: the clock of a turn does not stop for it. */
  markDialogs() {
    if (!this.turns.length) return;
    markDialogs();
    this.tickBars(this.app.connection.now());
  }

  /** @param {number} now the server's time */
  tickBars(now) {
    const left = this.turns.map((turn) => secondsLeft(turn, now));
    tickBars(left.length ? say("{seconds} s", { seconds: Math.min(...left) }) : "");
  }

  /** @param {boolean} down */
  press(down) {
    this.pressed = down;
  }

  /** You chose a table, so turns elsewhere can wait. @param {Place} place */
  choose(place) {
    for (const other of this.places) if (other !== place && other.asked) this.passed.add(other.asked);
    this.show(place, true);
  }

  /** @param {Place} place @param {boolean} [chosen] whether you chose it */
  show(place, chosen = false) {
    const before = this.front;
    if (before === place) return;
    const focused = before?.root.contains(document.activeElement) ?? false;
    this.front = place;
    this.frontAsked = place.asked;
    this.lay();
    if (before && (this.single || !chosen)) this.rest(this.single);
    if (focused) place.root.focus({ preventScroll: true });
    if (this.single) place.tab.root.scrollIntoView({ block: "nearest", inline: "nearest" });
    this.settle();
  }

  /** Ignore input for a moment after another table has come to the front. @param {boolean} shielded whether to ignore clicks too */
  rest(shielded) {
    clearTimeout(this.fresh);
    this.shielded = shielded;
    this.fresh = setTimeout(() => {
      this.fresh = 0;
      toggle(this.root, "fresh-front", false);
    }, GUARD_MS);
    toggle(this.root, "fresh-front", true);
    if (shielded) for (const { view } of this.places) view.controls.rest();
  }

  /** Block input that was meant for another table; Tab never acts at a table. @param {Event} event */
  guard(event) {
    const isTab = event instanceof KeyboardEvent && event.key === "Tab";
    if (!this.fresh || isTab || !(this.shielded || event.type === "keydown")) return;
    event.stopPropagation();
    event.preventDefault();
  }

  // -- messages from a table to the page ------------------------------------------------------------------------------

  /** @param {TableScreen} view */
  placeOf(view) {
    return this.places.find((place) => place.view === view);
  }

  /** A table has changed. @param {TableScreen} view */
  changed(view) {
    const place = this.placeOf(view);
    if (place && place.labelled !== place.name) this.drawHeads();
    const playing = this.places.some(({ view: { state } }) => state !== null && state.you !== null && !state.closed);
    this.app.wakeLock.want(playing);
    if (!this.places.some(({ asked }) => asked)) lowerBars();
    this.settle();
  }

  /**
   * Announce everything at the front table, and only turns at the others.
   * @param {TableScreen} view @param {string} words @param {string} [turn] what your turn asks
   */
  say(view, words, turn = "") {
    const name = view.state?.spec.name ?? "";
    if (!this.several) {
      this.app.announce([words, turn].filter(Boolean).join(" "));
      return;
    }
    if (words && this.front?.view === view) this.app.announce(say("{table}: {words}", { table: name, words }));
    if (turn) this.app.announce(say("{table} waits for you. {situation}", { table: name, situation: turn }));
  }

  /** Only the front table is heard, and only while you see it. @param {TableScreen} view @param {Cue | null} cue */
  sound(view, cue) {
    if (cue && this.front?.view === view && !document.hidden && preferences().tableSounds) play(cue.sound, cue.times);
  }

  // -- keys -----------------------------------------------------------------------------------------------------------

  /** @param {KeyboardEvent} event */
  key(event) {
    return this.fresh !== 0 || (this.front?.view.key(event) ?? false);
  }

  /** Alt and a digit bring a table to the front, wherever the focus is. @param {KeyboardEvent} event */
  shortcut(event) {
    const digit = /^Digit([1-4])$/.exec(event.code)?.[1];
    if (!digit || !event.altKey || event.ctrlKey || event.metaKey || !this.several) return false;
    const place = this.places[Number(digit) - 1];
    if (!place) return false;
    this.choose(place);
    this.app.announce(say("{table} is in front.", { table: place.name }));
    place.root.focus({ preventScroll: true });
    return true;
  }
}

/**
 * Put parts into an element, unless they are already there, and keep the focus.
 * @param {Element} place @param {Element[]} parts
 */
function hold(place, parts) {
  const there =
    parts.length === place.childElementCount && parts.every((part, index) => place.children[index] === part);
  if (there) return;
  const focused = document.activeElement;
  place.replaceChildren(...parts);
  if (focused instanceof HTMLElement && place.contains(focused)) focused.focus({ preventScroll: true });
}

/** The screen for an address with too many tables. */
export class TooManyScreen {
  /** @param {string[]} tables */
  constructor(tables) {
    this.title = say("Too many tables");
    this.root = notFound(say("Too many tables"), say("Four tables fit on one page. Close one to open another."));
    const first = { class: "secondary", href: addressOf(tables.slice(0, MOST_TABLES)) };
    this.root.append(el("a", first, say("Open the first four")));
  }
}
