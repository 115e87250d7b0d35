/** A tournament's prizes, standings and news. */

import { el } from "../shared/dom.js";
import { chips, ordinal, serverWords } from "../shared/format.js";
import { say } from "../shared/language.js";

/** @param {Wire.TournamentNow} now */
export function payoutTable(now) {
  const rows = now.payouts.map((prize, index) =>
    el("tr", {}, el("th", { scope: "row" }, ordinal(index + 1)), el("td", {}, chips(prize))),
  );
  return el("table", { class: "payouts" }, el("caption", {}, say("Prizes")), el("tbody", {}, ...rows));
}

/** @param {Wire.TournamentNow} now @param {string | undefined} own */
export function standingTable(now, own) {
  let rank = 0;
  const head = [say("Place", {}, "in a tournament"), say("Player"), say("Chips")].map((words) =>
    el("th", { scope: "col" }, words),
  );
  const rows = now.entrants.map((entrant, index) => {
    if (!index || entrant.stack !== now.entrants[index - 1].stack) rank = index + 1;
    const look = [entrant.place > 1 && "gone", entrant.player === own && "own"].filter(Boolean).join(" ");
    const cells = [String(entrant.place || rank), entrant.player, holds(entrant)];
    return el("tr", { class: look }, ...cells.map((words) => el("td", {}, words)));
  });
  const parts = [el("caption", {}, say("Standings")), el("thead", {}, el("tr", {}, ...head)), el("tbody", {}, ...rows)];
  return el("table", { class: "standing" }, ...parts);
}

/** @param {Wire.Entrant} entrant */
function holds({ place, prize, stack }) {
  if (place && prize) return say("won {prize}", { prize });
  if (place === 1) return say("won", {}, "the tournament");
  return place ? say("out", {}, "of the tournament") : chips(stack);
}

/** The news, newest first. @param {Wire.TournamentNow} now */
export const newsList = (now) =>
  el("ul", { class: "news" }, ...now.news.toReversed().map((news) => el("li", {}, serverWords(news))));
