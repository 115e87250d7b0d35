/** Draws a table's state. Elements are created once; later only differences are updated. */

import { cardPicture } from "../../shared/cards.js";
import { attribute, el, find, keyed, text, toggle } from "../../shared/dom.js";
import { clockText, short } from "../../shared/format.js";
import { cardName } from "../../shared/hand-names.js";
import { say } from "../../shared/language.js";
import { amountText } from "../amounts.js";
import { bigBlindOf, isPlaying } from "../reduce.js";
import { closedWords, closingWords, madeNames, nameAt, pausedWords } from "../words.js";
import { chipPile, drawPile } from "./chip-pile.js";
import { FeltName } from "./felt-name.js";
import { canGlide, glide } from "./motion.js";
import { OwnHand } from "./own-hand.js";
import { ringPlace } from "./ring.js";
import { Seal } from "./seal.js";
import { SeatView } from "./seat.js";
import { gatheredBets, isRunOut, mainPotWinners, payouts, TRAVEL_MS } from "./theatre.js";

/** @import { Table } from "../reduce.js" */
/** @import { Kind } from "./chip-pile.js" */

const GATHER_MS = 360;
const DOT = " · ";

/** What a cash table is waiting for between hands. @param {{ ready: number, away: number, broke: number }} there */
function waitsFor({ ready, away, broke }) {
  if (ready >= 2) return say("The next hand is about to begin");
  if (ready === 1) {
    if (away) {
      return say("Waiting for one more player: {away, plural, one {one is sitting out} other {# are sitting out}}", {
        away,
      });
    }
    return broke
      ? say("Waiting for one more player: {broke, plural, one {one has no chips} other {# have no chips}}", { broke })
      : say("Waiting for one more player");
  }
  if (away) {
    return say("Waiting for two players: {away, plural, one {one is sitting out} other {# are sitting out}}", { away });
  }
  return broke
    ? say("Waiting for two players: {broke, plural, one {one has no chips} other {# have no chips}}", { broke })
    : say("Waiting for two players");
}

/** The oval and everything on it. */
export class TableView {
  /**
   * @param {{ onSeat?: (seat: number) => void, onPlayer?: (name: string) => void, onSeal?: () => void }} [options] what
   * clicks on open and taken seats and on the seal do
   */
  constructor({ onSeat, onPlayer, onSeal } = {}) {
    this.onSeat = onSeat ?? null;
    this.onPlayer = onPlayer ?? null;
    /** @type {Table | null} */
    this.state = null;
    /** @type {SeatView[]} */
    this.seats = [];
    /** Whether the table's tournament has a break, and when it ends if that is known. */
    this.onBreak = false;
    /** @type {number | null} */
    this.breakEndsAt = null;
    this.potChips = el("span", { class: "pot-chips" });
    this.potLabel = el("span", { class: "pot-amount" });
    const figure = el("span", { class: "pot-figure" }, el("span", { class: "pot-word" }, say("Pot")), this.potLabel);
    this.pot = el("div", { class: "pot" }, this.potChips, figure);
    this.seal = onSeal ? new Seal(onSeal) : null;
    const line = el("div", { class: "pot-line" }, this.pot, this.seal?.root);
    this.sides = el("ul", { class: "side-pots", "aria-label": say("Pots") });
    this.board = el("div", { class: "board", role: "group", "aria-label": say("Board") });
    this.further = el("div", { class: "further-boards" });
    this.rabbit = el("p", { class: "rabbit-note" });
    this.feltName = new FeltName();
    this.note = el("p", { class: "note" });
    this.list = el("ol", { class: "seats", "aria-label": say("Seats") });
    this.bets = el("div", { class: "bets" });
    this.dealer = el(
      "div",
      { class: "dealer", role: "img", "aria-label": say("dealer button") },
      say("D", {}, "on the button"),
    );
    this.layer = el("div", { class: "layer", "aria-hidden": "true" });
    const slots = el("div", { class: "slots", "aria-hidden": "true" }, ...[1, 2, 3, 4, 5].map(() => el("span")));
    const centre = el(
      "div",
      { class: "centre" },
      el("div", { class: "middle" }, el("div", { class: "pots" }, line, this.sides), this.note),
      el(
        "div",
        { class: "boards" },
        el("div", { class: "board-place" }, this.feltName.root, slots, this.board),
        this.further,
      ),
      this.rabbit,
    );
    const felt = el("div", { class: "felt", "aria-hidden": "true" }, el("div", { class: "felt-line" }));
    this.root = el("div", { class: "stage" }, felt, centre, this.bets, this.dealer, this.list, this.layer);
    this.ownHand = new OwnHand(this.root);
  }

