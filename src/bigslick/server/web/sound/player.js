/** The page's sound: one volume for everything, a few voices at once, and silence until the first click or key. */

import { preferences } from "../shared/preferences.js";

/** @import { Sound, Synth } from "./recipes.js" */

/** Not part of the page's one script, which is at another address. */
const RECIPES = "/sound/recipes.js";
const MOST_VOICES = 4;
/** Between the cards of a flop, as they turn over. */
const REPEAT_S = 0.09;

/** @typedef {{ audio: AudioContext, out: GainNode, synth: Synth, lengthOf: (sound: Sound) => number }} Player */

/** @type {Promise<Player | null> | null} */
let opening = null;
/** Settles when the sound card is awake. @type {Promise<Player | null>} */
let awake = Promise.resolve(null);
/** When each voice ends, on the clock of the sound card. @type {number[]} */
let voices = [];

/** Open the sound card and load the recipes; null if the browser refuses. @returns {Promise<Player | null>} */
async function open() {
  try {
    const audio = new AudioContext();
    const out = new GainNode(audio);
    out.connect(new DynamicsCompressorNode(audio)).connect(audio.destination);
    /** @type {typeof import("./recipes.js")} */
    const { Synth, lengthOf } = await import(RECIPES);
    return { audio, out, synth: new Synth(audio, out), lengthOf };
  } catch {
    return null;
  }
}

/** Wake the sound card, which may have gone to sleep. @returns {Promise<Player | null>} */
async function wake() {
  opening ??= open();
  const found = await opening;
  if (found && found.audio.state !== "running") await found.audio.resume().catch(() => {});
  return found;
}

/** Browsers allow sound from the first click or key on. */
export function readyForSound() {
  const hear = () => {
    awake = wake();
  };
  for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, hear, { passive: true });
}

/** Whether sound is on. */
export const isSounding = () => !preferences().muted && preferences().volume > 0;

/**
 * Play a sound, unless it is off, no click or key has allowed it yet, or enough is to be heard already: only your turn
 * is always heard.
 * @param {Sound} sound @param {number} [times] one after the other
 * @param {() => boolean} [stillWanted] asked when the sound card is awake
 */
export async function play(sound, times = 1, stillWanted = () => true) {
  const found = await awake;
  if (!found || !isSounding() || !stillWanted() || found.audio.state !== "running") return;
  const { audio, out, synth, lengthOf } = found;
  const now = audio.currentTime;
  voices = voices.filter((end) => end > now);
  if (voices.length >= MOST_VOICES && sound !== "turn") return;
  out.gain.value = (preferences().volume / 100) ** 2;
  for (let time = 0; time < times; time++) synth.play(sound, now + time * REPEAT_S);
  voices.push(now + (times - 1) * REPEAT_S + lengthOf(sound));
}
