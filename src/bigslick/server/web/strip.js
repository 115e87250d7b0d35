/** The strip above a tournament's table: level, blinds, players left. */

import { el, text } from "./dom.js";
import { blinds, clockText, ordinal, short } from "./format.js";

const FACTS = ["Level", "Blinds", "Next", "Players", "Average", "Rank", "First prize"];

/** One line of facts. */
export class Strip {
  constructor() {
    this.values = new Map(FACTS.map((name) => [name, el("dd")]));
    const facts = [...this.values].map(([name, value]) => {
      const slug = name.toLowerCase().replaceAll(" ", "-");
      return el("div", { class: `strip-fact strip-${slug}` }, el("dt", {}, name), value);
    });
    this.root = el("dl", { class: "strip", hidden: true, tabindex: 0, "aria-label": "Tournament" }, ...facts);
    /** @type {Wire.TournamentNow | null} */
    this.now = null;
  }

  /** @param {Wire.TournamentNow} now @param {string | undefined} own @param {number} time the server's */
  draw(now, own, time) {
    this.now = now;
    this.root.hidden = false;
    const mine = now.entrants.find((entrant) => entrant.player === own);
    const place = mine?.place || mine?.rank;
    this.set("Level", String(now.level));
    this.set("Blinds", blinds(now.small_blind, now.big_blind, now.ante));
    this.set("Players", `${now.card.left}/${now.card.entered}${now.hand_for_hand ? " · hand for hand" : ""}`);
    this.set("Average", now.average_stack ? short(now.average_stack) : "–");
    this.set("Rank", place ? ordinal(place) : "–");
    this.set("First prize", short(now.payouts[0] ?? 0));
    this.tick(time);
  }

  /** @param {string} name @param {string} words */
  set(name, words) {
    text(this.values.get(name), words);
  }

  /** @param {number} time the server's */
  tick(time) {
    if (!this.now) return;
    const { next_level_at: at, next_level_in: hands } = this.now;
    const next = blinds(this.now.next_small_blind, this.now.next_big_blind, this.now.next_ante);
    if (at !== null) this.set("Next", `${next} in ${clockText(at - time)}`);
    else if (hands !== null) this.set("Next", `${next} in ${hands} ${hands === 1 ? "hand" : "hands"}`);
    else this.set("Next", "last level");
  }
}
