/** SHA-256 (FIPS 180-4), because a page loaded without https has no `crypto.subtle`. */

/** The first 32 bits of a number's fractional part. @param {number} x */
const fraction = (x) => ((x - Math.floor(x)) * 2 ** 32) | 0;

const PRIMES = [...Array(312).keys()].filter(
  (n) => n > 1 && ![...Array(n).keys()].slice(2).some((divisor) => n % divisor === 0),
);
const FIRST = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const ROUNDS = PRIMES.slice(0, 64).map((prime) => fraction(Math.cbrt(prime)));

/** @param {number} word @param {number} by */
const turned = (word, by) => (word >>> by) | (word << (32 - by));

/** The hash of some bytes. @param {...(number[] | Uint8Array)} parts @returns {Uint8Array} */
export function sha256(...parts) {
  const data = parts.flatMap((part) => [...part]);
  const padded = new DataView(new ArrayBuffer(((data.length + 72) >> 6) << 6));
  for (const [at, byte] of [...data, 0x80].entries()) padded.setUint8(at, byte);
  padded.setUint32(padded.byteLength - 4, data.length * 8);
  const sums = [...FIRST];
  const words = new Int32Array(64);
  for (let block = 0; block < padded.byteLength; block += 64) {
    for (let at = 0; at < 16; at++) words[at] = padded.getInt32(block + 4 * at);
    for (let at = 16; at < 64; at++) {
      const [early, late] = [words[at - 15], words[at - 2]];
      const low = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
      const high = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
      words[at] = words[at - 16] + low + words[at - 7] + high;
    }
    let [a, b, c, d, e, f, g, h] = sums;
    for (let at = 0; at < 64; at++) {
      const high = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
      const one = (h + high + ((e & f) ^ (~e & g)) + ROUNDS[at] + words[at]) | 0;
      const low = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
      const two = (low + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    for (const [at, word] of [a, b, c, d, e, f, g, h].entries()) sums[at] = (sums[at] + word) | 0;
  }
  const found = new DataView(new ArrayBuffer(32));
  for (const [at, sum] of sums.entries()) found.setInt32(4 * at, sum);
  return new Uint8Array(found.buffer);
}

/** Bytes as hexadecimal digits. @param {Uint8Array} data */
export const toHex = (data) => [...data].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** Decode hexadecimal text; null unless it has `length` bytes. @param {string} hex @param {number} length */
export function fromHex(hex, length) {
  if (!new RegExp(`^([0-9a-f]{2}){${length}}$`).test(hex)) return null;
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
