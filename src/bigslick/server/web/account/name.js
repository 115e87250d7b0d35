/** Your name: changed from the account menu, and offered to a guest who has not chosen one. */

import { BOUNDS } from "../generated/bounds.js";
import { api } from "../shared/api.js";
import { field, form, openDialog, submitButton } from "../shared/dialogs.js";
import { el, text } from "../shared/dom.js";
import { say } from "../shared/language.js";
import { prefer, preferences } from "../shared/preferences.js";

/** @import { App } from "../app.js" */

/** A field for a player's name; the server says what is wrong with one. @param {Record<string, unknown>} [attributes] */
export const nameField = (attributes = {}) =>
  field(
    say("Name"),
    { name: "name", autocomplete: "nickname", spellcheck: "false", ...BOUNDS.NewName.name, ...attributes },
    say("Up to 24 letters, digits and blanks"),
  );

/** Change your name. @param {App} app */
export function nameDialog(app) {
  app.withAccount((me) => {
    const fields = [nameField({ value: me.named ? me.player : "", placeholder: me.player })];
    const dialog = openDialog(
      say("Change your name"),
      form(fields, [submitButton(say("Save"))], async ({ name }) => {
        const renamed = await api.rename({ name: name.trim() }); // keyboards of phones add a blank
        app.connection.player = renamed.player;
        app.become(renamed);
        dialog.close();
        app.toast(say("You are {player} now.", { player: renamed.player }), "good");
      }),
    );
  });
}

/** A line that offers a guest to choose a name, once, after the first hand. */
export class NameOffer {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.words = el("span", {});
    const choose = () => {
      this.end();
      nameDialog(app);
    };
    this.root = el(
      "div",
      { class: "name-offer", role: "status", hidden: true },
      this.words,
      el("button", { class: "secondary small", type: "button", onclick: choose }, say("Choose a name")),
      el("button", { class: "quiet small", type: "button", onclick: () => this.end() }, say("Not now")),
    );
  }

  /** Offer it, unless the player has a name of their own or was asked before. */
  handOver() {
    const { me } = this.app;
    this.root.hidden = !me || me.named || preferences().nameAsked;
    if (me) text(this.words, say("You play as {player}.", { player: me.player }));
  }

  end() {
    prefer({ nameAsked: true });
    this.root.hidden = true;
  }
}
