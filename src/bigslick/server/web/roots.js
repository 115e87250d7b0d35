/** The roots this browser saw before each deal, so that the server cannot show another one later. */

const KEY = "bigslick.roots";
const MOST = 400;

/** @returns {[string, string][]} hands and their roots, oldest first */
function read() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]");
  } catch {
    return [];
  }
}

/** Keep the root of a hand that begins. @param {string} hand @param {string} root */
export function keepRoot(hand, root) {
  const others = read().filter(([name]) => name !== hand);
  localStorage.setItem(KEY, JSON.stringify([...others, [hand, root]].slice(-MOST)));
}

/** The root of a hand that this browser saw begin; undefined for any other. @param {string} hand */
export const keptRoot = (hand) => read().find(([name]) => name === hand)?.[1];
