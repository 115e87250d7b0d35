/** Announces a seat held for you from a waitlist, on every screen. */

import { el } from "../shared/dom.js";
import { say } from "../shared/language.js";
import { addressOf } from "./open-tables.js";

/** @import { App } from "../app.js" */

/** Watches the tables where you are on the waitlist. */
export class HeldSeats {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    /** @type {Set<string>} */
    this.tables = new Set();
    /** @type {Map<string, string>} */
    this.names = new Map();
    app.connection.on("snapshot", ({ table, spec, held = [], queue }) => {
      this.names.set(table, spec.name);
      if (this.isMine(table, queue)) this.tables.add(table);
      for (const hold of held) this.hear(table, hold);
    });
    app.connection.on("update", ({ table, events }) => {
      for (const event of events) {
        if (event.type === "queue_changed") this.queued(table, event.players);
        else if (event.type === "seat_held") this.hear(table, event);
      }
    });
  }

  /** @param {string} table @param {string[]} players */
  isMine(table, players) {
    return players.includes(this.app.connection.nameAt(table) ?? "");
  }

  /** @param {string} table @param {string[]} players */
  queued(table, players) {
    if (this.isMine(table, players)) this.tables.add(table);
    else if (this.tables.delete(table)) this.app.letGo(table);
  }

  /** @param {string} table @param {Wire.SeatHeld} hold */
  hear(table, { player, seat }) {
    if (!this.isMine(table, [player])) return;
    const words = say("Seat {seat} at {table} is held for you.", {
      seat: seat + 1,
      table: this.names.get(table) ?? table,
    });
    this.app.announce(words);
    const here = this.app.screen?.shows?.(table);
    this.app.toast(words, "good", here ? undefined : el("a", { href: addressOf([table]) }, say("Take your seat")));
  }

  /** Watch the tables where you are waiting, whichever screen is open. @param {string[]} tables */
  watch(tables) {
    for (const table of tables) {
      this.tables.add(table);
      if (!this.app.connection.tables.has(table)) this.app.connection.watch(table);
    }
  }
}
