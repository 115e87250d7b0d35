/** Dialogs for a tournament finish and for going broke, each with a next step. */

import { cardPicture } from "../shared/cards.js";
import { closingButton, openDialog } from "../shared/dialogs.js";
import { el } from "../shared/dom.js";
import { ordinal } from "../shared/format.js";
import { say } from "../shared/language.js";
import { decline, offerWords, takeOffer } from "../tournament/offers.js";

/** @import { App } from "../app.js" */

/** @param {number} place @param {number} field */
function finishTitle(place, field) {
  if (place === 1) return say("You won!");
  return field
    ? say("{place} of {field}", { place: ordinal(place), field })
    : say("You finished {place}", { place: ordinal(place) });
}

/** @param {number} place @param {number} prize @param {string} name */
export function finishWords(place, prize, name) {
  if (place === 1) {
    return prize
      ? say("{name} is yours, and {prize} chips with it. Well played.", { name, prize })
      : say("{name} is yours. Well played.", { name });
  }
  if (prize) return say("You are in the money: {prize} chips from {name}.", { prize, name });
  return say("You are out of {name}. Better luck next time.", { name });
}

/** @typedef {[words: string, run: () => unknown]} Step */

/** @param {string} title @param {string} words @param {boolean} won @param {Step[]} steps the first is the main button */
function resultDialog(title, words, won, steps) {
  const buttons = steps.map(([name, run], index) => closingButton(name, index ? "secondary" : "primary", run));
  const dialog = openDialog(
    title,
    won && el("div", { class: "fan", "aria-hidden": "true" }, ...["As", "Ks"].map(cardPicture)),
    el("p", { class: "lead" }, words),
    el("div", { class: "moment-go" }, ...buttons),
  );
  dialog.classList.add("moment");
  dialog.querySelector("h2")?.classList.add("moment-title");
  if (won) dialog.classList.add("won");
  return dialog;
}

/** You are out with an offer, or it is over for you. @param {App} app @param {Wire.TournamentNow} now @param {Wire.Entrant} mine */
export function finishDialog(app, { card }, { place, prize }) {
  const offers = app.connection.offers.get(card.tournament) ?? [];
  const again = offers.filter(({ kind }) => kind === "entry");
  /** @type {Step[]} */
  const steps = [
    ...again.map(
      (offer) => /** @type {Step} */ ([offerWords(offer, true), () => takeOffer(app, card.tournament, offer)]),
    ),
    [say("See the result"), () => app.go(`#/tournament/${encodeURIComponent(card.tournament)}`)],
    [say("Find the next one"), () => app.go("#/")],
  ];
  if (place > 1) steps.push([say("Keep watching"), () => {}]);
  const title = again.length ? say("You are out") : finishTitle(place, card.entered);
  return resultDialog(title, finishWords(place, prize, card.name), place === 1, steps);
}

/** You lost your last chip in a tournament, and may rebuy. @param {App} app @param {Wire.TournamentNow} now @param {Wire.ChipsOffered} offer */
export function rebuyDialog(app, { card: { tournament, name } }, offer) {
  return resultDialog(
    say("Out of chips"),
    say("That was your last chip in {name}. Your seat waits while you decide.", { name }),
    false,
    [
      [offerWords(offer, true), () => takeOffer(app, tournament, offer)],
      [say("No, thanks"), () => decline(app, tournament, offer)],
    ],
  );
}

/** You lost your last chip at a cash table. @param {App} app @param {() => unknown} topUp @param {() => unknown} leave */
export function bustDialog(app, topUp, leave) {
  return resultDialog(
    say("Out of chips"),
    say("That was your last chip at this table. Your seat is kept for a few minutes."),
    false,
    [
      [say("Top up", {}, "buy more chips"), topUp],
      [say("Leave the table"), leave],
      [say("Back to the lobby"), () => app.go("#/")],
    ],
  );
}
