/** The dock when it is not your turn: what the table is waiting for, and the buttons that get you dealt in. */

import { recapAddress } from "../../recap/recap-address.js";
import { el, text } from "../../shared/dom.js";
import { clockTime, ordinal } from "../../shared/format.js";
import { say } from "../../shared/language.js";
import { isBroke, isPlaying, isViewer, ownSeat, turnOf } from "../reduce.js";
import { nameAt } from "../words.js";
import { guardIn } from "./click-guard.js";

/** @import { App } from "../../app.js" */
/** @import { HostCorner } from "../../host/host.js" */
/** @import { OwnSeat } from "../own-seat.js" */
/** @import { Table } from "../reduce.js" */

/** @typedef {[words: string, run: () => unknown, kind: "primary" | "secondary"]} DockButton */

/** A line of text and a row of buttons. */
export class IdleDock {
  /** @param {App} app @param {HostCorner} host @param {OwnSeat} seat */
  constructor(app, host, seat) {
    this.app = app;
    this.host = host;
    this.seat = seat;
    this.hint = el("p", { class: "dock-hint" });
    this.buttons = el("div", { class: "dock-buttons" });
    this.guard = guardIn(this.buttons);
    /** How the tournament ended for you, once it has. */
    this.finished = "";
  }

  /** @param {Table} state */
  draw(state) {
    const held = this.heldSeatWords(state);
    text(this.hint, this.finished || held || this.waitingWords(state) || keptWords(state) || idleWords(state));
    const wanted = this.buttonsFor(state);
    const key = wanted.map(([words, , kind]) => `${words}/${kind}`).join("|");
    if (this.buttons.dataset.key !== key) {
      this.buttons.dataset.key = key;
      const buttons = wanted.map(([words, onclick, kind]) =>
        el("button", { class: `${kind} small`, type: "button", onclick }, words),
      );
      this.buttons.replaceChildren(...buttons);
    }
    this.guard.show(turnOf(state) ? "" : key);
  }

  /** Count down the seconds a seat is held. @param {Table} state */
  tick(state) {
    if (heldSeat(state)) this.draw(state);
  }

  /** @param {Table} state */
  heldSeatWords(state) {
    const hold = ownSeat(state) ? null : heldSeat(state);
    return hold
      ? say("A seat is held for you, for {seconds, plural, one {# more second} other {# more seconds}}.", {
          seconds: Math.max(0, Math.ceil((hold.until - this.app.connection.now()) / 1000)),
        })
      : "";
  }

  /** @param {Table} state */
  waitingWords(state) {
    if (this.host.asked) return say("Waiting for the host to say yes.");
    return ownSeat(state) || state.closed ? "" : this.host.doorWords;
  }

  /** @param {Table} state @returns {DockButton[]} */
  buttonsFor(state) {
    const { spec, table } = state;
    const seat = ownSeat(state);
    if (this.host.asked && !state.closed) {
      return [[say("Take the request back"), () => this.host.send("withdraw_request"), "secondary"]];
    }
    if (spec.tournament && (!seat || state.closed || this.finished)) {
      const go = () => this.app.go(`#/tournament/${encodeURIComponent(spec.tournament)}`);
      return [[say("Go to the tournament"), go, "primary"]];
    }
    if (state.closed) {
      return [
        [say("The night’s recap"), () => this.app.go(recapAddress(table)), "primary"],
        [say("Back to the lobby"), () => this.app.go("#/"), "secondary"],
      ];
    }
    if (!seat) return this.waysIn(state);
    const sitIn = (/** @type {Wire.SitIn["how"]} */ how) => () => this.app.command("sit_in", { table, how });
    if (isBroke(state) && spec.tournament) return []; // what can be bought has a line of its own
    if (isBroke(state)) {
      return [[say("Top up", {}, "buy more chips"), () => this.seat.topUp(), "primary"]];
    }
    if (seat.leaving) return [[say("Stay", {}, "at the table"), sitIn(null), "primary"]];
    if (seat.waiting && !spec.tournament && spec.dead_blind_rule === "choice") {
      const away = seat.sitting_out;
      /** @type {DockButton[]} */
      const ways = [];
      if (away || !seat.posting) {
        ways.push([away ? say("I’m back: post now") : say("Post now"), sitIn("post"), "primary"]);
      }
      if (away || seat.posting) {
        ways.push([away ? say("I’m back: wait for the blind") : say("Wait for the blind"), sitIn("wait"), "secondary"]);
      }
      return ways;
    }
    if (seat.sitting_out) return [[say("I’m back"), sitIn(null), "primary"]];
    if (!spec.tournament && !state.play && isAlone(state)) {
      // A private table waits for friends, whom the invitation on the felt brings.
      return [[say("Add a bot"), () => this.seat.addBot(null), this.host.now?.door.private ? "secondary" : "primary"]];
    }
    return [];
  }

