/** Dialogs about players: a note and label about someone else, and your own avatar. */

import { BOUNDS } from "../generated/bounds.js";
import { api } from "../shared/api.js";
import { form, openDialog, submitButton } from "../shared/dialogs.js";
import { el } from "../shared/dom.js";
import { say } from "../shared/language.js";
import { pictureOption } from "../shared/picture-choice.js";
import { AVATARS, avatarPicture } from "./avatar.js";
import { LABELS, people } from "./people.js";

/** @import { App } from "../app.js" */

/** Write a note about a player. @param {App} app @param {string} at the table that shows the name @param {string} player */
export function noteDialog(app, at, player) {
  app.withAccount(() => {
    const note = people.note(at, player);
    const words = el("textarea", { name: "text", rows: 4, ...BOUNDS.PlayerNote.text });
    words.value = note.text;
    const labels = Object.entries(LABELS).map(([label, name]) =>
      pictureOption("label", label, label === note.label, name, el("span", { class: "swatch", "data-label": label })),
    );
    const mute = el("input", { type: "checkbox", name: "muted", value: "yes", checked: note.muted });
    const fields = [
      el(
        "label",
        { class: "labelled" },
        el("span", { class: "label" }, say("Note")),
        words,
        el("span", { class: "hint" }, say("Only you can read this.")),
      ),
      el("fieldset", { class: "options" }, el("legend", { class: "label" }, say("Label")), ...labels),
      el(
        "label",
        { class: "switch" },
        mute,
        el(
          "span",
          {},
          say("Mute"),
          el("span", { class: "hint" }, say("Hide what this player says, and their emotes.")),
        ),
      ),
    ];
    const dialog = openDialog(
      say("Note on {who}", { who: player }),
      form(fields, [submitButton(say("Save"))], async ({ text, label, muted }) => {
        const chosen = /** @type {Exclude<Wire.PlayerNote["label"], undefined>} */ (label);
        await people.save({ at, player, text: text.trim(), label: chosen, muted: muted === "yes" });
        dialog.close();
        app.toast(say("Note saved."), "good");
      }),
    );
  });
}

/** Choose your avatar. @param {App} app */
export function avatarDialog(app) {
  app.withAccount(async (me) => {
    await people.meet("", [me.player]);
    const worn = people.avatar("", me.player);
    const choices = Object.entries(AVATARS).map(([avatar, name]) =>
      pictureOption("avatar", avatar, avatar === worn, name, avatarPicture(me.player, avatar)),
    );
    const fields = [
      el("fieldset", { class: "options avatars" }, el("legend", { class: "unseen" }, say("Avatar")), ...choices),
    ];
    const dialog = openDialog(
      say("Choose an avatar"),
      form(fields, [submitButton(say("Save"))], async ({ avatar }) => {
        await api.chooseAvatar({ avatar: /** @type {Wire.AvatarChoice["avatar"]} */ (avatar) });
        people.dress("", { [me.player]: avatar });
        dialog.close();
      }),
    );
  });
}
