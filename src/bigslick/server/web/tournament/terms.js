/** What a tournament's structure offers, in words. */

import { blinds, chips, duration, tenths } from "../shared/format.js";
import { say } from "../shared/language.js";

/** @typedef {Wire.TournamentStructure["structure"]} Structure */
/** @typedef {{ title: string, terms: [label: string, words: string][] }} Terms */
/**
 * A row in the table of levels: a level, or the break after one.
 * @typedef {{ level: number, blinds: string, length: string, starts: string, notes: string[] }
 *   | { level: 0, length: string, after: number }} LevelRow
 */

const LIMITS = { none: say("No-limit hold’em"), pot: say("Pot-limit hold’em"), fixed: say("Fixed-limit hold’em") };

const ANTES = {
  "": "",
  per_player: say("paid by every player"),
  big_blind: say("paid by the big blind"),
  button: say("paid by the button"),
};

/** @param {number} times */
const often = (times) => say("{times, plural, =1 {Once} =2 {Twice} one {# time} other {# times}}", { times });

/** A number of big blinds: 75 bb, or 3.5 bb below ten. @param {number} amount @param {number} big */
export const inBlinds = (amount, big) =>
  say("{amount} bb", { amount: amount >= 10 * big ? chips(Math.floor(amount / big)) : tenths(amount / big) });

/** The terms of a tournament, in groups. @param {Wire.TournamentStructure} told @returns {Terms[]} */
export function termsOf({ structure, pace }) {
  return [
    { title: say("What you get"), terms: playTerms(structure, pace) },
    { title: say("What it costs"), terms: costTerms(structure) },
    { title: say("How it is played"), terms: gameTerms(structure) },
  ];
}

/** @param {Structure} structure @param {Wire.TablePace} pace @returns {Terms["terms"]} */
function playTerms({ starting_stack, levels, breaks, late_reg_levels: late }, { action_ms, bank_ms }) {
  const deep = Math.floor(starting_stack / levels[0].big);
  /** @type {Terms["terms"]} */
  const terms = [
    [
      say("Starting stack"),
      say("{chips}, which is {deep, plural, one {# big blind} other {# big blinds}}", { chips: starting_stack, deep }),
    ],
    [say("Levels"), levelsWords(levels)],
  ];
  const [first] = breaks;
  if (first) {
    const time = duration(1000 * first.seconds);
    terms.push([
      say("Breaks"),
      breaks.length === 1
        ? say("{time} after level {level}", { time, level: first.after })
        : say("{count}, the first of {time} after level {level}", { count: breaks.length, time, level: first.after }),
    ]);
  }
  if (late) terms.push([say("Late registration"), say("To the end of level {level}", { level: late })]);
  const time = duration(action_ms);
  terms.push([
    say("Time to act"),
    bank_ms ? say("{time}, and a time bank of {bank}", { time, bank: duration(bank_ms) }) : time,
  ]);
  return terms;
}

/** How many levels there are, and how long they last. @param {Structure["levels"]} levels */
function levelsWords(levels) {
  const hands = levels.some((level) => level.hands);
  const lengths = levels.map((level) => (hands ? level.hands : level.seconds)).filter(Boolean);
  const [least, most] = [Math.min(...lengths), Math.max(...lengths)];
  const words = (/** @type {number} */ length) =>
    hands ? say("{hands, plural, one {# hand} other {# hands}}", { hands: length }) : duration(1000 * length);
  const count = levels.length;
  if (!lengths.length) return say("One, which never ends");
  if (least === most) return say("{count} of {length}", { count, length: words(least) });
  return say("{count}, of {least} to {most}", { count, least: words(least), most: words(most) });
}

/** @param {Structure} structure @returns {Terms["terms"]} */
function costTerms({ buy_in, fee, bounty, guarantee, reentry_limit, rebuy, addon }) {
  /** @type {Terms["terms"]} */
  const terms = [[say("Entry"), entryWords(buy_in, fee, bounty?.amount ?? 0)]];
  if (reentry_limit) terms.push([say("Re-entry"), often(reentry_limit)]);
  if (rebuy) {
    const { cost, limit, at_most: held } = rebuy;
    const words = say("{chips} chips for {cost}, to the end of level {level}", {
      chips: rebuy.chips,
      cost,
      level: rebuy.until_level,
    });
    const more = [
      limit ? often(limit) : say("As often as you like"),
      held && say("with at most {chips} left", { chips: held }),
    ];
    terms.push([say("Rebuy"), [words, ...more].filter(Boolean).join(" · ")]);
  }
  if (addon) {
    const { cost, until_level: level } = addon;
    terms.push([
      say("Add-on"),
      say("{chips} chips for {cost}, after level {level}", { chips: addon.chips, cost, level }),
    ]);
  }
  if (guarantee) terms.push([say("Guaranteed"), chips(guarantee)]);
  return terms;
}

