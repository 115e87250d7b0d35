/** What a tournament tells at one of its tables: its moments, its deal, and what the host and the players decide. */

import { el } from "../shared/dom.js";
import { serverWords } from "../shared/format.js";
import { DealDesk } from "./deal.js";
import { MomentLine, momentsBetween } from "./moments.js";
import { OfferLines } from "./offers.js";

/** @import { App } from "../app.js" */

/** The news that the log of every table has too. */
const LOGGED = ["deal", "order"];

/**
 * The parts of a table that it needs.
 * @typedef {{ strip: HTMLElement, lines: HTMLElement, say: (words: string) => void,
 *   log: (line: HTMLElement) => void, alone: () => boolean }} Place
 */

/** The tournament at one table. */
export class EventLines {
  /** @param {App} app @param {string} tournament @param {Place} place */
  constructor(app, tournament, place) {
    this.app = app;
    this.place = place;
    this.moments = new MomentLine(place.strip);
    this.deal = new DealDesk(app, tournament, place.alone);
    this.offers = new OfferLines(app, tournament);
    place.lines.append(this.deal.root, this.offers.root);
  }

  /** @param {Wire.TournamentNow | null} before @param {Wire.TournamentNow} now @param {string | undefined} own */
  draw(before, now, own) {
    this.deal.draw(now.deal);
    this.offers.draw(
      this.app.connection.offers.get(now.card.tournament) ?? [],
      now.entrants.some(({ player }) => player === own),
    );
    if (!before) return;
    const found = momentsBetween(before, now, own, this.app.connection.now());
    if (found.length) this.moments.show(found);
    const told = newsSince(before, now);
    for (const news of told) this.place.log(el("li", { class: "line line-news" }, serverWords(news)));
    const words = [...found.map((moment) => moment.words), ...told.map(serverWords)];
    if (words.length) this.place.say(words.join(". "));
  }

  leave() {
    this.moments.leave();
    this.deal.leave();
    this.offers.leave();
  }
}

/** The news of deals and orders that was not there before. @param {Wire.TournamentNow} before @param {Wire.TournamentNow} now */
function newsSince(before, now) {
  const keyOf = (/** @type {Wire.News} */ { at, sentence }) => `${at} ${sentence}`;
  const known = new Set(before.news.map(keyOf));
  return now.news.filter((news) => LOGGED.includes(news.kind) && !known.has(keyOf(news)));
}
