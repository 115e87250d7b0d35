/** Actions for your seat (sit down, top up, sit out, leave) and the menu that offers them. */

import { el } from "../shared/dom.js";
import { say } from "../shared/language.js";
import { bustDialog } from "./finish-dialogs.js";
import { isBroke, isPlaying, ownSeat } from "./reduce.js";
import { changeSeatDialog } from "./seat-changes.js";
import { botDialog, leaveDialog, seatDialog, sitDialog, topUpDialog } from "./sit.js";

/** @import { App } from "../app.js" */
/** @import { Table } from "./reduce.js" */

/** How long the last hand is to be seen before a dialog comes. */
const SHOWDOWN_MS = 4_000;

/** Your seat at one table. */
export class OwnSeat {
  /**
   * @param {App} app @param {() => Table | null} table the current state
   * @param {() => ([string, () => unknown] | null)[]} more what else can be done from it now
   */
  constructor(app, table, more) {
    this.app = app;
    this.table = table;
    this.more = more;
    const menu = { class: "quiet small seat-open", type: "button", hidden: true, onclick: () => this.openMenu() };
    this.button = el("button", menu, say("Your seat"));
    /** @type {HTMLDialogElement | null} the last dialog about the seat; a turn closes it */
    this.dialog = null;
    /** @type {HTMLDialogElement | null} that your last chip is gone */
    this.bust = null;
    this.broke = false;
    /** The timer while the showdown is still to be seen; 0 for none. */
    this.showdown = 0;
  }

  /** @param {Table} state */
  draw(state) {
    this.button.hidden = ownSeat(state) === null || state.closed !== "";
    const broke = isBroke(state) && !state.spec.tournament;
    if (broke && !this.broke) this.afterShowdown(() => this.tellBust());
    if (!broke && this.broke) {
      clearTimeout(this.showdown);
      this.bust?.close();
    }
    this.broke = broke;
  }

  /** Open a dialog when the showdown has been seen. @param {() => HTMLDialogElement | null} open */
  afterShowdown(open) {
    this.showdown = setTimeout(() => {
      this.dialog = open();
    }, SHOWDOWN_MS);
  }

  tellBust() {
    this.bust = bustDialog(
      this.app,
      () => this.topUp(),
      () => this.askToLeave(),
    );
    return this.bust;
  }

  /** Stop when the table leaves the screen. */
  leave() {
    clearTimeout(this.showdown);
    this.bust?.close();
  }

  /** The menu is far from the turn's buttons, so a hurried click cannot land in it. */
  openMenu() {
    const state = this.table();
    const seat = state && ownSeat(state);
    if (!state || !seat) return;
    const { table, spec } = state;
    /** @type {[string, () => unknown][]} */
    const choices = [];
    if (!seat.sitting_out) choices.push([say("Sit out"), () => this.app.command("sit_out", { table })]);
    if (!seat.sitting_out && !spec.tournament) {
      const on = !seat.out_at_blind;
      const words = on ? say("Sit out at my next big blind") : say("Post my next big blind after all");
      choices.push([words, () => this.app.command("sit_out_at_blind", { table, on })]);
    }
    if (spec.straddle) {
      const on = !seat.straddles;
      choices.push([
        on ? say("Straddle when I may") : say("No more straddles"),
        () => this.app.command("straddle", { table, on }),
      ]);
    }
    for (const choice of this.more()) if (choice) choices.push(choice);
    if (!spec.tournament) {
      if (state.play && !seat.sitting_out) {
        const on = !seat.wants_bomb;
        const want = () => this.app.command("want_bomb_pot", { table, on });
        choices.push([on ? say("Propose a bomb pot") : say("No bomb pot after all"), want]);
      }
      choices.push([say("Top up", {}, "buy more chips"), () => this.topUp()]);
      if (!state.redraw && !seat.leaving) choices.push([say("Change seats"), () => this.changeSeat()]);
      choices.push([say("Add or remove bots"), () => this.addBot(null)]);
      if (!seat.leaving) choices.push([say("Leave the table"), () => this.askToLeave()]);
    }
    this.dialog = seatDialog(seat, choices);
  }

  changeSeat() {
    const state = this.table();
    if (state) this.dialog = changeSeatDialog(this.app, state);
  }

  /** Leave now, or ask first if that would fold a hand. */
  askToLeave() {
    const state = this.table();
    const seat = state && ownSeat(state);
    if (!state || !seat) return;
    const go = () => this.app.command("leave", { table: state.table });
    if (isPlaying(state) && state.play?.live[seat.seat]) this.dialog = leaveDialog(go);
    else go();
  }

  /** @param {number | null} seat null for any */
  sit(seat) {
    this.app.withAccount((me) => {
      const state = this.table();
      return state && sitDialog(this.app, me, state, seat);
    });
  }

  topUp() {
    this.app.withAccount((me) => {
      const state = this.table();
      return state && topUpDialog(this.app, me, state);
    });
  }

  /** @param {number | null} seat null for any */
  addBot(seat) {
    const state = this.table();
    if (state) botDialog(this.app, state, seat);
  }
}
