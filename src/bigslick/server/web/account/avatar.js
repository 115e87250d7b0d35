/** A player's avatar: a chosen picture, or initials on a colour made from the name. */

import { el, svg } from "../shared/dom.js";
import { say } from "../shared/language.js";

/** @type {Record<string, string>} */
export const AVATARS = {
  fox: say("Fox"),
  owl: say("Owl"),
  cat: say("Cat"),
  bear: say("Bear"),
  shark: say("Shark"),
  whale: say("Whale"),
  fish: say("Fish"),
  rabbit: say("Rabbit"),
  frog: say("Frog"),
  penguin: say("Penguin"),
  robot: say("Robot"),
  crown: say("Crown"),
  hat: say("Hat"),
  rocket: say("Rocket"),
  moon: say("Moon"),
  spade: say("Spade"),
  dog: say("Dog"),
  lion: say("Lion"),
  panda: say("Panda"),
  koala: say("Koala"),
  duck: say("Duck"),
  raccoon: say("Raccoon"),
};

/** @param {string} name */
export const hueOf = (name) => [...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 360, 7);

/** @param {string} name */
export function initialsOf(name) {
  const [first = ["?"], second] = name
    .split(/[\s_.-]+/)
    .filter(Boolean)
    .map((word) => [...word]);
  return (first[0] + (second?.[0] ?? first[1] ?? "")).toUpperCase();
}

/** A picture from avatars.svg. @param {string} name @param {string} look */
const picture = (name, look) =>
  svg(
    "svg",
    { class: look, viewBox: "0 0 48 48", "aria-hidden": "true", focusable: "false" },
    svg("use", { href: `#${name}` }),
  );

/** The picture a player chose, or their initials. @param {string} player @param {string} avatar */
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
