/** A guest's own account: the same player with a name and a password. */

import { BOUNDS } from "../generated/bounds.js";
import { api } from "../shared/api.js";
import { closingButton, field, form, openDialog, submitButton } from "../shared/dialogs.js";
import { lead } from "../shared/dom.js";
import { say } from "../shared/language.js";
import { becomeNamed, nameField } from "./name.js";

/** @import { App } from "../app.js" */

/** Ask a guest for the name and password of an account. @param {App} app */
export function memberDialog(app) {
  const { me } = app;
  if (!me?.guest) return;
  const secret = { name: "password", type: "password", autocomplete: "new-password", required: true };
  const fields = [
    nameField({ autocomplete: "username", required: true, value: me.named ? me.player : "" }),
    field(say("Password"), { ...secret, ...BOUNDS.GuestAccount.password }, say("At least 8 characters")),
  ];
  const dialog = openDialog(
    say("Create an account"),
    lead(say("You stay the same player, and keep your seat, chips, hands, clubs and notes.")),
    form(fields, [submitButton(say("Create account"))], async ({ name, password }) => {
      const made = await api.makeMember({ name: name.trim(), password }); // keyboards of phones add a blank
      becomeNamed(app, made);
      dialog.close();
      app.toast(say("You have an account: sign in as {player} anywhere.", { player: made.player }), "good");
    }),
  );
}

/** Warn a guest, who could not sign in again. @param {App} app @param {() => unknown} signOut */
export function guestSignOutDialog(app, signOut) {
  openDialog(
    say("Sign out?"),
    lead(say("A guest cannot sign in again: you would lose your chips and hands. An account keeps them.")),
    closingButton(say("Create an account"), "primary", () => memberDialog(app)),
    closingButton(say("Sign out and lose them"), "secondary", signOut),
  );
}
