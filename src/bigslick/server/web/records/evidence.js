/** Gathers what this page has seen of a hand, and says whether it agrees with the room's proofs. */

import { api } from "../shared/api.js";
import { el } from "../shared/dom.js";
import { say } from "../shared/language.js";
import { noteOf } from "../shared/seeds.js";
import { verify } from "./verify.js";

/** @import { Table } from "../table/reduce.js" */
/** @import { Evidence } from "./verify.js" */

/** The hole cards visible to this viewer, by seat. @param {Record<number, string[]>} cards */
const known = (cards) => Object.fromEntries(Object.entries(cards).filter(([, hole]) => hole.some(Boolean)));

/**
 * The cards this page has seen, and the server's proofs.
 * @param {Pick<Table, "play" | "seats">} end the table when the hand is over
 * @param {string} [link] the secret in a link to a private hand @returns {Promise<Evidence>}
 */
async function evidenceOf({ play, seats }, link = "") {
  if (!play) throw new Error(say("The hand has not been loaded."));
  const { root, seeds, players, button, openings, burn, double_board: double } = await api.proof(play.id, link);
  const fromButton = seats.map((_, index) => (play.button + 1 + index) % seats.length);
  const order = fromButton.filter((seat) => seat in play.players);
  const cards = { ...play.after, ...known(play.cards), ...play.shown };
  const boards = [[...play.board, ...play.rabbit], ...play.further];
  return { root, seeds, players, button, note: noteOf(play.id), openings, order, cards, boards, burn, double };
}

/**
 * Verify a hand, and return the verdict with its reasons.
 * @param {Pick<Table, "play" | "seats">} end @param {string} [link]
 */
export async function verdictOf(end, link) {
  const { fair, sentences } = verify(await evidenceOf(end, link));
  const verdict =
    fair === null
      ? el("p", { class: "verdict" }, say("Nothing to verify"))
      : el("p", { class: `verdict ${fair ? "fair" : "unfair"}` }, fair ? say("Verified") : say("Not verified"));
  return [verdict, el("ul", {}, ...sentences.map((words) => el("li", {}, words)))];
}
