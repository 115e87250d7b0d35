/** Your name, changed from the account menu. */

import { BOUNDS } from "../generated/bounds.js";
import { api } from "../shared/api.js";
import { field, form, openDialog, submitButton } from "../shared/dialogs.js";
import { say } from "../shared/language.js";

/** @import { App } from "../app.js" */

/** A field for a player's name; the server says what is wrong with one. @param {Record<string, unknown>} [attributes] */
export const nameField = (attributes = {}) =>
  field(
    say("Name"),
    { name: "name", autocomplete: "nickname", spellcheck: "false", ...BOUNDS.NewName.name, ...attributes },
    say("Up to 24 letters, digits and blanks"),
  );

/** Go on under the name that the server has stored. @param {App} app @param {Wire.Me} me */
export function becomeNamed(app, me) {
  app.connection.player = me.player;
  app.become(me);
}

/** Change your name. @param {App} app */
export function nameDialog(app) {
  app.withAccount((me) => {
    const fields = [nameField({ value: me.named ? me.player : "", placeholder: me.player })];
    const dialog = openDialog(
      say("Change your name"),
      form(fields, [submitButton(say("Save"))], async ({ name }) => {
        const renamed = await api.rename({ name: name.trim() }); // keyboards of phones add a blank
        becomeNamed(app, renamed);
        dialog.close();
        app.toast(say("You are {player} now.", { player: renamed.player }), "good");
      }),
    );
  });
}
