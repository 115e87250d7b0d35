/** The player's settings, kept in this browser and applied to the whole page. */

const KEY = "bigslick.preferences";
const DEFAULTS = {
  fourColours: false,
  muckLosing: true,
  turnSound: true,
  turnVibration: true,
  turnTitle: true,
  turnNotice: false,
  emotes: true,
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
  document.documentElement.dataset.deck = preferences().fourColours ? "four" : "two";
}
