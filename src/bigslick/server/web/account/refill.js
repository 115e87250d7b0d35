/** More chips for an almost empty account, offered where you need them. */

import { api } from "../shared/api.js";
import { openDialog } from "../shared/dialogs.js";
import { button, el, lead } from "../shared/dom.js";
import { worth } from "../shared/format.js";
import { say } from "../shared/language.js";
import { orToast } from "../shared/toasts.js";

/** @import { App } from "../app.js" */
/** @import { Value } from "../shared/format.js" */

/** Request play money, available once a day; throws the room's refusal. @param {App} app */
async function refill(app) {
  const { chips: given } = await api.refill();
  app.toast(say("You received {given} chips.", { given }), "good");
  await app.refresh();
}

/** The same from a menu, with a toast if it fails. @param {App} app */
export const refillOrSay = (app) => orToast(() => refill(app));

/** @param {number} least the smallest buy-in of a seat @param {Wire.Me} me @param {Value} [value] */
export const shortWords = (least, { balance }, value = null) =>
  say("A seat here takes at least {least}. You have {balance}.", {
    least: worth(least, value),
    balance: worth(balance, value),
  });

/**
 * Say that you are short on chips and offer more; `then` runs with your new balance.
 * @param {App} app @param {string} words @param {(me: Wire.Me) => unknown} then
 */
export function shortDialog(app, words, then) {
  const wrong = el("p", { class: "wrong", role: "alert" });
  const onclick = async () => {
    more.disabled = true;
    try {
      await refill(app);
      dialog.close();
      if (app.me) then(app.me);
    } catch (error) {
      wrong.textContent = /** @type {Error} */ (error).message;
      more.disabled = false;
    }
  };
  const more = button("primary", onclick, say("Get more chips"));
  const lobby = el("a", { class: "secondary", href: "#/", onclick: () => dialog.close() }, say("Find a smaller game"));
  const dialog = openDialog(say("You are short of chips"), lead(words), wrong, more, lobby);
}
