/** The screen behind an invite link: come in, with a password if the host set one. */

import { BOUNDS } from "../generated/bounds.js";
import { api, Problem } from "../shared/api.js";
import { field, form, submitButton } from "../shared/dialogs.js";
import { el, text } from "../shared/dom.js";
import { say } from "../shared/language.js";

/** @import { App } from "../app.js" */

/** The server wants a password, or ours was wrong. */
const ASKED = 409;

export class InviteScreen {
  /** @param {App} app @param {string} invite */
  constructor(app, invite) {
    this.app = app;
    this.invite = invite;
    this.title = say("You are invited");
    this.lead = el("p", { class: "lead" }, say("Somebody invited you to a private game."));
    this.go = el("div", { class: "invite-go" }, this.comeInButton());
    this.root = el("div", { class: "lobby invite-screen" }, el("h1", {}, say("You are invited")), this.lead, this.go);
  }

  comeInButton() {
    const onclick = () => this.app.withAccount(() => this.comeIn(null));
    return el("button", { class: "primary", type: "button", onclick }, say("Come in"));
  }

  enter() {
    if (this.app.me) this.comeIn(null);
  }

  /** @param {string | null} password */
  async comeIn(password) {
    try {
      await this.send(password);
    } catch (error) {
      if (error instanceof Problem && error.status === ASKED) this.askPassword();
      else text(this.lead, /** @type {Error} */ (error).message);
    }
  }

  /** @param {string | null} password */
  async send(password) {
    const { kind, id } = await api.comeIn({ invite: this.invite, password });
    this.app.go(`#/${kind}/${encodeURIComponent(id)}`);
  }

  askPassword() {
    const secret = { name: "password", type: "password", autocomplete: "off", required: true };
    const fields = [field(say("Password"), { ...secret, ...BOUNDS.InviteLink.password })];
    const asked = form(fields, [submitButton(say("Come in"))], ({ password }) => this.send(password));
    this.go.replaceChildren(asked);
    asked.querySelector("input")?.focus();
  }
}
