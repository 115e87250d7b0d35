/**
 * Checks in the browser that a deck was sealed before the seeds were opened and dealt in the order they determine. Only
 * here does the page know how cards are dealt, because it must not take the server's word for it. See
 * docs/explanation/fairness.md.
 */

import { RANKS } from "../shared/cards.js";
import { say } from "../shared/language.js";
import { promiseOf } from "../shared/seeds.js";
import { fromHex, sha256, toHex } from "../shared/sha256.js";

/** @import { SealNote } from "../shared/seeds.js" */

const SUITS = "cdhs";
const CARDS = 52;
const LEAF = 0;
const NODE = 1;
const ORDER = 2;
const DEPTH = 6;
const MIX = new TextEncoder().encode("bigslick mix 1");

/**
 * The evidence about a hand; `note` is what this browser saved when the deck was sealed, if it was there.
 * @typedef {{
 *   root: string,
 *   seeds: Record<number, Wire.PlayerSeed>,
 *   players: Record<number, string>,
 *   button: number,
 *   note: SealNote | undefined,
 *   openings: Wire.Opening[],
 *   order: number[],
 *   cards: Record<number, string[]>,
 *   boards: string[][],
 *   burn: boolean,
 *   double: boolean,
 * }} Evidence
 */

/** Where each street's cards begin and end on a board. */
const STREET_CARDS = [
  [0, 3],
  [3, 4],
  [4, 5],
];

/** A card's number, 0 (2c) to 51 (As). @param {string} card */
const cardNumber = (card) => RANKS.indexOf(card[0]) * 4 + SUITS.indexOf(card[1]);

/**
 * Whether the sealed deck had this card in this position.
 * @param {string} root @param {Wire.Opening} opening
 */
export function checkOpening(root, opening) {
  const salt = fromHex(opening.salt, 16);
  const path = opening.path.map((step) => fromHex(step, 32));
  const { place } = opening;
  if (!salt || path.length !== DEPTH || !(Number.isInteger(place) && place >= 0 && place < CARDS)) return false;
  let found = sha256([LEAF, place, cardNumber(opening.card)], salt);
  for (const [height, neighbour] of path.entries()) {
    if (!neighbour) return false;
    found = (place >> height) & 1 ? sha256([NODE], neighbour, found) : sha256([NODE], found, neighbour);
  }
  return toHex(found) === root;
}

/**
 * The sealed deck's positions in dealing order.
 * @param {string} root @param {Record<number, Wire.PlayerSeed>} seeds @returns {number[]}
 */
export function dealingPlaces(root, seeds) {
  const opened = Object.keys(seeds)
    .map(Number)
    .filter((seat) => seeds[seat].seed)
    .sort((one, other) => one - other);
  const parts = opened.map((seat) => [seat, ...(fromHex(seeds[seat].seed, 32) ?? [])]);
  const mix = sha256(MIX, fromHex(root, 32) ?? [], ...parts);
  const keys = [...Array(CARDS).keys()].map((place) => toHex(sha256([ORDER], mix, [place])));
  return [...keys.keys()].sort((one, other) => (keys[one] < keys[other] ? -1 : 1));
}

/**
 * The dealing position of each known card: hole cards one at a time from the button's left, then the boards in turn,
 * each street after its burn card; a double board's two boards come together, street by street.
 * @param {Evidence} evidence @returns {Map<number, string>}
 */
function expectedTurns({ order, cards, boards, burn, double }) {
  /** @type {Map<number, string>} */
  const turns = new Map();
  for (const [index, seat] of order.entries()) {
    for (const [nth, card] of (cards[seat] ?? []).entries()) {
      if (card) turns.set(index + nth * order.length, card);
    }
  }
  let at = 2 * order.length;
  /** @type {Set<string>} */
  const dealt = new Set(); // a run-out's boards share cards
  for (const together of double ? [boards] : boards.map((board) => [board])) {
    for (const [start, end] of STREET_CARDS) {
      const street = together.flatMap((board) => board.slice(start, end)).filter((card) => !dealt.has(card));
      if (burn && street.length) at += 1;
      for (const card of street) {
        dealt.add(card);
        turns.set(at++, card);
      }
    }
  }
  return turns;
}

