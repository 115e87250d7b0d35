/** Share a hand's link or embed code, through the device's share sheet if it has one, otherwise by copying. */

import { copied } from "../shared/clipboard.js";
import { openDialog } from "../shared/dialogs.js";
import { button, el, lead } from "../shared/dom.js";
import { say } from "../shared/language.js";

/** @import { App } from "../app.js" */

const EMBED_SIZE = { width: 480, height: 520 };

/** The link that opens a hand for anyone. @param {string} id @param {string} link the secret in a link to a private hand */
export const handLink = (id, link) =>
  `${location.origin}/#/hand/${encodeURIComponent(id)}${link && `/${encodeURIComponent(link)}`}`;

/** @param {string} words */
const quoted = (words) =>
  words.replace(/[&<>"]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[sign] ?? "&quot;");

/** The code that embeds a hand in another page. @param {string} id @param {string} title @param {string} link */
export const embedCode = (id, title, link) =>
  `<iframe src="${location.origin}/embed/${encodeURIComponent(id)}${link && `#${encodeURIComponent(link)}`}" title="${quoted(title)}" ` +
  `width="${EMBED_SIZE.width}" height="${EMBED_SIZE.height}" loading="lazy" style="border:0"></iframe>`;

/** Share the link to a hand. @param {App} app @param {string} id @param {string} link */
export async function shareHand(app, id, link) {
  const url = handLink(id, link);
  if (navigator.share) {
    try {
      await navigator.share({ title: say("Hand {id} · bigslick", { id }), url });
      return;
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return; // cancelled
    }
  }
  if (await copied(url))
    app.toast(
      link ? say("Link copied. Anyone who has it sees what was public in this hand.") : say("Link copied."),
      "good",
    );
  else openDialog(say("Share"), copyField(say("Copy the link:"), url));
}

/** Show the code that embeds a hand. @param {App} app @param {string} id @param {string} title @param {string} link */
export function embedDialog(app, id, title, link) {
  const code = embedCode(id, title, link);
  const copy = async () => (await copied(code)) && app.toast(say("Code copied."), "good");
  openDialog(
    say("Embed this hand"),
    lead(say("Paste this into a page or a post. It shows what everyone saw, never your hidden cards.")),
    copyField(say("The code to paste"), code),
    button("primary", copy, say("Copy the code")),
  );
}

/** Text to copy by hand, selected on focus. @param {string} label @param {string} words */
function copyField(label, words) {
  /** @type {HTMLInputElement} */
  const field = el("input", { class: "token", readonly: true, value: words });
  field.addEventListener("focus", () => field.select());
  return el("label", { class: "labelled" }, el("span", { class: "label" }, label), field);
}
