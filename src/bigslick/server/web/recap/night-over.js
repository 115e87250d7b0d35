/** Brings the players of a table to the night's recap when it closes, or when they come to it afterwards. */

import { api } from "../shared/api.js";
import { el } from "../shared/dom.js";
import { say } from "../shared/language.js";
import { isPlaying } from "../table/reduce.js";
import { NIGHT_OVER, recapAddress } from "./recap-address.js";

/** @import { App } from "../app.js" */
/** @import { Table } from "../table/reduce.js" */

/** How long the last hand is to be seen first. */
const SHOWDOWN_MS = 4_000;

/** Whether a table closes under a player who has a seat. @param {Table} before @param {Table} next */
export const closesUnder = (before, next) =>
  next.closed !== "" && before.closed === "" && before.you !== null && !next.spec.tournament;

/** What happens on the screen after a table has closed. */
export class NightOver {
  /** @param {App} app @param {() => boolean} isAlone whether the screen has no other table */
  constructor(app, isAlone) {
    this.app = app;
    this.isAlone = isAlone;
    this.timer = 0;
    this.hasLeft = false;
  }

  /** @param {Table} before @param {Table} next */
  update(before, next) {
    if (!closesUnder(before, next)) return;
    const seen = before.play && (isPlaying(before) || before.closing);
    this.timer = setTimeout(() => this.open(next), seen ? SHOWDOWN_MS : 0);
  }

  /** Go to the recap; other tables on the screen go on, so there is a link instead. @param {Table} state */
  open({ table, spec }) {
    if (!this.isAlone()) this.link(table, spec.name);
    else {
      this.app.announce(NIGHT_OVER);
      this.app.go(recapAddress(table));
    }
  }

  /** @param {string} table @param {string} name */
  link(table, name) {
    const words = say("{name} is closed.", { name });
    this.app.toast(words, "good", el("a", { href: recapAddress(table) }, say("The night’s recap")));
  }

  /**
   * The table is not there any more: lead to its recap, if the player may see it.
   * @param {string} table @returns {Promise<boolean>} whether the screen has changed
   */
  async lookBack(table) {
    const recap = this.app.me ? await api.recap(table).catch(() => null) : null;
    if (this.hasLeft) return true;
    if (!recap) return false;
    if (this.isAlone()) {
      this.app.announce(NIGHT_OVER);
      location.replace(recapAddress(table)); // or going back would lead here again
      return true;
    }
    this.link(table, recap.name);
    return false;
  }

  /** Stop when the table leaves the screen. */
  leave() {
    this.hasLeft = true;
    clearTimeout(this.timer);
  }
}
