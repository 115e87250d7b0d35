/** The screen behind an invite link: one card in front of the table, with a name to type and a button to sit down. */

import { BOUNDS } from "../generated/bounds.js";
import { NIGHT_OVER, recapAddress } from "../recap/recap-address.js";
import { api, newId } from "../shared/api.js";
import { field, form, submitButton } from "../shared/dialogs.js";
import { attribute, el, hint, text } from "../shared/dom.js";
import { serverWords, stakesWords, worth } from "../shared/format.js";
import { say } from "../shared/language.js";
import { newPromise } from "../shared/seeds.js";
import { TableView } from "../table/felt/draw.js";
import { fromSnapshot } from "../table/reduce.js";

/** @import { App } from "../app.js" */
/** @import { Problem } from "../shared/api.js" */

/** How often to look again who has come. */
const LOOK_MS = 3_000;
/** A link that opens nothing, or nothing any more. */
const GONE = 404;

/** The secret in an invite's address, or "". @param {string} path */
export const inviteIn = (path) => /^\/i\/([^/]+)$/.exec(path)?.[1] ?? "";

/** The page behind an invite link. */
export class InviteScreen {
  /** @param {App} app @param {string} invite */
  constructor(app, invite) {
    this.app = app;
    this.invite = invite;
    this.title = say("You are invited");
    /** The same for every try, so a friend whose answer was lost does not come in twice. */
    this.id = newId();
    /** @type {Wire.InvitationNow | null} */
    this.now = null;
    this.view = new TableView();
    this.behind = el("div", { class: "pane invite-behind", "aria-hidden": "true", inert: true }, this.view.root);
    this.heading = el("h1", {}, say("You are invited"));
    this.name = el("p", { class: "invite-name" });
    this.facts = el("p", { class: "invite-facts", role: "status" });
    this.people = hint();
    this.go = el("div", { class: "invite-go" });
    this.card = el("section", { class: "invite-card" }, this.heading, this.name, this.facts, this.people, this.go);
    this.root = el("div", { class: "invite-screen" }, this.behind, this.card);
    this.timer = 0;
    this.drawn = "";
    /** @type {(() => void) | null} */
    this.unsubscribe = null;
  }

  enter() {
    this.look();
    this.timer = setInterval(() => document.visibilityState === "visible" && this.look(), LOOK_MS);
  }

  leave() {
    clearInterval(this.timer);
    this.unsubscribe?.();
  }

  known() {
    if (this.now) this.drawForm(this.now);
  }

  /** Fetch the invitation; only a link that opens nothing ends the visit. */
  async look() {
    try {
      this.become(await api.invitation(this.invite));
    } catch (error) {
      const problem = /** @type {Problem} */ (error);
      const ends = problem.status === GONE || !this.now;
      if (ends && !(await this.lookBack())) this.gone(problem.message);
    }
  }

  /** Lead a player of the night to its recap. @returns {Promise<boolean>} whether the screen changes */
  async lookBack() {
    const night = this.app.me ? await api.invitedNight(this.invite).catch(() => null) : null;
    if (night && this.app.screen === this) {
      this.app.announce(NIGHT_OVER);
      this.app.go(recapAddress(night.table));
    }
    return night !== null;
  }

  /** @param {Wire.InvitationNow} now */
  become(now) {
    if (now.id && !this.unsubscribe) {
      this.app.go(addressOf(now.kind, now.id)); // they have come in before
      return;
    }
    const first = !this.now;
    this.now = now;
    const { host, name, kind, small_blind, big_blind, ante, chip_value: value, buy_in, taken, seats, table } = now;
    text(this.heading, say("{host} invites you", { host }));
    text(this.name, name);
    const facts =
      kind === "table"
        ? [stakesWords(small_blind, big_blind, ante, value), say("{taken} of {seats} seated", { taken, seats })]
        : [say("Buy-in {amount}", { amount: buy_in }), say("{taken} of {seats} entered", { taken, seats })];
    text(this.facts, facts.join(" · "));
    text(this.people, now.people?.join(", ") ?? "");
    if (table) this.view.draw(fromSnapshot(table, null));
    if (first) document.title = `${name} · bigslick`;
    this.drawForm(now);
  }