  /** @param {Table} state */
  draw(state) {
    const before = this.state;
    this.state = state;
    const count = state.seats.length;
    if (this.seats.length !== count) this.lay(count);
    attribute(this.root, "data-seats", count);
    toggle(this.root, "seated", state.you !== null);
    toggle(this.root, "run-out", isRunOut(state.play));
    const lit = litCards(state);
    if (before?.table === state.table) this.move(before, state);
    for (const view of this.seats) {
      putAt(view.root, state, view.seat);
      view.draw(state, lit);
    }
    this.drawCentre(state, lit);
    this.feltName.draw(state);
    this.seal?.draw(state);
    this.drawDealer(state);
    this.drawBets(state);
    this.ownHand.draw(state, state.you === null ? undefined : this.seats[state.you]?.root);
  }

  /** @param {number} count */
  lay(count) {
    this.seats = Array.from({ length: count }, (_, seat) => new SeatView(seat, this.onSeat, this.onPlayer));
    this.list.replaceChildren(...this.seats.map((view) => view.root));
  }

  /** @param {Table} state @param {Set<string> | null} lit */
  drawCentre(state, lit) {
    const { play } = state;
    const amount = play?.pot ?? 0;
    toggle(this.pot, "hidden", amount === 0);
    text(this.potLabel, amountText(state, amount));
    const inFront = Object.values(play?.bets ?? {}).reduce((sum, bet) => sum + bet, 0);
    drawPile(this.potChips, "pot", amount - inFront, bigBlindOf(state));
    const pots = play && play.pots.length > 1 ? play.pots : [];
    keyed(
      this.sides,
      pots,
      (_, index) => String(index),
      () => el("li"),
      (item, pot, index) => text(item, potWords(index, pots.length, amountText(state, pot.amount))),
    );
    const further = play?.further ?? [];
    toggle(this.root, "several", further.length > 0);
    this.root.style.setProperty("--boards", String(further.length + 1));
    const rabbit = play?.rabbit ?? [];
    drawBoard(this.board, [...(play?.board ?? []), ...rabbit], lit, rabbit);
    text(
      this.rabbit,
      rabbit.length
        ? say("{count, plural, one {The last card would have come} other {The last # cards would have come}}", {
            count: rabbit.length,
          })
        : "",
    );
    keyed(
      this.further,
      further,
      (_, index) => `board-${index}`,
      (_, index) =>
        el("div", { class: "board", role: "group", "aria-label": say("Board {board}", { board: index + 2 }) }),
      (row, cards) => drawBoard(row, cards, null),
    );
    this.drawNote(noteOf(state, this.onSeat !== null, this.onBreak));
  }

  /** @param {string[]} lines on one line where there is no room for two */
  drawNote(lines) {
    if (this.note.textContent === lines.join(DOT)) return;
    const parts = lines.flatMap((line, index) => [
      index > 0 && el("span", { class: "note-dot" }, DOT),
      el("span", { class: "note-line" }, line),
    ]);
    this.note.replaceChildren(...parts.filter((part) => part !== false));
  }

  /** @param {Table} state */
  drawDealer(state) {
    const { play } = state;
    toggle(this.dealer, "hidden", !play);
    if (play) putAt(this.dealer, state, play.button);
  }

