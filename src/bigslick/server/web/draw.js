/** A table's state as pictures: everything is made once, and later only what differs is changed. */

import { cardPicture, chipPile } from "./cards.js";
import { attribute, chips, el, glide, keyed, short, svg, text, toggle } from "./dom.js";
import { best, compare } from "./rank.js";
import { pots, potTotal } from "./reduce.js";
import { nameAt } from "./words.js";

/** @typedef {import("./reduce.js").Table} Table @typedef {import("./reduce.js").Play} Play @typedef {import("./reduce.js").Seat} Seat */

/** @param {string} name @param {string} [more] */
export const icon = (name, more = "") =>
  svg(
    "svg",
    { class: `icon ${more}`, viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" },
    svg("use", { href: `#icon-${name}` }),
  );

/** A colour of its own for each name. @param {string} name */
export const hueOf = (name) => [...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 360, 7);

const RING = 2 * Math.PI * 21;

/** The oval with everything on it. */
export class TableView {
  /** @param {{ onSeat?: (seat: number) => void }} [options] */
  constructor({ onSeat } = {}) {
    this.onSeat = onSeat;
    /** @type {Table | null} */
    this.state = null;
    /** @type {SeatView[]} */
    this.seats = [];
    this.potLabel = el("span", { class: "pot-amount" });
    this.pot = el(
      "div",
      { class: "pot" },
      el("span", { class: "pot-chips" }),
      el("span", { class: "pot-word" }, "Pot"),
      this.potLabel,
    );
    this.sides = el("ul", { class: "side-pots", "aria-label": "Pots" });
    this.board = el("div", { class: "board", role: "group", "aria-label": "Board" });
    const slots = el("div", { class: "slots", "aria-hidden": "true" }, ...Array.from({ length: 5 }, () => el("span")));
    this.note = el("p", { class: "note" });
    this.list = el("ol", { class: "seats", "aria-label": "Seats" });
    this.bets = el("div", { class: "bets" });
    this.dealer = el("div", { class: "dealer", role: "img", "aria-label": "dealer button" }, "D");
    this.layer = el("div", { class: "layer", "aria-hidden": "true" });
    this.root = el(
      "div",
      { class: "stage" },
      el("div", { class: "felt", "aria-hidden": "true" }, el("div", { class: "felt-line" })),
      el(
        "div",
        { class: "centre" },
        el("div", { class: "pots" }, this.pot, this.sides),
        el("div", { class: "board-place" }, slots, this.board),
        this.note,
      ),
      this.bets,
      this.dealer,
      this.list,
      this.layer,
    );
  }

  /** @param {Table} state */
  draw(state) {
    const before = this.state;
    this.state = state;
    if (this.seats.length !== state.seats.length) this.lay(state.seats.length);
    attribute(this.root, "data-seats", state.seats.length);
    toggle(this.root, "seated", state.you !== null);
    const bottom = state.you ?? 0;
    const count = state.seats.length;
    const place = (/** @type {number} */ seat) => ((seat - bottom + count) % count) / count;
    const lit = litCards(state);
    if (before && before.table === state.table) this.move(before, state);
    this.seats.forEach((view, seat) => {
      view.root.style.setProperty("--at", String(place(seat)));
      attribute(view.root, "data-side", sideOf(place(seat)));
      view.draw(state, lit);
    });
    this.drawCentre(state, lit);
    const { play } = state;
    toggle(this.dealer, "hidden", !play);
    if (play)
      this.dealer.style.setProperty(
        "--at",
        String(place(play.button) + Math.min(0.05, 0.34 / count) * (place(play.button) > 0.5 ? -1 : 1)),
      );
    keyed(
      this.bets,
      Object.entries(play?.bets ?? {}).filter(([, amount]) => amount > 0),
      ([seat]) => `bet-${seat}`,
      () => el("div", { class: "bet" }, el("span", { class: "bet-chips" }), el("span", { class: "bet-amount" })),
      (bet, [seat, amount]) => {
        const at = place(Number(seat));
        bet.style.setProperty("--at", String(at));
        attribute(bet, "data-side", sideOf(at));
        toggle(bet, "beside", Math.abs(Math.cos(at * 2 * Math.PI)) < 0.36);
        if (bet.dataset.amount !== String(amount)) {
          bet.dataset.amount = String(amount);
          bet.firstElementChild.replaceChildren(chipPile(amount));
          text(bet.lastElementChild, short(amount));
        }
        attribute(bet, "aria-label", `${nameAt(state, Number(seat))} has bet ${chips(amount)}`);
        attribute(bet, "role", "img");
        toggle(bet, "own", Number(seat) === state.you);
      },
    );
  }

  /** @param {Table} state @param {Set<string> | null} lit */
  drawCentre(state, lit) {
    const { play } = state;
    const amount = play ? potTotal(play) : 0;
    toggle(this.pot, "hidden", amount === 0);
    text(this.potLabel, chips(amount));
    if (this.pot.dataset.amount !== String(amount)) {
      this.pot.dataset.amount = String(amount);
      this.pot.firstElementChild.replaceChildren(amount ? chipPile(amount) : "");
    }
    const split = play && !play.awarded ? pots(play) : [];
    keyed(
      this.sides,
      split.length > 1 ? split : [],
      (_, index) => String(index),
      () => el("li"),
      (item, pot, index) =>
        text(item, `${index ? `Side ${split.length > 2 ? index : ""}`.trim() : "Main"} ${chips(pot.amount)}`),
    );
    keyed(
      this.board,
      play?.board ?? [],
      (card) => card,
      (card, index) => {
        const picture = cardPicture(card);
        picture.classList.add("turning");
        picture.style.setProperty("--nth", String(index < 3 ? index : 0));
        return picture;
      },
      (picture, card) => {
        toggle(picture, "lit", lit?.has(card));
        toggle(picture, "dim", lit && !lit.has(card));
      },
    );
    text(this.note, this.noteOf(state));
  }

  /** @param {Table} state */
  noteOf(state) {
    if (state.closed) return state.closed;
    if (state.paused) return state.paused;
    const { play } = state;
    if (play?.over) return winnerWords(state);
    if (!play || play.over) {
      const ready = state.seats.filter((seat) => seat && seat.stack > 0 && !seat.sittingOut).length;
      return ready < 2 ? "Waiting for players" : "The next hand is about to begin";
    }
    return "";
  }

  /** @param {number} count */
  lay(count) {
    this.seats = Array.from({ length: count }, (_, seat) => new SeatView(seat, this.onSeat ?? null));
    this.list.replaceChildren(...this.seats.map((view) => view.root));
  }

  /** Let chips travel: bets to the pot when a street is over, the pot to its winners. @param {Table} before @param {Table} after */
  move(before, after) {
    const [old, play] = [before.play, after.play];
    if (!old || !play || old.hand !== play.hand) return;
    for (const [seat, amount] of Object.entries(old.bets)) {
      const bet = this.bets.querySelector(`[data-key="bet-${seat}"]`);
      if (amount > 0 && !play.bets[Number(seat)] && bet && !play.refunded[Number(seat)])
        glide(this.layer, pile(amount), bet, this.pot, 360);
    }
    for (const [seat, amount] of Object.entries(play.awards)) {
      if (!old.awards[Number(seat)]) glide(this.layer, pile(amount), this.board, this.seats[Number(seat)].pod, 620);
    }
  }

  /** Bring the clocks up to date. @param {number} now the server's time */
  tick(now) {
    const { state } = this;
    if (!state) return;
    for (const view of this.seats)
      view.tick(
        state.turn?.seat === view.seat ? state.turn : null,
        now,
        state.spec.pace?.action_ms ?? 10_000,
        state.spec.pace?.bank_ms || 1,
      );
    if (state.nextHandAt && (!state.play || state.play.over) && !state.paused && !state.closed) {
      const left = Math.ceil((state.nextHandAt - now) / 1000);
      attribute(this.note, "data-next", left > 0 ? `Next hand in ${left} s` : null);
    } else attribute(this.note, "data-next", null);
  }
}

/** One chair. */
class SeatView {
  /** @param {number} seat @param {((seat: number) => void) | null} onFree what a free chair is for, if anything */
  constructor(seat, onFree) {
    this.seat = seat;
    this.canSit = onFree !== null;
    this.shownCards = "";
    this.cards = el("div", { class: "hole" });
    this.ring = svg("circle", {
      class: "ring-left",
      cx: 24,
      cy: 24,
      r: 21,
      "stroke-dasharray": RING,
      "stroke-dashoffset": RING,
    });
    this.initials = el("span", { class: "initials" });
    this.seconds = el("span", { class: "seconds", "aria-hidden": "true" });
    this.avatar = el(
      "div",
      { class: "avatar", "aria-hidden": "true" },
      svg(
        "svg",
        { class: "ring", viewBox: "0 0 48 48" },
        svg("circle", { class: "ring-all", cx: 24, cy: 24, r: 21 }),
        this.ring,
      ),
      this.initials,
      this.seconds,
      icon("bot", "bot-mark"),
    );
    this.name = el("span", { class: "name" });
    this.stack = el("span", { class: "stack" });
    this.status = el("span", { class: "status" });
    this.pod = el(
      "div",
      { class: "pod" },
      this.avatar,
      el("div", { class: "who" }, this.name, el("span", { class: "line" }, this.stack, this.status)),
    );
    this.deed = el("span", { class: "deed" });
    this.freeWord = el("span");
    this.free = el(
      "button",
      { class: "free", type: "button", onclick: () => onFree?.(seat) },
      icon("plus"),
      this.freeWord,
    );
    this.root = el("li", { class: "seat" }, this.cards, this.pod, this.deed, this.free);
  }

  /** @param {Table} state @param {Set<string> | null} lit */
  draw(state, lit) {
    const { seat } = this;
    const taken = state.seats[seat];
    const play = state.play;
    const own = seat === state.you;
    attribute(
      this.free,
      "aria-label",
      state.you === null ? `Seat ${seat + 1} is free: sit down` : `Seat ${seat + 1} is free: call a house bot`,
    );
    text(this.freeWord, state.you === null ? "Sit" : "Bot");
    toggle(this.root, "empty", !taken);
    toggle(this.root, "hero", own);
    this.free.hidden = !this.canSit || Boolean(taken) || Boolean(state.spec.tournament) || state.closed !== "";
    this.pod.hidden = !taken;
    if (!taken) {
      this.setCards([]);
      text(this.deed, "");
      this.root.classList.remove("acting", "folded", "all-in", "away", "winner", "resting");
      return;
    }
    const dealtIn = play?.players[seat] === taken.player;
    const live = Boolean(dealtIn && play?.live[seat]);
    const award = dealtIn && play ? (play.awards[seat] ?? 0) : 0;
    toggle(this.root, "acting", state.turn?.seat === seat);
    toggle(this.root, "folded", dealtIn && !live);
    toggle(this.root, "all-in", live && play?.allIn[seat] && !play.over);
    toggle(this.root, "away", !taken.connected);
    toggle(this.root, "resting", taken.sittingOut || taken.waiting || (play && !play.over && !dealtIn));
    toggle(this.root, "winner", award > 0);
    toggle(this.root, "is-bot", Boolean(taken.bot));
    this.root.style.setProperty("--hue", String(hueOf(taken.player)));
    text(this.name, taken.player);
    attribute(this.name, "title", taken.player);
    text(this.initials, initialsOf(taken.player));
    text(this.stack, taken.stack === 0 && live && !play?.over ? "All in" : short(taken.stack));
    attribute(this.stack, "title", chips(taken.stack));
    text(this.status, statusOf(taken));
    this.drawDeed(state, award, dealtIn);
    this.drawCards(state, live, dealtIn, lit);
  }

  /** @param {Table} state @param {number} award @param {boolean | undefined} dealtIn */
  drawDeed(state, award, dealtIn) {
    const deed = dealtIn ? state.play?.deeds[this.seat] : undefined;
    const words = award > 0 ? `+${short(award)}` : deed && !state.play?.over ? deedWords(deed) : "";
    text(this.deed, words);
    attribute(this.deed, "data-kind", award > 0 ? "win" : words ? (deed?.allIn ? "all-in" : deed?.kind) : null);
  }

  /** @param {Table} state @param {boolean} live @param {boolean | undefined} dealtIn @param {Set<string> | null} lit */
  drawCards(state, live, dealtIn, lit) {
    const play = state.play;
    if (!play || !dealtIn) return this.setCards([]);
    const own = this.seat === state.you;
    const dealt = play.cards[this.seat];
    const shown = play.shown[this.seat];
    const open = shown ?? (dealt?.length ? dealt : null);
    const faces = open ?? (live && dealt && !play.mucked[this.seat] ? ["", ""] : []);
    const visible = live || own || shown || (open && play.over);
    this.setCards(visible ? faces : []);
    const winner = play.awards[this.seat] > 0;
    [...this.cards.children].forEach((picture, index) => {
      toggle(picture, "lit", winner && lit?.has(faces[index]));
      toggle(picture, "dim", (lit && faces[index] && !(winner && lit.has(faces[index]))) || (own && !live));
    });
    return undefined;
  }

  /** @param {string[]} faces */
  setCards(faces) {
    const key = faces.join() + faces.length;
    if (key === this.shownCards) return;
    const first = this.cards.childElementCount === 0;
    this.shownCards = key;
    this.cards.replaceChildren(
      ...faces.map((face, index) => {
        const picture = cardPicture(face);
        picture.classList.add(first ? "dealing" : "turning");
        picture.style.setProperty("--nth", String(index));
        return picture;
      }),
    );
  }

  /** @param {any} turn @param {number} now @param {number} whole @param {number} bank */
  tick(turn, now, whole, bank) {
    if (!turn) {
      if (this.seconds.textContent) text(this.seconds, "");
      toggle(this.root, "banking", false);
      return;
    }
    const base = turn.deadline - now;
    const banking = base <= 0;
    const left = banking ? turn.bank_ms + base : base;
    const share = Math.max(0, Math.min(1, banking ? left / bank : left / Math.max(whole, left)));
    attribute(this.ring, "stroke-dashoffset", (RING * (1 - share)).toFixed(1));
    toggle(this.root, "banking", banking);
    toggle(this.root, "late", !banking && left < 4000);
    text(this.seconds, String(Math.max(0, Math.ceil(left / 1000))));
  }
}

/** @param {number} amount */
const pile = (amount) => el("span", { class: "flying" }, chipPile(amount));

/** Where a chair stands, so that its cards and words lie towards the middle. @param {number} at */
const sideOf = (at) =>
  at === 0 ? "bottom" : at < 0.12 || at > 0.88 ? "low" : at < 0.38 ? "left" : at > 0.62 ? "right" : "top";

/** @param {string} name */
const initialsOf = (name) => {
  const parts = name.split(/[\s_.-]+/).filter(Boolean);
  return ((parts[0]?.[0] ?? "?") + (parts[1]?.[0] ?? parts[0]?.[1] ?? "")).toUpperCase();
};

/** @param {Seat} seat */
const statusOf = (seat) =>
  !seat.connected ? "lost" : seat.leaving ? "leaving" : seat.sittingOut ? "away" : seat.waiting ? "waits" : "";

const DEEDS = /** @type {Record<string, string>} */ ({
  fold: "Fold",
  check: "Check",
  call: "Call",
  bet: "Bet",
  raise: "Raise",
  timeout: "Time",
  ante: "Ante",
  small_blind: "Small blind",
  big_blind: "Big blind",
  straddle: "Straddle",
  live: "Post",
  dead: "Post",
});

/** @param {import("./reduce.js").Deed} deed */
const deedWords = (deed) =>
  deed.allIn
    ? "All in"
    : ["call", "bet", "raise"].includes(deed.kind)
      ? `${DEEDS[deed.kind]} ${short(deed.amount)}`
      : (DEEDS[deed.kind] ?? "");

/** The cards that won, once a hand is over and its winner has shown. @param {Table} state @returns {Set<string> | null} */
function litCards(state) {
  const { play } = state;
  if (!play || !play.awarded) return null;
  let top = null;
  for (const seat of Object.keys(play.awards).map(Number)) {
    const cards = play.shown[seat];
    const made = cards && best([...cards, ...play.board]);
    if (made && (!top || compare(made, top.made) > 0)) top = { made, five: new Set(made.five) };
    else if (made && top && compare(made, top.made) === 0) for (const card of made.five) top.five.add(card);
  }
  return top ? top.five : null;
}

/** @param {Table} state */
function winnerWords(state) {
  const { play } = state;
  if (!play) return "";
  const winners = Object.keys(play.awards).map(Number);
  if (winners.length === 0) return "";
  const words = winners.map((seat) => {
    const cards = play.shown[seat];
    const made = cards && best([...cards, ...play.board]);
    const who = seat === state.you ? "You win" : `${nameAt(state, seat)} wins`;
    return { start: `${who} ${chips(play.awards[seat])}`, made: made ? made.name : "" };
  });
  if (words.length === 1) return words[0].made ? `${words[0].start} · ${words[0].made}` : words[0].start;
  return words.map((one) => one.start).join(" · ");
}
