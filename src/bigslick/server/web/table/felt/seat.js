/** One seat at the oval: player, stack, cards and last action. */

import { emotePicture, facePicture, hueOf, initialsOf } from "../../account/avatar.js";
import { LABELS, people } from "../../account/people.js";
import { cardPicture } from "../../shared/cards.js";
import { attribute, el, icon, svg, text, toggle } from "../../shared/dom.js";
import { percent, short, times } from "../../shared/format.js";
import { language, say } from "../../shared/language.js";
import { isStill } from "../../shared/motion.js";
import { amountText } from "../amounts.js";
import { bigBlindOf } from "../reduce.js";
import { turnClock } from "../turn-clock.js";
import { drawPile } from "./chip-pile.js";
import { CountUp } from "./count-up.js";
import { mainPotWinners, TRAVEL_MS } from "./theatre.js";

/** @import { ActionKind, LastAction, Play, Table } from "../reduce.js" */
/** @import { Payout } from "./theatre.js" */

const RING = 2 * Math.PI * 21;
const EMOTE_MS = 3_000;
const STATES = ["acting", "folded", "all-in", "away", "winner", "resting", "is-bot", "betting", "on-button"];

/** @type {Record<Exclude<ActionKind, "run_out">, string>} */
const ACTIONS = {
  fold: say("Fold", {}, "who did"),
  check: say("Check", {}, "who did"),
  call: say("Call", {}, "who did"),
  bet: say("Bet", {}, "who did"),
  raise: say("Raise", {}, "who did"),
  timeout: say("Time", {}, "who ran out of it"),
  ante: say("Ante"),
  small_blind: say("Small blind"),
  big_blind: say("Big blind"),
  straddle: say("Straddle"),
  live: say("Post", {}, "who posted a blind"),
  dead: say("Post", {}, "who posted a blind"),
};
const WITH_AMOUNT = ["call", "bet", "raise"];

/** A chair, open or taken. */
export class SeatView {
  /**
   * @param {number} seat
   * @param {((seat: number) => void) | null} onOpen what a click on the open seat does
   * @param {((name: string) => void) | null} onPlayer what a click on the player does
   */
  constructor(seat, onOpen, onPlayer) {
    this.seat = seat;
    this.canSit = onOpen !== null;
    /** @type {string[]} */
    this.faces = [];
    this.cards = el("div", { class: "hole" });
    const circle = { cx: 24, cy: 24, r: 21 };
    this.ring = svg("circle", { class: "ring-left", ...circle, "stroke-dasharray": RING, "stroke-dashoffset": RING });
    this.initials = el("span", { class: "initials" });
    this.seconds = el("span", { class: "seconds", "aria-hidden": "true" });
    const ring = svg(
      "svg",
      { class: "ring", viewBox: "0 0 48 48" },
      svg("circle", { class: "ring-all", ...circle }),
      this.ring,
    );
    const marks = [ring, this.initials, this.seconds, icon("bot", "bot-mark")];
    this.avatar = el("div", { class: "avatar", "aria-hidden": "true" }, ...marks);
    this.label = el("span", { class: "label-dot" });
    const press = { class: "note-open", type: "button", onclick: () => onPlayer?.(this.name.textContent ?? "") };
    this.press = onPlayer && el("button", press);
    this.name = el("span", { class: "name" });
    this.stack = el("span", { class: "stack" });
    this.status = el("span", { class: "status" });
    /** @type {Table | null} as it was last drawn */
    this.state = null;
    this.counter = new CountUp((amount) => this.state && text(this.stack, amountText(this.state, amount, short)));
    this.share = el("span", { class: "equity-bar", "aria-hidden": "true" }, el("span", { class: "equity-fill" }));
    const line = el("span", { class: "line" }, this.stack, this.status);
    this.place = el("span", { class: "unseen" });
    this.kind = el("span", { class: "unseen" });
    const who = el("div", { class: "who" }, this.name, this.kind, line, this.place, this.share);
    this.pile = el("span", { class: "stack-pile", "aria-hidden": "true" });
    this.pod = el("div", { class: "pod" }, this.avatar, who, this.label, this.press, this.pile);
    this.last = el("span", { class: "last-action" });
    this.openWord = el("span");
    const open = { class: "open-seat", type: "button", onclick: () => onOpen?.(seat) };
    this.open = el("button", open, icon("plus"), this.openWord);
    this.root = el("li", { class: "seat" }, this.cards, this.pod, this.last, this.open);
  }

