/** The player's settings, kept in this browser and applied to the whole page. */

import { asksForStillness } from "./motion.js";

const KEY = "bigslick.preferences";
export const DEFAULTS = {
  /** @type {Theme} */
  theme: "system",
  fourColours: false,
  back: "lattice",
  felt: "green",
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
  bigBlinds: false,
  sizesBefore: ["2.2x", "2.5x", "3x", "4x", "100%"],
  sizesAfter: ["33%", "50%", "67%", "75%", "100%"],
};

/** @typedef {typeof DEFAULTS} Preferences */
/** @typedef {"system" | "dark" | "light"} Theme */

/** @type {Preferences | null} as they were last read */
let current = null;
/** @type {Set<() => void>} */
const listeners = new Set();

/** @returns {Preferences} */
function read() {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return { ...DEFAULTS };
  }
}

/** @returns {Preferences} */
export function preferences() {
  current ??= read();
  return current;
}

/** @param {Partial<Preferences>} change */
export function prefer(change) {
  localStorage.setItem(KEY, JSON.stringify({ ...read(), ...change }));
  changed();
}

/** Hear of changed settings, also from another tab. @param {() => void} hear @returns {() => void} unsubscribes */
export function onPreferences(hear) {
  listeners.add(hear);
  return () => listeners.delete(hear);
}

export function applyPreferences() {
  const { theme, fourColours, back, felt, fewerAnimations, muted, volume } = preferences();
  const { dataset } = document.documentElement;
  dataset.theme = theme;
  paintBrowser(theme);
  dataset.deck = fourColours ? "four" : "two";
  dataset.back = back;
  dataset.felt = felt;
  dataset.motion = fewerAnimations || asksForStillness() ? "still" : "full";
  dataset.sound = muted || volume === 0 ? "off" : "on";
}

/** Give the browser's own bar the colour of the theme. @param {Theme} theme */
function paintBrowser(theme) {
  for (const bar of document.querySelectorAll("meta[data-theme]")) {
    if (!(bar instanceof HTMLMetaElement)) continue;
    const own = bar.dataset.theme;
    bar.media = theme === "system" ? `(prefers-color-scheme: ${own})` : theme === own ? "all" : "not all";
  }
}

function changed() {
  current = null;
  applyPreferences();
  for (const hear of [...listeners]) hear();
}

addEventListener("storage", ({ key }) => key === KEY && changed());
