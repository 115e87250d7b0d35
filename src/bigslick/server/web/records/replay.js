/** The replay screen: a recorded hand, step by step, drawn as at the table. */

import { people } from "../account/people.js";
import { FORMATS } from "../generated/choices.js";
import { api } from "../shared/api.js";
import { button, el, icon, text } from "../shared/dom.js";
import { say } from "../shared/language.js";
import { menuButton } from "../shared/menu.js";
import { isStill } from "../shared/motion.js";
import { noteOf } from "../shared/seeds.js";
import { orToast } from "../shared/toasts.js";
import { verdictOf } from "./evidence.js";
import { HandPlayer } from "./hand-player.js";
import { embedDialog, shareHand } from "./share.js";

/** @import { App } from "../app.js" */

/** One hand's screen. */
export class ReplayScreen {
  /** @param {App} app @param {string} id @param {string} link the secret in a link to a private hand */
  constructor(app, id, link) {
    this.app = app;
    this.id = id;
    this.link = link;
    /** @type {Wire.HandReplay | null} */
    this.replay = null;
    this.title = say("Hand {hand}", { hand: id });
    this.player = new HandPlayer((words) => app.announce(words));
    this.frameTitle = "";
    this.result = el("div", { class: "proof", role: "status" });
    this.gone = false;
    this.verifyButton = button("secondary small", () => this.verify(), say("Verify"));
    this.verifyButton.disabled = true;
    const share = () => this.share((found) => shareHand(app, id, found));
    const embed = () => this.share((found) => embedDialog(app, id, this.frameTitle, found));
    this.backButton = button("quiet", () => this.takeBack(), say("Take the link back"));
    this.backButton.hidden = true;
    this.shareMenu = menuButton(
      say("Share"),
      button("quiet", share, "share" in navigator ? say("Share the link") : say("Copy the link")),
      button("quiet", embed, say("Embed")),
      this.backButton,
    );
    this.shareMenu.hidden = true;
    const file = (/** @type {string} */ words, /** @type {string} */ href, /** @type {string} */ ending) =>
      el("a", { class: "quiet", href, download: `${id}${ending}` }, words);
    const files = menuButton(
      say("Download"),
      ...FORMATS.map(({ name, words, ending }) => file(words, api.historyPath(id, name, link), ending)),
      file(say("Proof"), api.proofPath(id, link), ".json"),
      noteOf(id) ? file(say("Note", {}, "about a deck"), notePath(id), "-note.json") : null,
    );
    const tools = el("div", { class: "replay-tools" }, this.shareMenu, this.verifyButton, files);
    const screen = el(
      "div",
      { class: "table-screen replay" },
      el("h1", { class: "unseen" }, this.title),
      this.player.view.root,
      el("div", { class: "dock replay-dock" }, this.player.line, this.player.bar),
      el("aside", { class: "drawer open", "aria-label": say("Steps and proof") }, tools, this.result, this.player.log),
    );
    this.root = el("div", { class: "pane replay-pane" }, screen);
    this.name = el("span", { class: "where-name" }, this.title);
    const back = { class: "quiet round", href: "#/", "aria-label": say("Back"), onclick: goBack };
    this.where = [el("a", back, icon("back")), el("span", { class: "where-words" }, this.name)];
  }

  async enter() {
    /** @type {Wire.HandReplay} */
    let replay;
    try {
      replay = await api.hand(this.id, this.link);
    } catch (error) {
      const words = el("p", {}, /** @type {Error} */ (error).message);
      const back = el("a", { class: "primary", href: "#/" }, say("Back to the lobby"));
      this.root.replaceChildren(el("div", { class: "nothing" }, words, back));
      return;
    }
    if (this.gone) return;
    people.dress(replay.table, replay.avatars);
    this.player.load(replay);
    if (!isStill()) this.player.play();
    this.replay = replay;
    this.verifyButton.disabled = false;
    this.offer();
    const number = this.player.steps[0].state.play?.hand ?? 0;
    this.frameTitle = say("Replay of hand {number} at {table}", { number: String(number), table: replay.name });
    text(this.name, say("{table} · hand {number}", { table: replay.name, number: String(number) }));
  }

  leave() {
    this.gone = true;
    this.player.stop();
  }

  /**
   * Offer only what this viewer may do: if you did not play a private hand, you have only the link that brought you
   * here.
   */
  offer() {
    const { private: closed = false, link = null } = this.replay ?? {};
    this.shareMenu.hidden = closed && link === null && !this.link;
    this.backButton.hidden = !link;
  }

  /** Share a hand, first making a link if it is private. @param {(link: string) => unknown} run */
  async share(run) {
    await orToast(async () => {
      if (this.replay?.private && typeof this.replay.link === "string") {
        this.replay.link = (await api.makeHandLink(this.id)).link;
        this.offer();
      }
      await run(this.replay?.link || this.link);
    });
  }

  async takeBack() {
    await orToast(async () => {
      await api.takeHandLinkBack(this.id);
      if (this.replay) this.replay.link = "";
      this.offer();
      this.app.toast(say("The link no longer works."), "good");
    });
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    return this.player.key(event);
  }

  async verify() {
    this.verifyButton.disabled = true;
    try {
      this.result.replaceChildren(...(await verdictOf(this.player.steps[this.player.last].state, this.link)));
      this.result.scrollIntoView({ block: "nearest" });
    } catch (error) {
      text(this.result, /** @type {Error} */ (error).message);
    } finally {
      this.verifyButton.disabled = false;
    }
  }
}

/** This browser's note about a hand, as a file for `bigslick verify --note`. @param {string} id */
const notePath = (id) => `data:application/json,${encodeURIComponent(JSON.stringify(noteOf(id)))}`;

/**
 * Go back to where the replay was opened, or to the lobby.
 * @param {Event} event
 */
function goBack(event) {
  if (history.length <= 1) return;
  event.preventDefault();
  history.back();
}
