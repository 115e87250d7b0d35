/** The settings of sound, and the key that switches it. */

import { el } from "../shared/dom.js";
import { say } from "../shared/language.js";
import { preferenceSwitch } from "../shared/preference-switch.js";
import { prefer, preferences } from "../shared/preferences.js";
import { toast } from "../shared/toasts.js";
import { isSounding, play } from "./player.js";

const USUAL = 60;

/** Switch all sound off or on. */
export function switchSound() {
  if (isSounding()) {
    prefer({ muted: true });
    toast(say("Sound is off. Press M to switch it on."), "good");
  } else {
    prefer({ muted: false, volume: preferences().volume || USUAL });
    toast(say("Sound is on."), "good");
    play("chips");
  }
}

/** The volume, and which sounds to play. */
export function soundSettings() {
  const { volume, muted } = preferences();
  /** @type {HTMLInputElement} */
  const slider = el("input", {
    class: "slider",
    type: "range",
    name: "volume",
    min: 0,
    max: 100,
    step: 5,
    value: muted ? 0 : volume,
    oninput: () => draw(),
    onchange: () => {
      prefer({ volume: Number(slider.value), muted: false });
      play("chips");
    },
  });
  const draw = () => slider.style.setProperty("--share", String(Number(slider.value) / 100));
  draw();
  return el(
    "fieldset",
    { class: "alerts" },
    el("legend", { class: "label" }, say("Sound")),
    el("label", { class: "labelled volume" }, el("span", {}, say("Volume")), slider),
    preferenceSwitch(
      "tableSounds",
      say("Cards and chips"),
      say("Without them, you hear only your turn. M switches all sound off and on"),
    ),
  );
}
