/** Numbers and times for people. */

import { locale, say, writeNumber } from "./language.js";

/** A number with its sign: +120, −35, ±0. @param {number} amount @param {string} [written] */
export const signed = (amount, written = chips(Math.abs(amount))) =>
  amount > 0 ? `+${written}` : amount < 0 ? `−${written}` : "±0";

/** An equity: 57 %. @param {number} share */
export const percent = (share) => say("{share} %", { share: Math.round(share * 100) });

const TENTHS = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const CLOCK = new Intl.DateTimeFormat(locale, { timeStyle: "short" });
const WHEN = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" });
const SHORT = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });

/** @type {[number, string][]} */
const UNITS = [
  [1e12, "T"],
  [1e9, "B"],
  [1e6, "M"],
  [1e3, "k"],
];

/** Chips: 12,500. @param {number} amount */
export const chips = (amount) => writeNumber(amount);

/** A number with one decimal: 3.0. @param {number} number */
export const tenths = (number) => TENTHS.format(number);

/** Chips, short: 12.5k, 3.2M. @param {number} amount */
export function short(amount) {
  const unit = amount < 10_000 ? undefined : UNITS.find(([size]) => amount >= size);
  if (!unit) return chips(amount);
  const scaled = Math.floor((amount / unit[0]) * 10) / 10;
  return `${SHORT.format(scaled >= 100 ? Math.floor(scaled) : scaled)}${unit[1]}`;
}

/**
 * Small blind, big blind and ante: 5/10, or 50/100/100.
 * @param {number} small @param {number} big @param {number} ante
 */
export const blinds = (small, big, ante) => `${short(small)}/${short(big)}${ante ? `/${short(ante)}` : ""}`;

/** A time of day: 18:30. @param {number} at */
export const clockTime = (at) => CLOCK.format(at);

/** Time left: 12 s, 1:05. @param {number} ms */
export function clockText(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  if (seconds < 60) return say("{seconds} s", { seconds });
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Jan 5, 2026, 8:30 PM. @param {number} at */
export const moment = (at) => WHEN.format(at);

/** 1st, 2nd, 3rd, 11th. @param {number} place */
export const ordinal = (place) => say("{place, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}", { place });

/**
 * A table's stakes: 5/10, or 50/100 ante 10.
 * @param {number} small @param {number} big @param {number} ante
 */
export function stakesWords(small, big, ante) {
  const blinds = `${short(small)}/${short(big)}`;
  return ante ? say("{blinds} ante {ante}", { blinds, ante: short(ante) }) : blinds;
}

/** Blinds within a sentence. @param {number} small @param {number} big @param {number} ante */
export const blindWords = (small, big, ante) =>
  ante ? say("{small}/{big}, ante {ante}", { small, big, ante }) : `${chips(small)}/${chips(big)}`;

/** How many times the board is run: "twice". @param {number} boards */
export const times = (boards) => say("{boards, plural, =1 {once} =2 {twice} one {# time} other {# times}}", { boards });