/** What an entry pays for. @param {number} buyIn @param {number} fee @param {number} bounty */
export function entryWords(buyIn, fee, bounty) {
  if (!(buyIn + fee + bounty)) return say("Free");
  const parts = [
    buyIn && say("{amount} for the prizes", { amount: buyIn }),
    bounty && say("{amount} for the bounty", { amount: bounty }),
    fee && say("{amount} for the house", { amount: fee }),
  ];
  return parts.filter(Boolean).join(" · ");
}

/** @param {Structure} structure @returns {Terms["terms"]} */
function gameTerms(structure) {
  const { rules, seats, bounty, levels } = structure;
  /** @type {Terms["terms"]} */
  const terms = [[say("Game"), say("{limit}, {seats} to a table", { limit: LIMITS[rules.limit], seats })]];
  const format = formatWords(structure);
  if (format) terms.push([say("Format", {}, "of a tournament"), format]);
  const first = levels.find((level) => level.ante);
  if (first) {
    const who = ANTES[first.ante_kind ?? rules.ante];
    terms.push([say("Ante"), [say("From level {level}", { level: levels.indexOf(first) + 1 }), who].join(" · ")]);
  }
  if (bounty) terms.push([say("Bounties"), bountyWords(bounty)]);
  return terms;
}

/** @param {Structure} structure */
function formatWords({ shootout, bracket, days, flights }) {
  if (bracket) return say("Heads-up matches");
  if (shootout)
    return say("Shootout: {winners, plural, one {# winner goes} other {# winners go}} on from each table", {
      winners: shootout.winners,
    });
  if (flights)
    return say("{flights} flights, then {days, plural, one {# more day} other {# more days}}", {
      flights: flights.count,
      days: days.length,
    });
  return days.length ? say("{days} days", { days: days.length + 1 }) : "";
}

/** @param {NonNullable<Structure["bounty"]>} bounty */
function bountyWords({ kind, head_percent: head }) {
  if (kind === "mystery") return say("Mystery: each knockout draws an envelope");
  if (kind === "progressive")
    return say("Progressive: {share} % of a bounty goes on the winner’s own head", { share: Number(head) });
  return say("Whoever knocks a player out wins it");
}

/** Every level with its start, and the breaks between. @param {Structure} structure @returns {LevelRow[]} */
export function levelRows({ levels, breaks, rules, late_reg_levels: late, rebuy, addon }) {
  const byHands = levels.some((level) => level.hands);
  /** @type {LevelRow[]} */
  const rows = [];
  let elapsed = 0;
  for (const [index, level] of levels.entries()) {
    const number = index + 1;
    const length = byHands ? level.hands : level.seconds;
    const last = number === levels.length;
    const payer = level.ante ? (level.ante_kind ?? rules.ante) : "";
    const before = index ? levels[index - 1] : null;
    const changed = payer && payer !== (before?.ante ? (before.ante_kind ?? rules.ante) : "");
    rows.push({
      level: number,
      blinds: blinds(level.small, level.big, level.ante),
      length: last ? say("to the end") : span(length, byHands),
      starts: span(elapsed, byHands),
      notes: [
        changed ? say("ante {who}", { who: ANTES[payer] }) : "",
        late === number ? say("late registration ends") : "",
        rebuy?.until_level === number ? say("last rebuys") : "",
        addon?.until_level === number ? say("then the add-on") : "",
      ].filter(Boolean),
    });
    elapsed += length;
    const pause = breaks.find(({ after }) => after === number);
    if (!pause) continue;
    rows.push({ level: 0, after: number, length: duration(1000 * pause.seconds) });
    if (!byHands) elapsed += pause.seconds;
  }
  return rows;
}

/** @param {number} length @param {boolean} byHands */
const span = (length, byHands) =>
  byHands ? say("{hands, plural, one {# hand} other {# hands}}", { hands: length }) : duration(1000 * length);

/**
 * Prizes from first place down, with equal ones together.
 * @param {readonly number[]} payouts @returns {{ first: number, last: number, prize: number }[]}
 */
export function prizeRows(payouts) {
  /** @type {{ first: number, last: number, prize: number }[]} */
  const rows = [];
  for (const [index, prize] of payouts.entries()) {
    const row = rows.at(-1);
    if (row && row.prize === prize) row.last = index + 1;
    else rows.push({ first: index + 1, last: index + 1, prize });
  }
  return rows;
}
