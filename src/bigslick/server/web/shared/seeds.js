/**
 * This browser's part in the shuffle: a seed, promised by its hash, opened once when the deck is sealed, then saved, so
 * the server cannot change its story later. See docs/explanation/fairness.md.
 */

import { fromHex, sha256, toHex } from "./sha256.js";

/** @import { Connection } from "./socket.js" */

/**
 * What we saved when a deck was sealed; `seat` and `seed` are the viewer's, if they were seated and opened one.
 * @typedef {Pick<Wire.DeckSealed, "root" | "button" | "players" | "promises"> &
 *   { table: string, hand: number, seat: number | null, seed: string | null }} SealNote
 */

const SEEDS = "bigslick.seeds";
const NOTES = "bigslick.notes";
const MOST_SEEDS = 100;
const MOST_NOTES = 400;

/** @param {string} key @returns {[string, any][]} the oldest first */
function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "[]");
  } catch {
    return [];
  }
}

/** @param {string} key @param {string} name @param {unknown} value @param {number} most */
function keep(key, name, value, most) {
  const others = read(key).filter(([other]) => other !== name);
  localStorage.setItem(key, JSON.stringify([...others, [name, value]].slice(-most)));
}

/** @param {string} key @param {string} name */
const find = (key, name) => read(key).find(([other]) => other === name)?.[1];

/** The hash that promises a seed. @param {string} seed */
export const promiseOf = (seed) => toHex(sha256(fromHex(seed, 32) ?? []));

/** Make a seed and return its promise. */
export function newPromise() {
  const seed = toHex(crypto.getRandomValues(new Uint8Array(32)));
  keep(SEEDS, promiseOf(seed), { seed, openedFor: "" }, MOST_SEEDS);
  return promiseOf(seed);
}

/** What this browser saved when a hand's deck was sealed. @param {string} id @returns {SealNote | undefined} */
export const noteOf = (id) => find(NOTES, id);

/** @param {Record<number, string>} players @param {string | null} player */
function seatOf(players, player) {
  const found = Object.entries(players).find(([, name]) => name === player);
  return found ? Number(found[0]) : null;
}

/**
 * Save a sealed deck and return the seed to open for it, or "". No seed is opened for two decks.
 * @param {string} table @param {Wire.DeckSealed} sealed @param {string | null} player
 */
function open(table, sealed, player) {
  const id = `${table}-${sealed.hand}`;
  const seat = seatOf(sealed.players, player);
  const promise = seat === null ? "" : (sealed.promises[seat] ?? "");
  const known = find(SEEDS, promise);
  const seed = known && ["", sealed.root].includes(known.openedFor) ? known.seed : "";
  if (noteOf(id)) return noteOf(id)?.root === sealed.root ? seed : "";
  if (seed) keep(SEEDS, promise, { seed, openedFor: sealed.root }, MOST_SEEDS);
  const { hand, root, button, players, promises } = sealed;
  const note = { table, hand, root, button, players, promises, seat, seed: seat === null ? null : seed };
  keep(NOTES, id, note, MOST_NOTES);
  return seed;
}

/**
 * Reply to a table's message with what it needs: the seed it awaits, or a promise it lacks.
 * @param {Connection} connection @param {Wire.TableSnapshot | Wire.Update} message
 */
export function answerSeeds(connection, message) {
  const { table } = message;
  const player = connection.nameAt(message.table);
  const promise = () => connection.command("promise_seed", { table, promise: newPromise() });
  /** @param {Wire.DeckSealed} sealed */
  const answer = (sealed) => {
    const seed = open(table, sealed, player);
    if (seed) connection.command("open_seed", { table, hand: sealed.hand, seed, promise: newPromise() });
  };
  if (message.type === "snapshot") {
    if (message.sealed) answer(message.sealed);
    else if (message.you !== null && !find(SEEDS, message.promise)) promise();
    return;
  }
  for (const event of message.events) {
    if (event.type === "deck_sealed") answer(event);
    else if (event.type === "hand_began") {
      const seat = seatOf(event.players, player);
      if (seat !== null && !event.seeds[seat]?.seed) promise();
    }
  }
}