  /** Redraw the form only if it asks for something else, so nothing typed is lost. @param {Wire.InvitationNow} now */
  drawForm(now) {
    const me = this.app.me?.player ?? "";
    const drawn = JSON.stringify([me, now.password, now.kind, now.approve, now.buy_in]);
    if (drawn === this.drawn || this.unsubscribe) return;
    this.drawn = drawn;
    const named = { name: "name", autocomplete: "nickname", required: true, spellcheck: "false", maxlength: 100 };
    const secret = { name: "password", type: "password", autocomplete: "off", required: true };
    const fields = [
      me
        ? el("p", { class: "invite-as" }, say("You come in as {name}.", { name: me }))
        : field(say("Your name"), named),
      now.password &&
        field(
          say("The game’s password"),
          { ...secret, ...BOUNDS.Arrival.password },
          say("Ask {host}.", { host: now.host }),
        ),
    ];
    const table = now.kind === "table";
    const asks = now.approve !== "none";
    const words = asks ? say("Ask for a seat") : table ? say("Take a seat") : say("Enter", {}, "a tournament");
    this.go.replaceChildren(
      form(fields, [submitButton(words)], (values) => this.comeIn(values)),
      el(
        "p",
        { class: "hint" },
        table
          ? sitWords(now)
          : say("The entry costs {chips} in play money. Nothing to install, nothing to pay.", { chips: now.buy_in }),
        asks ? ` ${say("{host} says yes to every new player first.", { host: now.host })}` : "",
      ),
    );
    this.go.querySelector("input")?.focus({ preventScroll: true });
  }

  /** @param {Record<string, string>} values */
  async comeIn(values) {
    const arrival = { cmd_id: this.id, invite: this.invite, promise: newPromise() };
    let arrived;
    try {
      arrived = await api.comeIn({ ...arrival, name: values.name ?? null, password: values.password ?? null });
    } catch (error) {
      const asked = this.go.querySelector("input[type=password]") ?? this.go.querySelector("input");
      setTimeout(() => asked instanceof HTMLInputElement && asked.focus());
      throw error;
    }
    const address = addressOf(arrived.kind, arrived.id);
    if (arrived.how === "asked") this.wait(address, arrived.id);
    await this.app.signedIn();
    if (arrived.how === "asked") return;
    this.app.go(address);
    if (arrived.how === "queued") this.app.toast(say("Every seat is taken. You are on the waitlist."), "good");
    else if (arrived.sentence)
      this.app.toast(serverWords({ sentence: arrived.sentence, wording: arrived.wording }), "bad");
  }

  /** The host has been asked: say so, and go on when the answer is yes. @param {string} address @param {string} at */
  wait(address, at) {
    const host = this.now?.host ?? "";
    const words = el(
      "p",
      { class: "lead", role: "status" },
      say("{host} has been asked. You come in with their yes.", { host }),
    );
    const watch = el("a", { class: "secondary", href: address }, say("Watch meanwhile"));
    this.go.replaceChildren(words, watch);
    watch.focus({ preventScroll: true });
    this.unsubscribe = this.app.connection.on("request_answered", ({ at: where, yes, sentence }) => {
      if (where !== at) return;
      if (yes) this.app.go(address);
      else text(words, sentence);
    });
  }

  /** @param {string} words */
  gone(words) {
    clearInterval(this.timer);
    text(this.heading, say("This link leads nowhere"));
    for (const node of [this.name, this.facts, this.people]) text(node, "");
    attribute(this.behind, "hidden", true);
    this.go.replaceChildren(
      el("p", { class: "lead", role: "alert" }, words),
      el("a", { class: "secondary", href: "#/" }, say("Back to the lobby")),
    );
  }
}

/** How a friend begins. @param {Wire.InvitationNow} now */
const sitWords = ({ buy_in: chips, chip_value: value }) =>
  value
    ? say("You sit down with {amount}. Nothing to install, and the room moves no money.", {
        amount: worth(chips, value),
      })
    : say("You sit down with {chips} in play money. Nothing to install, nothing to pay.", { chips });

/** @param {"table" | "tournament"} kind @param {string} id */
const addressOf = (kind, id) => `#/${kind}/${encodeURIComponent(id)}`;
