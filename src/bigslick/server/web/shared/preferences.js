/** The player's settings, kept in this browser and applied to the whole page. */

import { asksForStillness } from "./motion.js";

const KEY = "bigslick.preferences";
const DEFAULTS = {
  fourColours: false,
  muckLosing: true,
  turnSound: true,
  turnVibration: true,
  turnTitle: true,
  turnNotice: false,
  volume: 60,
  muted: false,
  tableSounds: true,
  emotes: true,
  fewerAnimations: false,
  nameAsked: false,
};

/** @typedef {typeof DEFAULTS} Preferences */

/** @returns {Preferences} */
export function preferences() {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return { ...DEFAULTS };
  }
}

/** @param {Partial<Preferences>} change */
export function prefer(change) {
  localStorage.setItem(KEY, JSON.stringify({ ...preferences(), ...change }));
  applyPreferences();
}

export function applyPreferences() {
  const { fourColours, fewerAnimations, muted, volume } = preferences();
  const { dataset } = document.documentElement;
  dataset.deck = fourColours ? "four" : "two";
  dataset.motion = fewerAnimations || asksForStillness() ? "still" : "full";
  dataset.sound = muted || volume === 0 ? "off" : "on";
}
