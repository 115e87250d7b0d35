/** What stands for a player: a chosen picture, or a colour and two letters made from the name. */

import { el, svg } from "../shared/dom.js";

/** @param {string} name */
export const hueOf = (name) => [...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 360, 7);

/** @param {string} name */
export function initialsOf(name) {
  const [first = "?", second] = name.split(/[\s_.-]+/).filter(Boolean);
  return (first[0] + (second?.[0] ?? first[1] ?? "")).toUpperCase();
}

/** A picture of avatars.svg. @param {string} name @param {string} look */
const picture = (name, look) =>
  svg(
    "svg",
    { class: look, viewBox: "0 0 48 48", "aria-hidden": "true", focusable: "false" },
    svg("use", { href: `#${name}` }),
  );

/** The picture that a player has chosen, or the initials. @param {string} player @param {string} avatar */
export const avatarPicture = (player, avatar) =>
  el(
    "span",
    { class: "avatar-choice", vars: { "--hue": hueOf(player) } },
    avatar ? facePicture(avatar) : initialsOf(player),
  );

/** @param {string} avatar */
export const facePicture = (avatar) => picture(`avatar-${avatar}`, "face-picture");

/** @param {string} emote */
export const emotePicture = (emote) => picture(`emote-${emote}`, "emote-picture");
