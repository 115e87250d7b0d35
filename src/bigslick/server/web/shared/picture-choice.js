/** Radio buttons shown as pictures. */

import { el } from "./dom.js";
import { say } from "./language.js";
import { prefer, preferences } from "./preferences.js";

/**
 * One of them; its words are read out, and shown on hover.
 * @param {string} name @param {string} value @param {boolean} checked @param {string} words @param {Node} picture
 * @param {() => void} [onchange]
 */
export function pictureOption(name, value, checked, words, picture, onchange = () => {}) {
  const radio = el("input", { type: "radio", class: "unseen", name, value, checked, onchange });
  return el("label", { class: "option", title: words }, radio, picture, el("span", { class: "unseen" }, words));
}

/** @param {"back" | "felt"} name @param {string} legend @param {Record<string, string>} choices @param {string} look */
function preferenceChoice(name, legend, choices, look) {
  const chosen = preferences()[name];
  const options = Object.entries(choices).map(([value, words]) => {
    const picture = el("span", { class: look, [`data-${name}`]: value, "aria-hidden": "true" });
    return pictureOption(name, value, value === chosen, words, picture, () => prefer({ [name]: value }));
  });
  return el("fieldset", { class: "options" }, el("legend", { class: "label" }, legend), ...options);
}

/** Choose the backs of the cards. */
export const backChoice = () =>
  preferenceChoice(
    "back",
    say("Card backs"),
    {
      lattice: say("Red lattice"),
      scales: say("Blue scales"),
      argyle: say("Green argyle"),
      night: say("Night sky"),
    },
    "card back",
  );

/** Choose the cloth of the tables. */
export const feltChoice = () =>
  preferenceChoice(
    "felt",
    say("Felt", {}, "of the table"),
    { green: say("Green"), blue: say("Blue"), wine: say("Wine red"), slate: say("Slate grey") },
    "felt-swatch",
  );
