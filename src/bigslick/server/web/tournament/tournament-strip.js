/** The strip above a tournament's table: level, blinds, players left. */

import { el, text } from "../shared/dom.js";
import { blinds, clockText, ordinal, short } from "../shared/format.js";
import { say } from "../shared/language.js";
import { averageStack, rankOf } from "../shared/standings.js";

/** @import { Level } from "../table/reduce.js" */

/** Keyed by style sheet class. */
const FACTS = {
  level: say("Level"),
  blinds: say("Blinds"),
  next: say("Next", {}, "blinds"),
  players: say("Players"),
  average: say("Average", {}, "stack"),
  rank: say("Rank"),
  "first-prize": say("First prize"),
};

/** One line of facts. */
export class TournamentStrip {
  constructor() {
    this.values = new Map(Object.keys(FACTS).map((name) => [name, el("dd")]));
    const facts = Object.entries(FACTS).map(([name, words]) =>
      el("div", { class: `strip-fact strip-${name}` }, el("dt", {}, words), this.values.get(name)),
    );
    this.root = el("dl", { class: "strip", hidden: true, tabindex: 0, "aria-label": say("Tournament") }, ...facts);
    /** @type {Wire.TournamentNow | null} */
    this.now = null;
    /** @type {Level | null} the blinds of the hand in play at the table below */
    this.inPlay = null;
  }

  /** @param {Wire.TournamentNow} now @param {string | undefined} own @param {number} time the server's */
  draw(now, own, time) {
    this.now = now;
    this.root.hidden = !now.clock.level; // the tables may be told before the clock is
    const mine = now.entrants.find((entrant) => entrant.player === own);
    const place = mine && (mine.place || rankOf(now.entrants, mine));
    const average = averageStack(now);
    this.set("level", now.clock.on_break ? say("Break") : String(now.clock.level));
    this.drawBlinds();
    const players = `${now.card.left}/${now.card.entered}`;
    this.set("players", now.hand_for_hand ? say("{players} · hand for hand", { players }) : players);
    this.set("average", average ? short(average) : "–");
    this.set("rank", place ? ordinal(place) : "–");
    this.set("first-prize", short(now.payouts[0] ?? 0));
    this.tick(time);
  }

  /** A new level begins with the next hand (TDA 23). @param {Level | null} level of the hand in play */
  play(level) {
    this.inPlay = level;
    this.drawBlinds();
  }

  drawBlinds() {
    if (!this.now) return;
    const { small_blind: small, big_blind: big, ante } = this.now.clock;
    const now = blinds(small, big, ante);
    const old = this.inPlay && blinds(this.inPlay.small, this.inPlay.big, this.inPlay.ante);
    this.set("blinds", old && old !== now ? say("{blinds} from the next hand", { blinds: now }) : now);
  }

  /** @param {keyof typeof FACTS} name @param {string} words */
  set(name, words) {
    text(this.values.get(name), words);
  }

  /** @param {number} time the server's */
  tick(time) {
    if (!this.now) return;
    const { card, clock } = this.now;
    const { next_level_at: at, next_level_in: hands, break_ends_at: ends, last_level } = clock;
    const next = blinds(clock.next_small_blind, clock.next_big_blind, clock.next_ante);
    if (card.paused) this.set("next", last_level ? say("paused") : say("{next} · paused", { next }));
    else if (ends !== null) this.set("next", say("Play in {time}", { time: clockText(ends - time) }));
    else if (at !== null) this.set("next", say("{next} in {time}", { next, time: clockText(at - time) }));
    else if (hands !== null)
      this.set("next", say("{next} in {hands, plural, one {# hand} other {# hands}}", { next, hands }));
    else this.set("next", say("last level"));
  }
}
