/** The host's commands, issued by the operator at any table or tournament. */

import { BOUNDS } from "../generated/bounds.js";
import { DELAYS, doorChanges, requestWords, SPECTATORS } from "../host/door.js";
import { choice, field } from "../shared/dialogs.js";
import { el } from "../shared/dom.js";
import { say } from "../shared/language.js";
import { operator } from "./operator-api.js";

/** @import { Child } from "../shared/dom.js" */

/** @type {[Wire.GameDoor["approve"], string][]} */
const APPROVALS = [
  ["none", say("Nobody has to ask")],
  ["players", say("New players ask the host")],
  ["buy_ins", say("Every buy-in asks the host")],
];

/**
 * A hosted table or tournament, and the helpers that the operator's page provides.
 * @typedef {{ at: string, name: string, host: string, door: Wire.GameDoor, tournament: boolean }} Place
 * @typedef {{
 *   do: (run: () => Promise<unknown>) => unknown,
 *   ask: (title: string, question: string, run: () => Promise<unknown>) => unknown,
 *   openForm: (title: string, question: string, fields: Child[],
 *     run: (values: Record<string, string>) => Promise<unknown>) => unknown,
 *   button: (words: string, onclick: () => unknown, about: string) => HTMLButtonElement,
 * }} Desk
 */

/** Hand over, choose who may come in, and at a cash table start the next hand. @param {Desk} desk @param {Place} place */
export function hostButtons(desk, place) {
  const { at, name, host, door, tournament } = place;
  const about = `${name} (${at})`;
  const handOver = () => {
    const player = field(say("Name of the new host"), {
      name: "player",
      required: true,
      ...BOUNDS.HandOverHost.player,
    });
    const question = host
      ? say("Who is to be the host of {name} instead of {host}? Somebody who plays there or was let in.", {
          name,
          host,
        })
      : say("Who is to be the host of {name}, which the house runs? Somebody who plays there or was let in.", { name });
    desk.openForm(say("Hand over"), question, [player], (values) =>
      operator.command({ type: "hand_over", at, player: values.player.trim() }),
    );
  };
  const moveOn = () => desk.do(() => operator.command({ type: "move_on", at }));
  return [
    !tournament && desk.button(say("Next hand now"), moveOn, about),
    desk.button(say("Hand over"), handOver, about),
    desk.button(say("The door"), () => openDoor(desk, place, door), about),
  ].filter((one) => one instanceof HTMLButtonElement);
}

/** @param {Desk} desk @param {Place} place @param {Wire.GameDoor} door */
function openDoor(desk, { at, name, tournament }, { approve, spectators, delay_ms }) {
  const asks = choice(tournament ? say("Entries") : say("Buy-ins"), "approve", APPROVALS, approve);
  const watches = choice(say("People who only watch"), "spectators", SPECTATORS, spectators);
  const later = choice(say("How much later"), "delay_ms", DELAYS, String(delay_ms || 180_000));
  const show = () => {
    later.hidden = watches.querySelector("select")?.value !== "delayed";
  };
  watches.addEventListener("change", show);
  show();
  const fields = tournament ? [asks] : [asks, watches, later];
  const question = tournament
    ? say("Who has to ask before they enter {name}.", { name })
    : say("Who has to ask for chips at {name}, and who may watch.", { name });
  desk.openForm(say("Change the door"), question, fields, (values) =>
    operator.command({
      type: "change_settings",
      at,
      changes: doorChanges(values),
    }),
  );
}

/**
 * Pending requests, for the operator to answer.
 * @param {Desk} desk @param {Place} place @param {Wire.Request[]} requests
 */
export function requestRows(desk, { at, name }, requests) {
  return requests.map((request) => {
    const { player } = request;
    const answer = (/** @type {boolean} */ yes) => operator.command({ type: "answer_request", at, player, yes });
    const about = `${player}, ${name} (${at})`;
    const yes = () => desk.ask(say("Yes"), requestWords(request), () => answer(true));
    return el(
      "li",
      {},
      el("span", {}, requestWords(request)),
      desk.button(say("No"), () => desk.do(() => answer(false)), about),
      desk.button(say("Yes"), yes, about),
    );
  });
}

/** Who may come in and watch, in brief. @param {Place} place @param {boolean} isPrivate */
export function doorWords({ host, door, tournament }, isPrivate) {
  const found = host ? [say("host {player}", { player: host })] : [];
  if (isPrivate) found.push(say("private"));
  if (door.approve === "players") found.push(say("new players ask the host"));
  if (door.approve === "buy_ins") found.push(say("every buy-in asks the host"));
  if (!tournament && door.spectators === "off") found.push(say("nobody may watch"));
  if (!tournament && door.spectators === "delayed")
    found.push(say("watched {seconds} s later", { seconds: door.delay_ms / 1000 }));
  return found;
}