  /** @param {Table} state */
  drawBets(state) {
    keyed(
      this.bets,
      Object.entries(state.play?.bets ?? {}).filter(([, amount]) => amount > 0),
      ([seat]) => `bet-${seat}`,
      () => {
        const parts = [el("span", { class: "bet-chips" }), el("span", { class: "bet-amount" })];
        return el("div", { class: "bet", role: "img" }, ...parts);
      },
      (bet, [key, amount]) => {
        const seat = Number(key);
        const at = putAt(bet, state, seat);
        toggle(bet, "beside", Math.abs(Math.cos(at * 2 * Math.PI)) < 0.36);
        toggle(bet, "lower", at < 0.25 || at > 0.75);
        toggle(bet, "own", seat === state.you);
        const words = { who: nameAt(state, seat), amount: amountText(state, amount) };
        attribute(bet, "aria-label", say("{who} has bet {amount}", words));
        drawPile(find(bet, ".bet-chips"), "bet", amount, bigBlindOf(state));
        text(find(bet, ".bet-amount"), amountText(state, amount, short));
      },
    );
  }

  /**
   * Move chips: bets to the pot after a street, the pot to its winners.
   * @param {Table} before @param {Table} after
   */
  move(before, after) {
    const [old, play] = [before.play, after.play];
    if (!canGlide() || !old || !play || old.hand !== play.hand) return;
    const gathered = gatheredBets(old, play).flatMap(({ seat, amount }) => {
      const from = this.bets.querySelector(`[data-key="bet-${seat}"]`);
      return from ? [{ thing: flyingPile("bet", amount, play.bigBlind), from, to: this.pot, ms: GATHER_MS }] : [];
    });
    const paid = payouts(old, play);
    const travelling = paid.map(({ seat, amount, after: wait }) => ({
      thing: flyingPile("pot", amount, play.bigBlind),
      from: this.pot,
      to: this.seats[seat].pod,
      ms: TRAVEL_MS,
      after: wait,
    }));
    glide(this.layer, [...gathered, ...travelling]);
    for (const view of this.seats) {
      const stack = after.seats[view.seat]?.stack;
      const mine = paid.filter(({ seat }) => seat === view.seat);
      if (mine.length && stack) view.count(stack, mine);
    }
  }

  /** Float an emote over a player's seat. @param {string} player @param {string} emote */
  emote(player, emote) {
    const seat = this.state?.seats.findIndex((taken) => taken?.player === player) ?? -1;
    this.seats[seat]?.emote(emote);
  }

  /** Update the clocks. @param {number} now the server's time */
  tick(now) {
    const { state } = this;
    if (!state) return;
    for (const view of this.seats) view.tick(state.turn?.seat === view.seat ? state.turn : null, state.spec.pace, now);
    const between = !isPlaying(state) && !state.paused && !state.closed;
    attribute(this.note, "data-next", between ? this.nextWords(state, now) : null);
  }

  /** When the next hand comes, or null. @param {Table} state @param {number} now the server's time */
  nextWords({ nextHandAt }, now) {
    if (this.onBreak) {
      return this.breakEndsAt === null ? null : say("Play in {time}", { time: clockText(this.breakEndsAt - now) });
    }
    const left = Math.ceil(((nextHandAt ?? 0) - now) / 1000);
    return left > 0 ? say("Next hand in {seconds} s", { seconds: left }) : null;
  }
}

/**
 * A seat's position on the oval, 0 to 1 clockwise; the viewer's is at the bottom.
 * @param {Table} state @param {number} seat
 */
function placeOf({ seats: { length }, you }, seat) {
  return ((seat - (you ?? 0) + length) % length) / length;
}

/**
 * Place something at a seat, through the variables that the style sheets use.
 * @param {HTMLElement} element @param {Table} state @param {number} seat
 */
function putAt(element, state, seat) {
  const at = placeOf(state, seat);
  const { row, x } = ringPlace(Math.round(at * state.seats.length), state.seats.length);
  element.style.setProperty("--at", String(at));
  element.style.setProperty("--x", String(x));
  attribute(element, "data-row", row);
  attribute(element, "data-side", sideOf(at));
  attribute(element, "data-half", at > 0 && at < 0.5 ? "left" : "right");
  return at;
}

