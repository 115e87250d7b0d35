/** Amounts as chips: which denominations a table plays with, and how many of each make a pile. */

/** Chip values; the style sheet has a colour for each of the first eight, then they start again. */
export const VALUES = [
  1, 5, 25, 100, 500, 2_500, 10_000, 50_000, 250_000, 1_000_000, 5_000_000, 25_000_000, 100_000_000, 1e9, 1e10, 1e11,
  1e12, 1e13, 1e14, 1e15,
];
/** The most chips in a pot, a stack or a bet. */
export const MOST = { pot: 20, stack: 20, bet: 12 };
/** Chips that an amount gains with every doubling. */
const PER_DOUBLING = 2.2;

/** The index of the smallest chip in play: at most the small blind. @param {number} bigBlind */
export const smallestChip = (bigBlind) =>
  Math.max(
    0,
    VALUES.findLastIndex((value) => value <= bigBlind / 2),
  );

/** How many chips look like an amount: more for each doubling, so a bigger pot is a bigger pile. @param {number} bigBlinds */
const heapOf = (bigBlinds) => Math.round(1 + PER_DOUBLING * Math.log2(bigBlinds + 1));

/**
 * The chips of an amount, as indices of `VALUES`, largest first: the fewest that make it up, with big ones changed into
 * small ones until the pile looks its size. What is less than the smallest chip is left out.
 * @param {number} amount @param {number} bigBlind @param {number} most how many at most @returns {number[]}
 */
export function chipsOf(amount, bigBlind, most) {
  const least = smallestChip(bigBlind);
  /** @type {number[]} */
  const counts = [];
  let rest = amount;
  for (let kind = VALUES.length - 1; kind >= least; kind--) {
    counts[kind] = Math.floor(rest / VALUES[kind]);
    rest -= counts[kind] * VALUES[kind];
  }
  if (amount > 0 && amount < VALUES[least]) counts[least] = 1;
  const total = () => counts.reduce((sum, count) => sum + count, 0);
  const wanted = Math.min(most - 2, heapOf(amount / bigBlind));
  while (total() < wanted) {
    const largest = counts.findLastIndex((count) => count > 0);
    const change = VALUES[largest] / VALUES[largest - 1];
    const overshoot = total() + change - 1 - wanted;
    if (largest <= least || overshoot > wanted - total()) break;
    counts[largest] -= 1;
    counts[largest - 1] += change;
  }
  const pile = counts.flatMap((count, kind) => Array.from({ length: Math.min(count, most) }, () => kind));
  return pile.reverse().slice(0, most);
}

/**
 * A stack rounded to its step, so that its pile changes with a real win or loss and not with every blind: two steps for
 * each doubling.
 * @param {number} stack @param {number} bigBlind
 */
export const stepOf = (stack, bigBlind) =>
  stack > 0 ? Math.round(bigBlind * 2 ** (Math.round(2 * Math.log2(stack / bigBlind)) / 2)) : 0;
