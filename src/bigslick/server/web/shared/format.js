/** Numbers and times for people. */

import { locale, say, translateSent, writeNumber } from "./language.js";

/** What a chip is worth at a table; null if it is played for chips. @typedef {Wire.ChipValue | null | undefined} Value */

/** A number with its sign: +120, −35, ±0. @param {number} amount @param {string} [written] */
export const signed = (amount, written = chips(Math.abs(amount))) =>
  amount > 0 ? `+${written}` : amount < 0 ? `−${written}` : "±0";

/** An equity: 57 %. @param {number} share */
export const percent = (share) => say("{share} %", { share: Math.round(share * 100) });

const TENTHS = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const HUNDREDTHS = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const CLOCK = new Intl.DateTimeFormat(locale, { timeStyle: "short" });
const WHEN = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" });
const DAY = new Intl.DateTimeFormat(locale, { dateStyle: "medium" });
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

/** The sign between a number's whole part and its fraction. */
export const POINT = TENTHS.formatToParts(0.5).find(({ type }) => type === "decimal")?.value ?? ".";

/**
 * Chips as an exact number of money with two decimals.
 * @param {number} amount @param {NonNullable<Value>} value
 * @param {string} [point] @param {(whole: bigint) => string} [write]
 */
function decimal(amount, { cents }, point = POINT, write = (whole) => SHORT.format(whole)) {
  const total = BigInt(Math.round(amount)) * BigInt(cents);
  return `${write(total / 100n)}${point}${String(total % 100n).padStart(2, "0")}`;
}

/** A number with the label of its currency. @param {string} amount @param {NonNullable<Value>} value */
function labelled(amount, { currency }) {
  if (!currency) return amount;
  return /\p{L}/u.test(currency)
    ? say("{currency} {amount}", { currency, amount }, "money, as in CHF 5.00")
    : say("{currency}{amount}", { currency, amount }, "money, as in €5.00");
}

/** An amount as people read it: money where a chip has a value, otherwise chips. @param {number} amount @param {Value} value @param {(amount: number) => string} [write] for chips */
export const worth = (amount, value, write = chips) =>
  value ? labelled(decimal(amount, value), value) : write(amount);

/** A server sentence in the reader's language. @param {{ sentence: string, wording?: Wire.Wording | null }} sent */
export const serverWords = (sent) => translateSent(sent, (amount) => worth(amount, sent.wording?.chip_value));

/** The same to be typed over: 1250.00, or for an input that wants one with a point. @param {number} amount @param {Value} value @param {string} [point] */
export const typedWorth = (amount, value, point = POINT) =>
  value ? decimal(amount, value, point, String) : String(amount);

/**
 * The chips that a person typed as money or, without a value, as chips. Null if it is not a number, or not worth a whole
 * number of chips.
 * @param {string} typed @param {Value} value
 */
export function chipsTyped(typed, value) {
  const text = (value?.currency ? typed.replace(value.currency, "") : typed).trim();
  if (!value) return /^\d{1,15}$/.test(text) ? Number(text) : null;
  const found = /^(\d{1,13})(?:[.,](\d{1,2}))?$/.exec(text);
  if (!found) return null;
  const total = BigInt(found[1]) * 100n + BigInt((found[2] ?? "").padEnd(2, "0"));
  return total % BigInt(value.cents) ? null : Number(total / BigInt(value.cents));
}

/** A number with one decimal: 3.0. @param {number} number */
export const tenths = (number) => TENTHS.format(number);

/** A number with two decimals: 31.60. @param {number} number */
export const hundredths = (number) => HUNDREDTHS.format(number);

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

/** A length of time: 3 h 20 min, 45 s. @param {number} ms */
export function duration(ms) {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 60) return say("{seconds} s", { seconds });
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  if (!hours) return say("{minutes} min", { minutes }, "a length of time");
  return minutes % 60 ? say("{hours} h {minutes} min", { hours, minutes: minutes % 60 }) : say("{hours} h", { hours });
}

/** Jan 5, 2026, 8:30 PM. @param {number} at */
export const moment = (at) => WHEN.format(at);

/** Jan 5, 2026. @param {number} at */
export const day = (at) => DAY.format(at);

/** 1st, 2nd, 3rd, 11th. @param {number} place */
export const ordinal = (place) => say("{place, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}", { place });

/** Both blinds, with one label. @param {number} small @param {number} big @param {Value} value @param {(amount: number) => string} write for chips */
const bothBlinds = (small, big, value, write) =>
  value ? labelled(`${decimal(small, value)}/${decimal(big, value)}`, value) : `${write(small)}/${write(big)}`;

/**
 * A table's stakes: 5/10, or 50/100 ante 10.
 * @param {number} small @param {number} big @param {number} ante @param {Value} [value]
 */
export function stakesWords(small, big, ante, value = null) {
  const blinds = bothBlinds(small, big, value, short);
  return ante ? say("{blinds} ante {ante}", { blinds, ante: worth(ante, value, short) }) : blinds;
}

/** Blinds within a sentence. @param {number} small @param {number} big @param {number} ante @param {Value} [value] */
export function blindWords(small, big, ante, value = null) {
  const blinds = bothBlinds(small, big, value, chips);
  return ante ? say("{blinds}, ante {ante}", { blinds, ante: worth(ante, value) }) : blinds;
}

/** How many times the board is run: "twice". @param {number} boards */
export const times = (boards) => say("{boards, plural, =1 {once} =2 {twice} one {# time} other {# times}}", { boards });
