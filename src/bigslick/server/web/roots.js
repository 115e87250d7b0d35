/** The roots that this browser saw before the deal: what the server says later must be the same. */

const KEY = "bigslick.roots";
const MOST = 400;

/** @returns {[string, string][]} hands and their roots, the oldest first */
function read() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]");
  } catch {
    return [];
  }
}

/** Keep the root of a hand that begins. @param {string} hand @param {string} root */
export function note(hand, root) {
  const others = read().filter(([name]) => name !== hand);
  localStorage.setItem(KEY, JSON.stringify([...others, [hand, root]].slice(-MOST)));
}

/** The root that was seen when a hand began; undefined if this browser was not there. @param {string} hand */
export const noted = (hand) => read().find(([name]) => name === hand)?.[1];
