/** Seat positions on a small screen: in rows along the edges, clear of the middle. */

/** Seats in the top row, by number of opponents; the next two go below it, then two beside the viewer. */
const IN_TOP = [0, 1, 2, 3, 2, 3, 2, 3, 4, 5];
const MIDDLE_FROM = 4;
const LOW_FROM = 6;

/** @typedef {"bottom" | "low" | "mid" | "top"} Row */

/**
 * A position's row and how far across it is, 0 to 1.
 * @param {number} place clockwise from the viewer, who is at 0
 * @param {number} seats @returns {{ row: Row, x: number }}
 */
export function ringPlace(place, seats) {
  const others = seats - 1;
  if (place === 0) return { row: "bottom", x: 0.5 };
  /** @type {Row[]} */
  const side = [];
  if (others >= LOW_FROM) side.push("low");
  if (others >= MIDDLE_FROM) side.push("mid");
  if (place <= side.length) return { row: side[place - 1], x: 0 };
  const across = place - 1 - side.length;
  if (across < IN_TOP[others]) return { row: "top", x: (across + 0.5) / IN_TOP[others] };
  return { row: side[others - place], x: 1 };
}
