/** The moments that deserve more than a line: a tournament won, a finish, the last chip gone. Each has a next step. */

import { cardPicture } from "../shared/cards.js";
import { openDialog } from "../shared/dialogs.js";
import { el } from "../shared/dom.js";
import {
  BACK_TO_LOBBY,
  BUST_TITLE,
  BUST_WORDS,
  ENTER_NEXT,
  finishTitle,
  finishWords,
  KEEP_WATCHING,
  LEAVE_TABLE,
  SEE_RESULT,
  TOP_UP,
} from "../shared/words-screens.js";

/** @import { App } from "../app.js" */

/** @typedef {[words: string, run: () => unknown]} Step */

/** @param {string} title @param {string} words @param {boolean} won @param {Step[]} steps the first is the one to take */
function moment(title, words, won, steps) {
  const buttons = steps.map(([name, run], index) => {
    const onclick = () => {
      dialog.close();
      run();
    };
    return el("button", { class: index ? "secondary" : "primary", type: "button", onclick }, name);
  });
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

/** The player's tournament is over. @param {App} app @param {Wire.TournamentNow} now @param {Wire.Entrant} mine */
export function finishMoment(app, { card }, { place, prize }) {
  /** @type {Step[]} */
  const steps = [
    [SEE_RESULT, () => app.go(`#/tournament/${encodeURIComponent(card.tournament)}`)],
    [ENTER_NEXT, () => app.go("#/")],
  ];
  if (place > 1) steps.push([KEEP_WATCHING, () => {}]);
  return moment(finishTitle(place, card.entered), finishWords(place, prize, card.name), place === 1, steps);
}

/** The last chip at a cash table is gone. @param {App} app @param {() => unknown} topUp @param {() => unknown} leave */
export function bustMoment(app, topUp, leave) {
  return moment(BUST_TITLE, BUST_WORDS, false, [
    [TOP_UP, topUp],
    [LEAVE_TABLE, leave],
    [BACK_TO_LOBBY, () => app.go("#/")],
  ]);
}
