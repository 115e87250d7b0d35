/** Brings the players of a table to the night's recap when it closes. */

import { el } from "../shared/dom.js";
import { say } from "../shared/language.js";
import { isPlaying } from "../table/reduce.js";
import { recapAddress } from "./recap.js";

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
  }

  /** @param {Table} before @param {Table} next */
  update(before, next) {
    if (!closesUnder(before, next)) return;
    const seen = before.play && (isPlaying(before) || before.closing);
    this.timer = setTimeout(() => this.open(next), seen ? SHOWDOWN_MS : 0);
  }

  /** Go to the recap; other tables on the screen go on, so there is a link instead. @param {Table} state */
  open({ table, spec }) {
    const address = recapAddress(table);
    if (this.isAlone()) {
      this.app.announce(say("The table is closed. This is the night’s recap."));
      this.app.go(address);
    } else {
      const words = say("{name} is closed.", { name: spec.name });
      this.app.toast(words, "good", el("a", { href: address }, say("The night’s recap")));
    }
  }

  /** The table is no longer on the screen. */
  leave() {
    clearTimeout(this.timer);
  }
}
