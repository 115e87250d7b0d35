/** What the seal on the felt opens: how the deck is sealed, or the proof of the hand that has ended. */

import { closingButton, openDialog } from "../shared/dialogs.js";
import { el, text } from "../shared/dom.js";
import { say } from "../shared/language.js";
import { verdictOf } from "./evidence.js";

/** @import { App } from "../app.js" */
/** @import { Table } from "../table/reduce.js" */

/** The start of a root, in groups. @param {string} root */
const shortRoot = (root) => `${root.slice(0, 16).replace(/(.{4})(?=.)/g, "$1 ")} …`;

/** @param {App} app @param {Table} state */
export function sealDialog(app, state) {
  const { play } = state;
  if (!play) return;
  if (!play.over) {
    openDialog(
      say("The deck is sealed"),
      el("p", {}, say("Before this hand, the room sealed all 52 cards, and your browser kept the seal.")),
      el("p", {}, say("Then the players’ seeds decided the order in which they are dealt: no one could choose it.")),
      el("p", { class: "seal-root" }, say("Seal {root}", { root: shortRoot(play.root) })),
      el("p", { class: "hint" }, say("After the hand, the seal on the table checks every card you saw.")),
    );
    return;
  }
  const result = el("div", { class: "proof-result", role: "status" }, say("Checking the cards you saw…"));
  const replay = closingButton(say("Replay"), "secondary", () => app.go(`#/hand/${encodeURIComponent(play.id)}`));
  openDialog(say("Proof of hand {hand}", { hand: String(play.hand) }), result, replay);
  verdictOf(state).then(
    (verdict) => result.replaceChildren(...verdict),
    (error) => text(result, /** @type {Error} */ (error).message),
  );
}