  /**
   * The buttons to get a seat: take an open one, or join the waitlist; either, if the open ones are kept for members.
   * @param {Table} state @returns {DockButton[]}
   */
  waysIn(state) {
    const { seats, kept } = state;
    const hold = heldSeat(state);
    if (hold) return [[say("Take your seat"), () => this.seat.sit(hold.seat), "primary"]];
    const open = seats.filter((one) => one === null).length;
    if (!open) return [this.waitlist(state, "primary")];
    /** @type {DockButton} */
    const sit = [say("Take a seat"), () => this.seat.sit(null), "primary"];
    return kept && open <= kept.count ? [sit, this.waitlist(state, "secondary")] : [sit];
  }

  /** @param {Table} state @param {DockButton[2]} kind @returns {DockButton} */
  waitlist(state, kind) {
    const { queue, table } = state;
    const place = queue.findIndex((player) => isViewer(state, player)) + 1;
    if (place) {
      const leave = () => this.app.command("unqueue", { table });
      return [say("Leave the waitlist ({place})", { place: ordinal(place) }), leave, "secondary"];
    }
    const join = () => this.app.withAccount(() => this.app.command("queue", { table }));
    const count = queue.length;
    const words = count ? say("Join the waitlist ({count} waiting)", { count }) : say("Join the waitlist");
    return [words, join, kind];
  }
}

/** The seats kept for members who said yes to the evening. @param {Table} state */
function keptWords(state) {
  if (!state.kept || ownSeat(state)) return "";
  const { count, until } = state.kept;
  return say(
    "{count, plural, one {One seat is kept} other {# seats are kept}} until {time} for members who said yes.",
    { count, time: clockTime(until) },
  );
}

/** The seat the room is holding for the viewer. @param {Table} state */
const heldSeat = (state) => state.held.find(({ player }) => isViewer(state, player)) ?? null;

/** @param {Table} state */
function idleWords(state) {
  const { play, turn } = state;
  const seat = ownSeat(state);
  const thinking = turn ? say("{who} to act.", { who: nameAt(state, turn.seat) }) : "";
  if (!seat) return [say("You’re watching."), thinking].join(" ");
  const playing = isPlaying(state) && play?.players[seat.seat] === seat.player;
  if (isBroke(state)) return state.spec.tournament ? "" : say("You have no chips left. Top up to be dealt in.");
  if (seat.leaving) return say("You leave when this hand is over.");
  if (seat.sitting_out) return say("You are sitting out.");
  if (playing) return thinking;
  if (isAlone(state)) return ""; // the note on the felt says what the table waits for
  if (seat.waiting && !seat.posting) return say("You’ll be dealt in when the big blind reaches you.");
  return seat.waiting
    ? say("You’ll post and be dealt in, once the button has passed.")
    : say("You’ll be dealt in next hand.");
}

/** Whether no one else is ready to play. @param {Table} state */
function isAlone({ seats }) {
  return seats.filter((one) => one !== null && !one.sitting_out && one.stack !== 0).length < 2;
}
