/** A table's chat: lines, a text field, phrases and emotes. */

import { emotePicture } from "../account/avatar.js";
import { noteDialog } from "../account/notes.js";
import { people } from "../account/people.js";
import { BOUNDS } from "../generated/bounds.js";
import { el, vacant } from "../shared/dom.js";
import { say } from "../shared/language.js";

/** @import { App } from "../app.js" */
/** @import { Fields } from "../shared/socket.js" */

/** @type {Record<Exclude<Wire.Said["phrase"], "" | undefined>, string>} */
const PHRASES = {
  hello: say("Hello!"),
  good_luck: say("Good luck!"),
  nice_hand: say("Nice hand."),
  well_played: say("Well played."),
  thanks: say("Thank you."),
  sorry: say("Sorry!"),
  unlucky: say("Unlucky."),
  one_moment: say("One moment, please."),
  good_game: say("Good game."),
  good_night: say("Good night."),
};

/** @type {Record<Exclude<Wire.Said["emote"], "" | undefined>, string>} */
const EMOTES = {
  clap: say("claps", {}, "an emote"),
  laugh: say("laughs", {}, "an emote"),
  wow: say("is amazed", {}, "an emote"),
  sad: say("is sad", {}, "an emote"),
  angry: say("is angry", {}, "an emote"),
  think: say("is thinking", {}, "an emote"),
  cool: say("plays it cool", {}, "an emote"),
  fire: say("is on fire", {}, "an emote"),
  heart: say("sends a heart", {}, "an emote"),
  sleep: say("falls asleep", {}, "an emote"),
};

/** An emote as a sentence about its sender. @type {Record<Exclude<Wire.Said["emote"], "" | undefined>, (who: string) => string>} */
export const EMOTED = {
  clap: (who) => say("{who} claps.", { who }),
  laugh: (who) => say("{who} laughs.", { who }),
  wow: (who) => say("{who} is amazed.", { who }),
  sad: (who) => say("{who} is sad.", { who }),
  angry: (who) => say("{who} is angry.", { who }),
  think: (who) => say("{who} is thinking.", { who }),
  cool: (who) => say("{who} plays it cool.", { who }),
  fire: (who) => say("{who} is on fire.", { who }),
  heart: (who) => say("{who} sends a heart.", { who }),
  sleep: (who) => say("{who} falls asleep.", { who }),
};

const MOST_LINES = 300;
/** Within this many pixels of its end a list counts as read to its end. */
const NEAR_END = 40;

/** A list that shows its newest line, unless the reader has scrolled up. */
export class Follower {
  /** @param {HTMLElement} list */
  constructor(list) {
    this.list = list;
    this.follows = true;
    this.top = 0;
    list.addEventListener("scroll", () => this.scrolled());
    new ResizeObserver(() => this.follows && this.toEnd()).observe(list);
  }

  /** Only the reader scrolls up; a new size moves the end, not the reader. */
  scrolled() {
    const { scrollHeight, scrollTop, clientHeight } = this.list;
    if (scrollHeight - scrollTop - clientHeight < NEAR_END) this.follows = true;
    else if (scrollTop < this.top) this.follows = false;
    this.top = scrollTop;
  }

  /** @param {HTMLElement} line */
  append(line) {
    this.list.append(line);
    while (this.list.childElementCount > MOST_LINES) this.list.firstElementChild?.remove();
    if (this.follows) this.toEnd();
  }

  toEnd() {
    this.follows = true;
    this.list.scrollTop = this.list.scrollHeight;
    this.top = this.list.scrollTop;
  }
}

/** A line in the reader's language. @param {Wire.Said | Wire.ChatLine} line */
export const lineWords = (line) => (line.phrase ? PHRASES[line.phrase] : (line.text ?? ""));

/** The chat panel. */
export class ChatPanel {
  /** @param {App} app @param {string} table */
  constructor(app, table) {
    this.app = app;
    this.table = table;
    /** Id of the last line shown, to skip duplicates. */
    this.last = 0;
    this.talk = el("ol", { class: "talk", tabindex: 0, "aria-label": say("Chat") });
    this.input = el("input", {
      class: "say",
      placeholder: say("Say something"),
      "aria-label": say("Say something to the table"),
      autocomplete: "off",
      ...BOUNDS.Say.text,
    });
    const first = vacant(
      say("Nobody has said anything yet"),
      say("Write below, or tap a phrase: everyone at the table reads it."),
    );
    this.lines = new Follower(this.talk);
    const send = el("button", { class: "primary small", type: "submit" }, say("Send"));
    const typed = el("form", { class: "say-form", onsubmit: (event) => this.type(event) }, this.input, send);
    this.root = el("div", { class: "chat" }, this.talk, first, this.quick(), typed);
  }

  /** Phrases and emotes, one click each. */
  quick() {
    const phrases = Object.entries(PHRASES).map(([phrase, words]) => {
      const onclick = () => this.say({ phrase: /** @type {Wire.Say["phrase"]} */ (phrase) });
      return el("button", { class: "secondary phrase", type: "button", onclick }, words);
    });
    const emotes = Object.entries(EMOTES).map(([emote, words]) => {
      const onclick = () => this.say({ emote: /** @type {Wire.Say["emote"]} */ (emote) });
      const look = { class: "quiet emote-button", type: "button", "aria-label": words, title: words };
      return el("button", { ...look, onclick }, emotePicture(emote));
    });
    return el(
      "details",
      { class: "quick" },
      el("summary", {}, say("Phrases and emotes")),
      el("div", { class: "emote-list", role: "group", "aria-label": say("Emotes") }, ...emotes),
      el("div", { class: "phrase-list", role: "group", "aria-label": say("Phrases") }, ...phrases),
    );
  }

  /** Show recent lines from before we arrived. @param {Wire.ChatLines} recent */
  restore(recent) {
    for (const line of recent.lines) this.add(line);
  }

  /** Append a line; false if it is already here or its author is muted. @param {Wire.Said | Wire.ChatLine} line */
  add(line) {
    if ((line.number ?? 0) <= this.last) return false;
    this.last = line.number ?? 0;
    if (people.isMuted(this.table, line.player)) return false;
    const who = { class: "speaker", type: "button", onclick: () => noteDialog(this.app, this.table, line.player) };
    this.lines.append(el("li", { "data-speaker": line.player }, el("button", who, line.player), " ", lineWords(line)));
    return true;
  }

  /** Remove lines by muted players, because mutes can load after the chat. */
  dropMuted() {
    for (const line of [...this.talk.querySelectorAll("li")]) {
      if (people.isMuted(this.table, line.dataset.speaker ?? "")) line.remove();
    }
  }

  /** @param {SubmitEvent} event */
  type(event) {
    event.preventDefault();
    const text = this.input.value.trim();
    if (text) this.say({ text }, () => (this.input.value = ""));
  }

  /** @param {Omit<Fields<"say">, "table">} what @param {() => void} [then] */
  say(what, then) {
    this.app.withAccount(async () => {
      const answer = await this.app.command("say", { table: this.table, ...what });
      if (answer.type === "done") then?.();
    });
  }
}
