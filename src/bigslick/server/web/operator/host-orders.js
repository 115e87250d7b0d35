/** What the operator does at a table or tournament in place of its host: the same commands, as orders of the house. */

import { BOUNDS } from "../generated/bounds.js";
import { DELAYS, requestWords, SPECTATORS, HOST_WORDS as WORDS } from "../host/words-host.js";
import { choice, field } from "../shared/dialogs.js";
import { el } from "../shared/dom.js";
import { operator } from "./operator-api.js";
import { OPERATOR } from "./words-operator.js";

/** @import { Child } from "../shared/dom.js" */

/**
 * What is hosted, and how the page asks and does.
 * @typedef {{ at: string, name: string, host: string, door: Wire.GameDoor, tournament: boolean }} Place
 * @typedef {{
 *   do: (run: () => Promise<unknown>) => unknown,
 *   ask: (title: string, question: string, run: () => Promise<unknown>) => unknown,
 *   openForm: (title: string, question: string, fields: Child[],
 *     run: (values: Record<string, string>) => Promise<unknown>) => unknown,
 *   button: (words: string, onclick: () => unknown, about: string) => HTMLButtonElement,
 * }} Desk
 */

/** Hand over, change the door, and at a cash table begin the next hand. @param {Desk} desk @param {Place} place */
export function hostButtons(desk, place) {
  const { at, name, host, door, tournament } = place;
  const about = `${name} (${at})`;
  const handOver = () => {
    const player = field(OPERATOR.newHost, { name: "player", required: true, ...BOUNDS.KickedPlayer.player });
    const question = host ? OPERATOR.handOverAsk(name, host) : OPERATOR.handOverHouse(name);
    desk.openForm(OPERATOR.handOver, question, [player], (values) =>
      operator.command({ type: "hand_over", at, player: values.player.trim() }),
    );
  };
  const moveOn = () => desk.do(() => operator.command({ type: "move_on", at }));
  return [
    !tournament && desk.button(WORDS.moveOn, moveOn, about),
    desk.button(OPERATOR.handOver, handOver, about),
    desk.button(WORDS.doorTitle, () => openDoor(desk, place, door), about),
  ].filter((one) => one instanceof HTMLButtonElement);
}

/** @param {Desk} desk @param {Place} place @param {Wire.GameDoor} door */
function openDoor(desk, { at, name, tournament }, { approve, spectators, delay_ms }) {
  const asks = choice(tournament ? WORDS.entries : WORDS.approve, "approve", OPERATOR.approvals, approve);
  const watches = choice(WORDS.spectators, "spectators", SPECTATORS, spectators);
  const later = choice(WORDS.delay, "delay_ms", DELAYS, String(delay_ms || 180_000));
  const show = () => {
    later.hidden = watches.querySelector("select")?.value !== "delayed";
  };
  watches.addEventListener("change", show);
  show();
  const fields = tournament ? [asks] : [asks, watches, later];
  const question = tournament ? OPERATOR.entriesOf(name) : OPERATOR.doorOf(name);
  desk.openForm(OPERATOR.changeDoor, question, fields, (values) =>
    operator.command({
      type: "change_door",
      at,
      approve: /** @type {Wire.ChangeDoor["approve"]} */ (values.approve),
      spectators: tournament ? "on" : /** @type {Wire.ChangeDoor["spectators"]} */ (values.spectators),
      delay_ms: values.spectators === "delayed" ? Number(values.delay_ms) : 0,
    }),
  );
}

/** Those who wait for the host's yes, which the operator may give. @param {Desk} desk @param {Place} place @param {Wire.Request[]} requests */
export function requestRows(desk, { at, name }, requests) {
  return requests.map((request) => {
    const { player } = request;
    const answer = (/** @type {boolean} */ yes) => operator.command({ type: "answer_request", at, player, yes });
    const about = `${player}, ${name} (${at})`;
    const yes = () => desk.ask(WORDS.yes, requestWords(request), () => answer(true));
    return el(
      "li",
      {},
      el("span", {}, requestWords(request)),
      desk.button(WORDS.no, () => desk.do(() => answer(false)), about),
      desk.button(WORDS.yes, yes, about),
    );
  });
}

/** What the door of a table or tournament is, in short. @param {Place} place @param {boolean} isPrivate */
export function doorWords({ host, door, tournament }, isPrivate) {
  const found = host ? [OPERATOR.hostedBy(host)] : [];
  if (isPrivate) found.push(WORDS.privateMark);
  if (door.approve === "players") found.push(OPERATOR.newPlayersAsk);
  if (door.approve === "buy_ins") found.push(OPERATOR.buyInsAsk);
  if (!tournament && door.spectators === "off") found.push(OPERATOR.nobodyWatches);
  if (!tournament && door.spectators === "delayed") found.push(OPERATOR.watchedLater(door.delay_ms / 1000));
  return found;
}
