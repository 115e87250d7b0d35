/** The invitation in the host's hands: link, QR code, share and copy, and who has come. */

import { api } from "../shared/api.js";
import { copied } from "../shared/clipboard.js";
import { attribute, el, hint, svg, text } from "../shared/dom.js";
import { say } from "../shared/language.js";

/** @import { App } from "../app.js" */
/** @import { Hosted } from "./host.js" */

/** The light border that a QR code needs, in modules. */
const QUIET = 3;
/** What to start so that friends in the same network can come. */
const FOR_FRIENDS = "bigslick serve --host 0.0.0.0";

/** Link, code, buttons and names; the host's dialog has one, and so has the felt. */
export class InviteSheet {
  /** @param {App} app @param {string} at */
  constructor(app, at) {
    this.app = app;
    this.at = at;
    this.name = "";
    /** The secret whose link is shown; null before the first. @type {string | null} */
    this.shown = null;
    const select = (/** @type {Event} */ { target }) => target instanceof HTMLInputElement && target.select();
    this.link = el("input", {
      class: "invite-link",
      readonly: true,
      "aria-label": say("Invite link"),
      "data-key": "link",
      onclick: select,
    });
    this.code = svg("svg", { class: "invite-code", role: "img", "aria-label": say("QR code of the link") });
    const copy = { class: "primary small", type: "button", "data-key": "copy", onclick: () => this.copy() };
    const share = { class: "secondary small", type: "button", "data-key": "share", onclick: () => this.share() };
    const buttons = el(
      "div",
      { class: "invite-buttons" },
      el("button", copy, say("Copy")),
      "share" in navigator && el("button", share, say("Share")),
    );
    this.come = el("p", { class: "invite-come", role: "status" });
    this.hint = hint();
    this.warning = el("p", { class: "invite-warning", hidden: true });
    const words = el("div", { class: "invite-words" }, this.link, buttons, this.come, this.hint);
    this.root = el("div", { class: "invite-sheet" }, this.code, words, this.warning);
  }

  /** @param {Wire.HostNow} now @param {Hosted} hosted */
  draw(now, { name, people, tournament }) {
    const { desk, door, host } = now;
    if (!desk) return;
    this.name = name;
    const here = [...new Set([...people, ...desk.let_in])].filter((player) => player !== host);
    text(this.come, here.length ? say("Here: {names}", { names: here.join(", ") }) : say("Nobody has come yet."));
    const password = desk.password ? say("Anyone with this link and the password can come in.") : "";
    text(
      this.hint,
      password ||
        (door.private ? say("Anyone with this link can come in.") : say("Everyone finds it in the lobby too.")),
    );
    if (this.shown !== desk.invite) this.load(tournament === this.at ? "tournaments" : "tables", desk.invite);
  }

  /** @param {"tables" | "tournaments"} kind @param {string} invite */
  async load(kind, invite) {
    this.shown = invite;
    try {
      const { link, code, only_here } = await api.inviteLink(kind, this.at);
      this.link.value = link;
      const side = code.size + QUIET * 2;
      attribute(this.code, "viewBox", `${-QUIET} ${-QUIET} ${side} ${side}`);
      const ground = svg("rect", { class: "code-light", x: -QUIET, y: -QUIET, width: side, height: side });
      this.code.replaceChildren(ground, svg("path", { class: "code-dark", d: code.path }));
      this.warning.hidden = !only_here;
      text(
        this.warning,
        say(
          "This link works only on this machine. For friends in your network, start {command} and open the address that it shows.",
          {
            command: FOR_FRIENDS,
          },
        ),
      );
    } catch (error) {
      this.shown = null; // tried again with the next message
      this.app.toast(/** @type {Error} */ (error).message, "bad");
    }
  }

  async copy() {
    if (await copied(this.link.value)) this.app.toast(say("The invite link is copied."), "good");
    else {
      this.link.select();
      this.app.toast(say("The link is selected. Copy it with your keyboard."), "good");
    }
  }

  share() {
    const { name } = this;
    const shared = { title: name, text: say("Come and play: {name}", { name }), url: this.link.value };
    return navigator.share(shared).catch(() => {}); // cancelled
  }
}
