/** A colour and two letters for each player, made from the name. */

/** @param {string} name */
export const hueOf = (name) => [...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 360, 7);

/** @param {string} name */
export function initialsOf(name) {
  const [first = "?", second] = name.split(/[\s_.-]+/).filter(Boolean);
  return (first[0] + (second?.[0] ?? first[1] ?? "")).toUpperCase();
}