  /** @param {Table} state @param {Set<string> | null} lit the winning cards */
  draw(state, lit) {
    this.state = state;
    const taken = state.seats[this.seat];
    this.drawOpen(state, !taken);
    toggle(this.root, "empty", !taken);
    toggle(this.root, "hero", this.seat === state.you);
    this.pod.hidden = !taken;
    if (!taken) {
      this.setCards([]);
      text(this.last, "");
      this.root.classList.remove(...STATES);
      return;
    }
    const { seat } = this;
    const play = state.play?.players[seat] === taken.player ? state.play : null;
    const watching = state.play && !state.play.over && !play;
    const live = Boolean(play?.live[seat]);
    const allIn = Boolean(play && !play.over && live && play.allIn[seat]);
    toggle(this.root, "acting", state.turn?.seat === seat);
    toggle(this.root, "folded", play && !live);
    toggle(this.root, "all-in", allIn);
    toggle(this.root, "away", !taken.connected);
    toggle(this.root, "resting", taken.sitting_out || taken.waiting || watching);
    toggle(this.root, "winner", play?.won[seat]);
    toggle(this.root, "betting", play?.bets[seat]);
    toggle(this.root, "on-button", state.play?.button === seat);
    toggle(this.root, "is-bot", taken.bot);
    this.root.style.setProperty("--hue", String(hueOf(taken.player)));
    text(this.name, taken.player);
    attribute(this.name, "title", taken.player);
    text(this.initials, initialsOf(taken.player));
    text(this.kind, taken.bot ? say("house bot") : "");
    this.drawPerson(state.table, taken, seat === state.you);
    const { stack } = taken;
    if (this.counter.to !== stack) {
      this.counter.stop();
      text(this.stack, allIn ? say("All in", {}, "who is") : stack === null ? "" : amountText(state, stack, short));
    }
    attribute(this.stack, "title", stack === null ? "" : amountText(state, stack));
    drawPile(this.pile, "stack", stack ?? 0, bigBlindOf(state));
    text(this.status, statusOf(taken));
    text(this.place, play && !play.over ? placeWords(state, play, seat) : "");
    this.drawLastAction(state, play);
    this.drawEquity(play);
    this.drawCards(state, play, lit);
  }

  /**
   * The player's avatar, and the viewer's label on them.
   * @param {string} at @param {Wire.SeatNow} taken @param {boolean} own whether it is the viewer
   */
  drawPerson(at, { player, bot }, own) {
    const avatar = people.avatar(at, player);
    if (this.avatar.dataset.avatar !== avatar) {
      this.avatar.dataset.avatar = avatar;
      this.avatar.querySelector(".face-picture")?.remove();
      if (avatar) this.avatar.prepend(facePicture(avatar));
    }
    const { label, text: words } = people.note(at, player);
    attribute(this.label, "data-label", label || (words ? "noted" : null));
    attribute(this.label, "role", label || words ? "img" : null); // a picture without words is an error
    attribute(
      this.label,
      "aria-label",
      label
        ? say("label {label}", { label: (LABELS[label] ?? label).toLocaleLowerCase(language) })
        : words
          ? say("has a note")
          : null,
    );
    const opens = own
      ? say("Choose an avatar")
      : bot
        ? say("How {who} plays, a house bot", { who: player })
        : say("Note on {who}", { who: player });
    if (this.press) attribute(this.press, "aria-label", opens);
  }

  /** Float an emote over the seat for a moment. @param {string} emote */
  emote(emote) {
    const floating = el("span", { class: "emote" }, emotePicture(emote));
    this.pod.append(floating);
    setTimeout(() => floating.remove(), EMOTE_MS);
  }

  /** @param {Table} state @param {boolean} isOpen */
  drawOpen(state, isOpen) {
    const sit = state.you === null;
    const seat = this.seat + 1;
    const words = sit
      ? say("Seat {seat} is open: sit down", { seat })
      : say("Seat {seat} is open: move there or add a house bot", { seat });
    attribute(this.open, "aria-label", words);
    text(this.openWord, sit ? say("Sit", {}, "on an open seat") : say("Bot", {}, "on an open seat"));
    this.open.hidden = !this.canSit || !isOpen || state.spec.tournament !== "" || state.closed !== "";
  }

  /** Count the stack up as chips arrive. @param {number} to @param {Payout[]} paid */
  count(to, paid) {
    this.counter.run(
      to,
      paid.map(({ amount, after }) => ({ amount, after: after + TRAVEL_MS })),
    );
  }

  /** @param {Table["play"]} play */
  drawEquity(play) {
    const share = play?.equities[this.seat];
    toggle(this.share, "on", share !== undefined);
    toggle(this.share, "leads", share !== undefined && share >= Math.max(...Object.values(play?.equities ?? {})));
    if (share !== undefined) this.share.style.setProperty("--share", String(share));
  }

