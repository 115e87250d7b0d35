/** The moments of a tournament that everyone at a table should notice: they cross the strip, and cover nothing else. */

import { el } from "../shared/dom.js";
import { blindWords, clockText } from "../shared/format.js";
import { say } from "../shared/language.js";

/** How long a moment is to be seen. */
const SHOWN_MS = 7_000;

/** @typedef {{ kind: "level" | "break" | "bubble" | "money" | "final" | "duel", words: string }} Moment */

/**
 * What has happened between two states, the most important last.
 * @param {Wire.TournamentNow} before @param {Wire.TournamentNow} now
 * @param {string | undefined} own your name there @param {number} time the server's
 * @returns {Moment[]}
 */
export function momentsBetween(before, now, own, time) {
  if (before.card.status !== "running" || now.card.status !== "running") return [];
  return [...clockMoments(before, now, time), ...moneyMoments(before, now, own), ...tableMoments(before, now)];
}

/** @param {Wire.TournamentNow} before @param {Wire.TournamentNow} now @param {number} time @returns {Moment[]} */
function clockMoments({ clock: then }, { clock }, time) {
  const stakes = blindWords(clock.small_blind, clock.big_blind, clock.ante);
  if (clock.on_break && !then.on_break) {
    const ends = clock.break_ends_at;
    const words = ends === null ? say("Break") : say("Break: play goes on in {time}", { time: clockText(ends - time) });
    return [{ kind: "break", words }];
  }
  if (clock.on_break || (clock.level === then.level && !then.on_break)) return [];
  const { level } = clock;
  return [{ kind: "level", words: say("Level {level}: blinds {stakes}, from the next hand", { level, stakes }) }];
}

/** @param {Wire.TournamentNow} before @param {Wire.TournamentNow} now @param {string | undefined} own @returns {Moment[]} */
function moneyMoments(before, now, own) {
  const paid = now.payouts.length;
  const [were, left] = [before.card.left, now.card.left];
  if (now.clock.entering || left === were) {
    if (!now.hand_for_hand || before.hand_for_hand) return [];
  }
  if (were > paid && left <= paid && paid > 1) {
    const mine = now.entrants.find(({ player }) => player === own);
    const words = mine && !mine.place ? say("You are in the money!") : say("The players left are in the money");
    return [{ kind: "money", words }];
  }
  if (now.hand_for_hand && !before.hand_for_hand)
    return [{ kind: "bubble", words: say("Hand for hand: {left} players left, {paid} paid", { left, paid }) }];
  if (left === paid + 1 && were > left && paid > 1)
    return [{ kind: "bubble", words: say("The bubble: one more player goes before the money") }];
  return [];
}

/** @param {Wire.TournamentNow} before @param {Wire.TournamentNow} now @returns {Moment[]} */
function tableMoments(before, now) {
  const { left } = now.card;
  if (left === 2 && before.card.left > 2) return [{ kind: "duel", words: say("Heads-up: two players left") }];
  if (Object.keys(before.tables).length > 1 && Object.keys(now.tables).length === 1)
    return [{ kind: "final", words: say("The final table: {left} players left", { left }) }];
  return [];
}

/** Shows moments over the strip, one after the other. */
export class MomentLine {
  /** @param {HTMLElement} strip */
  constructor(strip) {
    this.root = el("p", { class: "strip-moment", "aria-hidden": "true" });
    strip.after(this.root);
    /** @type {Moment[]} */
    this.waiting = [];
    this.timer = 0;
  }

  /** @param {Moment[]} moments */
  show(moments) {
    this.waiting.push(...moments);
    if (!this.timer) this.next();
  }

  next() {
    const moment = this.waiting.shift();
    this.timer = moment ? setTimeout(() => this.next(), SHOWN_MS) : 0;
    this.root.replaceChildren(...(moment ? [el("span", { "data-kind": moment.kind }, moment.words)] : []));
  }

  leave() {
    clearTimeout(this.timer);
  }
}
