/**
 * Alerts you to your turn at any table, whichever screen is open. Tables on screen announce their own turns; the rest
 * are watched here, without showing cards.
 */

import { callPlayer, hush, warnPlayer } from "../shared/alerts.js";
import { attribute, el, find, icon, keyed, part, text } from "../shared/dom.js";
import { clockText } from "../shared/format.js";
import { say } from "../shared/language.js";
import { answerSeeds } from "../shared/seeds.js";
import { addressOf, tablesIn } from "./open-tables.js";
import { fromSnapshot, fromUpdate, isPlaying, ownSeat, renamed, turnOf } from "./reduce.js";
import { lowerBars, tellInDialogs } from "./turn-bar.js";
import { secondsLeft, turnClock } from "./turn-clock.js";
import { askedWords } from "./words.js";

/** @import { App } from "../app.js" */
/** @import { Table } from "./reduce.js" */

/** The most tables to watch besides the ones on screen; a connection may watch 20. */
const MOST_HEARD = 12;
const TICK_MS = 500;

/** Watches the tables where you sit. */
export class YourTurns {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    /** @type {Map<string, Table | null>} where you sit; null until the table's snapshot has come */
    this.tables = new Map();
    /** @type {Map<string, string>} key of the turn that each table has announced */
    this.called = new Map();
    /** @type {Map<string, string>} key of the clock that each table has warned of */
    this.warned = new Map();
    this.timer = 0;
    const { connection } = app;
    connection.on("snapshot", (message) => {
      if (!this.isElsewhere(message.table)) return;
      answerSeeds(connection, message);
      this.changed(fromSnapshot(message, connection.nameAt(message.table)));
    });
    connection.on("update", (message) => this.update(message));
    connection.on("named", ({ at, player }) => {
      const state = this.tables.get(at);
      if (state) this.tables.set(at, renamed(state, player));
    });
    connection.on("moved", ({ table }) => this.watch([table]));
    connection.on("refused", ({ table }) => table && this.isElsewhere(table) && this.forget(table));
    connection.on("shown_out", ({ at, why, sentence }) => {
      if (!this.isElsewhere(at)) return;
      app.announce(sentence);
      app.toast(sentence, "bad");
      if (why !== "kicked") this.forget(at); // we get no more updates
    });
  }

  /** Whether you sit at a table that is not on screen. @param {string} table */
  isElsewhere(table) {
    return this.tables.has(table) && !this.isShown(table);
  }

  /** Whether a table is on screen, or will be on the first screen. @param {string} table */
  isShown(table) {
    const { screen } = this.app;
    return screen ? screen.shows?.(table) : tablesIn(location.hash)?.includes(table);
  }

  /** The tables where it is your turn. */
  get waiting() {
    return [...this.called.keys()];
  }

  // -- which tables ---------------------------------------------------------------------------------------------------

  /** You have seats at these tables. @param {string[]} tables */
  watch(tables) {
    for (const table of tables) {
      if (this.tables.has(table) || this.tables.size >= MOST_HEARD) continue;
      this.tables.set(table, null);
      // Watch again even if already watched: only a snapshot has the table's state.
      if (!this.isShown(table)) this.app.connection.watch(table);
    }
  }

  /** A table is no longer on screen. @param {string} table */
  left(table) {
    if (!this.tables.has(table) || this.tables.size > MOST_HEARD) this.forget(table);
  }

  /** You no longer have a seat at a table. @param {string} table */
  forget(table) {
    this.tables.delete(table);
    this.app.connection.waiting.delete(table);
    this.call(table, "", null);
    this.app.letGo(table);
  }

  /** Another player signed in, or you signed out. */
  forgetAll() {
    for (const table of [...this.tables.keys()]) this.forget(table);
  }

  // -- messages from tables -------------------------------------------------------------------------------------------

  /** @param {Wire.Update} update */
  update(update) {
    const { table } = update;
    const before = this.tables.get(table);
    if (!before || !this.isElsewhere(table)) return;
    answerSeeds(this.app.connection, update);
    this.changed(fromUpdate(before, update));
    if (!this.tables.has(table)) this.app.refresh().catch(() => {});
  }

  /** A table has a new state, on screen or elsewhere. @param {Table} state */
  changed(state) {
    const { table, play, turn, you } = state;
    if (ownSeat(state) === null || state.closed) {
      if (this.tables.has(table)) this.forget(table);
      return;
    }
    this.tables.set(table, state);
    const inHand = you !== null && isPlaying(state) && play?.live[you] && turn !== null;
    if (inHand) this.app.connection.waiting.add(table);
    else this.app.connection.waiting.delete(table);
    this.call(table, turnOf(state), state);
  }

  /** Alert you to a new turn, and stop when it is over. @param {string} table @param {string} asked @param {Table | null} state */
  call(table, asked, state) {
    if (asked === (this.called.get(table) ?? "")) return;
    hush(table);
    lowerBars(table);
    this.called.delete(table);
    this.warned.delete(table);
    if (asked && state?.turn) {
      this.called.set(table, asked);
      callPlayer(table, state.spec.name, asked, askedWords(state, state.turn));
      if (this.isElsewhere(table)) this.app.announce(say("Your turn at {table}", { table: state.spec.name }));
    }
    this.draw();
  }

  // -- the bar below the top ------------------------------------------------------------------------------------------

  /** Show the tables waiting for you that are not on screen. */
  draw() {
    const place = part("calls");
    const tables = this.waiting.filter((table) => this.isElsewhere(table));
    place.hidden = tables.length === 0;
    attribute(place, "aria-label", say("Tables that wait for you"));
    keyed(
      place,
      tables,
      (table) => table,
      () =>
        el(
          "a",
          { class: "call-link" },
          el("span", { class: "call-words" }),
          el("span", { class: "call-clock", "aria-hidden": "true" }),
          el("span", { class: "call-go", "aria-hidden": "true" }, say("Back to your seat"), icon("back")),
        ),
      (link, table) => {
        attribute(link, "href", this.addressOf(table));
        text(find(link, ".call-words"), this.words(table));
      },
    );
    for (const table of this.waiting) if (!tables.includes(table)) lowerBars(table);
    clearInterval(this.timer);
    if (this.waiting.length) this.timer = setInterval(() => this.tick(tables), TICK_MS);
    this.tick(tables);
    this.app.screen?.waits?.();
  }

  /** @param {string} table */
  words(table) {
    return say("Your turn at {table}", { table: this.tables.get(table)?.spec.name ?? table });
  }

  /** @param {string} table */
  addressOf(table) {
    return this.app.screen?.addressWith?.(table) ?? addressOf([table]);
  }

  /** Warn once before a clock runs out, and once more before the time bank does. @param {string} table @param {number} now the server's time */
  warn(table, now) {
    const state = this.tables.get(table);
    if (!state?.turn) return;
    const { late, left, banking } = turnClock(state.turn, state.spec.pace.action_ms, now);
    const key = `${this.called.get(table)}${banking ? " bank" : ""}`;
    if (!late || left === 0 || this.warned.get(table) === key) return;
    this.warned.set(table, key);
    const time = clockText(left);
    warnPlayer(table, state.spec.name, time);
    this.app.announce(say("{time} left to act at {table}.", { time, table: state.spec.name }));
  }

  /** Update the clocks and the bars in dialogs. @param {string[]} tables */
  tick(tables) {
    const now = this.app.connection.now();
    for (const table of this.waiting) this.warn(table, now);
    for (const [index, clock] of part("calls").querySelectorAll(".call-clock").entries()) {
      const turn = this.tables.get(tables[index])?.turn;
      text(clock, (turn && secondsLeft(turn, now)) || "");
    }
    for (const table of tables) tellInDialogs(table, this.words(table), () => this.app.go(this.addressOf(table)));
  }
}