  /** @param {Table} state @param {Table["play"]} play */
  drawLastAction(state, play) {
    const won = play?.won[this.seat] ?? 0;
    const last = play && !play.over ? play.lastActions[this.seat] : undefined;
    const share = play?.equities[this.seat];
    if (!won && share !== undefined) {
      const words = percent(share);
      const old = this.last.querySelector(".share");
      // The new figure comes, and the old one goes, when the card that changed it has turned over.
      if (old?.textContent !== words) {
        const gone = old && !isStill() && el("span", { class: "share-gone", "aria-hidden": "true" }, old.textContent);
        this.last.replaceChildren(...(gone ? [gone] : []), el("span", { class: "share" }, words));
      }
      attribute(this.last, "data-kind", "equity");
      return;
    }
    text(this.last, won ? `+${amountText(state, won, short)}` : last ? actionWords(state, last) : "");
    attribute(this.last, "data-kind", won ? "win" : last ? (last.allIn ? "all-in" : last.kind) : null);
  }

  /** @param {Table} state @param {Table["play"]} play @param {Set<string> | null} lit */
  drawCards(state, play, lit) {
    const { seat } = this;
    const dealt = play?.cards[seat];
    if (!play || !dealt) {
      this.setCards([]);
      return;
    }
    const own = seat === state.you;
    const live = play.live[seat];
    const after = play.after[seat];
    const faces = play.shown[seat] ?? (after ? dealt.map((card, index) => after[index] || card) : dealt);
    this.setCards(faces.some(Boolean) || (live && !play.mucked[seat]) ? faces : []);
    const winner = mainPotWinners(play).includes(seat);
    for (const [index, picture] of [...this.cards.children].entries()) {
      const bright = winner && lit?.has(faces[index]);
      toggle(picture, "lit", bright);
      toggle(picture, "public", after?.[index]);
      toggle(picture, "dim", !after?.[index] && ((lit && faces[index] && !bright) || (own && !live)));
    }
  }

  /** @param {string[]} faces */
  setCards(faces) {
    const before = this.faces;
    const dealing = before.every((face, index) => face === faces[index]);
    if (dealing && faces.length === before.length) return;
    this.faces = faces;
    const pictures = faces.slice(dealing ? before.length : 0).map((face, index) => {
      const picture = cardPicture(face);
      picture.classList.add(dealing ? "dealing" : "turning");
      picture.style.setProperty("--nth", String(index));
      return picture;
    });
    if (dealing) this.cards.append(...pictures);
    else this.cards.replaceChildren(...pictures);
  }

  /** @param {Wire.Turn | null} turn @param {Table["spec"]["pace"]} pace @param {number} now the server's time */
  tick(turn, pace, now) {
    const clock = turn && turnClock(turn, pace.action_ms, now);
    toggle(this.root, "banking", clock?.banking ?? false);
    toggle(this.root, "late", clock?.late ?? false);
    if (clock) attribute(this.ring, "stroke-dashoffset", (RING * (1 - clock.share)).toFixed(1));
    text(this.seconds, clock ? String(Math.ceil(clock.left / 1000)) : "");
  }
}

/**
 * A seat's place after the button and whether it is to act, for screen readers.
 * @param {Table} state @param {Play} play @param {number} seat
 */
function placeWords({ seats: { length }, turn }, { players, button }, seat) {
  const steps = (/** @type {number} */ to) => (to - button + length) % length;
  const count = Object.keys(players).filter((key) => steps(Number(key)) && steps(Number(key)) <= steps(seat)).length;
  const place = say(
    "{count, plural, =0 {on the button} one {# seat after the button} other {# seats after the button}}",
    { count },
  );
  return turn?.seat === seat ? say("{place}, to act", { place }) : place;
}

/** @param {Wire.SeatNow} seat */
function statusOf(seat) {
  if (!seat.connected) return say("offline");
  if (seat.leaving) return say("leaving");
  if (seat.new_seat !== null) return say("to seat {seat}", { seat: seat.new_seat + 1 });
  if (seat.sitting_out) return say("away", {}, "sitting out");
  return seat.waiting ? say("waiting", {}, "for the blind") : "";
}

/** @param {Table} state @param {LastAction} last */
export function actionWords(state, { kind, amount, allIn }) {
  if (allIn) return say("All in", {}, "who is");
  if (kind === "run_out") return say("Run it {often}", { often: times(amount) });
  return WITH_AMOUNT.includes(kind)
    ? say("{deed} {amount}", { deed: ACTIONS[kind], amount: amountText(state, amount, short) })
    : ACTIONS[kind];
}
