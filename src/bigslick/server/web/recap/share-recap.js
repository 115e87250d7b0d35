/** Share a recap: its picture and its link, through the device's share sheet if it takes pictures, or in a dialog. */

import { copied } from "../shared/clipboard.js";
import { openDialog } from "../shared/dialogs.js";
import { button, el, lead } from "../shared/dom.js";
import { say } from "../shared/language.js";

/** @import { App } from "../app.js" */

const WIDTH = 1200;
const HEIGHT = 630;

/** @param {App} app @param {string} name @param {string} link */
export async function shareRecap(app, name, link) {
  // The page may be reached under another address than the link's, and asks only its own for pictures.
  const picture = `${new URL(link).pathname}/picture.png`;
  if (navigator.canShare) {
    const drawn = await fetch(picture);
    const files = drawn.ok ? [new File([await drawn.blob()], "recap.png", { type: "image/png" })] : [];
    const shared = { title: say("{name}: the night’s recap", { name }), url: link, files };
    if (files.length && navigator.canShare(shared)) {
      try {
        await navigator.share(shared);
        return;
      } catch (error) {
        if (error instanceof DOMException && error.name === "AbortError") return; // cancelled
      }
    }
  }
  const copy = async () => {
    if (await copied(link)) app.toast(say("Link copied. Anyone who has it sees this recap."), "good");
    else field.select();
  };
  /** @type {HTMLInputElement} */
  const field = el("input", { class: "token", readonly: true, value: link, "aria-label": say("Link to the recap") });
  field.addEventListener("focus", () => field.select());
  openDialog(
    say("Share"),
    el("img", {
      class: "recap-picture",
      src: picture,
      width: WIDTH,
      height: HEIGHT,
      alt: say("Picture of the recap"),
    }),
    lead(say("Anyone with this link sees this recap.")),
    field,
    el(
      "div",
      { class: "form-foot" },
      el("a", { class: "secondary", href: picture, download: "recap.png" }, say("Save the picture")),
      button("primary", copy, say("Copy the link")),
    ),
  );
}