/** The side of the oval, so cards and text go toward the middle. @param {number} at */
function sideOf(at) {
  if (at === 0) return "bottom";
  if (at < 0.12 || at > 0.88) return "low";
  if (at < 0.38) return "left";
  return at > 0.62 ? "right" : "top";
}

/** @param {Kind} kind @param {number} amount @param {number} bigBlind */
const flyingPile = (kind, amount, bigBlind) => el("span", { class: "flying" }, chipPile(kind, amount, bigBlind));

/** @param {number} index @param {number} count @param {string} amount */
function potWords(index, count, amount) {
  if (index === 0) return say("Main {amount}", { amount }, "pot");
  return count > 2 ? say("Side {index} {amount}", { index, amount }, "pot") : say("Side {amount}", { amount }, "pot");
}

/**
 * @param {Element} row @param {string[]} cards
 * @param {Set<string> | null} lit the winner's cards to light up
 * @param {string[]} [ghosts] the rabbit cards among them
 */
function drawBoard(row, cards, lit, ghosts = []) {
  keyed(
    row,
    cards,
    (card) => card,
    (card, index) => {
      const picture = cardPicture(card);
      picture.classList.add("turning");
      // Flop cards flip over one by one; the turn and river cards flip immediately.
      picture.style.setProperty("--nth", String(index < 3 ? index : 0));
      return picture;
    },
    (picture, card) => {
      toggle(picture, "lit", lit?.has(card));
      toggle(picture, "dim", lit && !lit.has(card));
      if (!ghosts.includes(card)) return;
      toggle(picture, "ghost", true);
      attribute(picture, "aria-label", say("{card}, would have come", { card: cardName(card) }));
    },
  );
}

/**
 * The lines of the note below the board.
 * @param {Table} state @param {boolean} live whether the table continues after the hand @param {boolean} onBreak
 */
function noteOf(state, live, onBreak) {
  if (state.closed) return [closedWords(state.closed)];
  if (state.closing) return [closingWords(state.closing)];
  if (state.paused) return [pausedWords(state.paused, isPlaying(state))];
  if (isPlaying(state)) return state.play?.bomb && !state.play.board.length ? [say("Bomb pot")] : [];
  if (onBreak) return [say("Break")];
  const there = whoIsThere(state);
  const goesOn = state.nextHandAt !== null || there.ready >= 2;
  if (state.play && (goesOn || !live || state.spec.tournament)) return winnerWords(state);
  if (state.spec.tournament) return [say("Waiting for the other tables")];
  if (state.play) return [...winnerWords(state), waitsFor(there)];
  if (state.seats.some((seat) => seat !== null)) return [waitsFor(there)];
  return [say("An empty table"), say("The first hand begins when two have sat down")];
}

/** @param {Table} state */
function whoIsThere({ seats }) {
  const taken = seats.filter((seat) => seat !== null);
  const away = taken.filter((seat) => seat.sitting_out).length;
  const broke = taken.filter((seat) => !seat.sitting_out && seat.stack === 0).length;
  return { ready: taken.length - away - broke, away, broke };
}

/**
 * The cards of the winning hand, once shown; none if several boards have one each.
 * @param {Table} state @returns {Set<string> | null}
 */
function litCards({ play }) {
  if (!play || play.further.length) return null;
  const shown = mainPotWinners(play).filter((seat) => play.shown[seat]);
  const cards = shown.flatMap((seat) => play.made[seat]?.[0]?.five ?? []);
  return cards.length ? new Set(cards) : null;
}

/** @param {Table} state */
function winnerWords(state) {
  const { play, you } = state;
  const winners = Object.keys(play?.won ?? {}).map(Number);
  const words = winners.map((seat) => {
    const amount = amountText(state, play?.won[seat] ?? 0);
    return seat === you
      ? say("You win {amount}", { amount })
      : say("{who} wins {amount}", { who: nameAt(state, seat), amount });
  });
  const made = winners.length === 1 && play?.shown[winners[0]] ? madeNames(play, winners[0]) : [];
  return [words, [...new Set(made)]].map((line) => line.join(DOT)).filter(Boolean);
}