/** Problems with the seeds, as sentences. @param {Evidence} evidence @returns {string[]} */
function seedLies({ root, seeds, players, button, note }) {
  const lies = [];
  for (const [seat, { promise, seed }] of Object.entries(seeds)) {
    const name = players[Number(seat)] ?? say("Seat {seat}", { seat: Number(seat) + 1 });
    if (seed && promiseOf(seed) !== promise) lies.push(say("The seed of {name} is not the promised one.", { name }));
  }
  if (!note) return lies;
  if (note.root !== root) lies.push(say("The deck is not the one this browser saw sealed: it was chosen later."));
  if (note.button !== button || !same(note.players, players)) {
    lies.push(say("Who is dealt in, or the button, changed after the deck was sealed."));
  }
  const promised = Object.fromEntries(Object.entries(seeds).map(([seat, { promise }]) => [seat, promise]));
  if (!same(note.promises, promised)) lies.push(say("The promised seeds changed after the deck was sealed."));
  if (note.seat !== null && (seeds[note.seat]?.seed ?? "") !== note.seed) {
    lies.push(
      seeds[note.seat]?.seed
        ? say("The seed mixed in at your seat is not the one you opened.")
        : say("Your seed is not mixed in: the server dropped it, or it came too late."),
    );
  }
  return lies;
}

/** Whether two records are equal. @param {Record<number, string>} one @param {Record<number, string>} other */
function same(one, other) {
  const seats = /** @type {number[]} */ (/** @type {unknown} */ (Object.keys({ ...one, ...other })));
  return seats.every((seat) => one[seat] === other[seat]);
}

/**
 * Check everything we know about a hand, and return the findings as sentences.
 * @param {Evidence} evidence @returns {{ fair: boolean | null, sentences: string[] }} null if there is nothing to check
 */
export function verify(evidence) {
  const { root, seeds, note, openings } = evidence;
  const sentences = seedLies(evidence);
  const honest = sentences.length === 0;
  const places = dealingPlaces(root, seeds);
  const expected = new Map([...expectedTurns(evidence)].map(([turn, card]) => [places[turn], card]));
  let good = 0;
  for (const opening of openings) {
    const { place, card } = opening;
    const dealt = expected.get(place);
    expected.delete(place);
    if (!checkOpening(root, opening))
      sentences.push(say("The proof of {card}, place {place}, is wrong.", { card, place: place + 1 }));
    else if (dealt !== card)
      sentences.push(
        dealt
          ? say("Place {place} of the sealed deck is {card}, but {dealt} was dealt.", { place: place + 1, card, dealt })
          : say("Place {place} of the sealed deck is {card}, but another was dealt.", { place: place + 1, card }),
      );
    else good += 1;
  }
  if (expected.size)
    sentences.push(
      say("{count, plural, one {# card has no proof} other {# cards have no proof}}: {cards}.", {
        count: expected.size,
        cards: [...expected.values()].join(" "),
      }),
    );
  const fair = honest && good > 0 && good === openings.length && expected.size === 0;
  if (good)
    sentences.push(
      say("{good} of the {count} cards you saw were in the sealed deck, in their places.", {
        good,
        count: openings.length,
      }),
    );
  if (fair) sentences.push(...claims(evidence));
  else if (honest && !openings.length && !expected.size) {
    return { fair: null, sentences: [say("You saw no cards in this hand, so there is nothing to check.")] };
  } else sentences.push(say("This hand could not be verified."));
  return { fair, sentences: note || !fair ? sentences : [...sentences, NO_NOTE] };
}

const NO_NOTE = say("This browser did not see the deck being sealed, so it cannot tell when that was.");

/** What a valid proof shows, and what it leaves open. @param {Evidence} evidence */
function claims({ seeds, note, players }) {
  const found = [];
  if (note?.seed) found.push(say("The deck was sealed before you opened your seed, and your seed decided its order."));
  else if (note) found.push(say("The deck was sealed before the seeds were open, but none of them was yours."));
  const withheld = Object.keys(seeds).filter((seat) => !seeds[Number(seat)].seed);
  const names = withheld.map((seat) => players[Number(seat)] ?? say("seat {seat}", { seat: Number(seat) + 1 }));
  if (names.length)
    found.push(say("Promised and not opened in time: the seed of {names}.", { names: names.join(", ") }));
  return found;
}
