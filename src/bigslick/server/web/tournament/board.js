/** The figures at the top of a tournament's lobby, before the start and in play. */

import { el, keyed, text, toggle } from "../shared/dom.js";
import { blinds, chips, clockText, moment, ordinal, short } from "../shared/format.js";
import { say } from "../shared/language.js";
import { averageStack, rankOf, stillIn } from "../shared/standings.js";
import { untilWords } from "../shared/starts.js";
import { inBlinds } from "./terms.js";

/** @typedef {{ name: string, label: string, value: string, note: string, own?: boolean }} Tile */

/**
 * The figures to show at some time.
 * @param {Wire.TournamentNow} now @param {Wire.Entrant | undefined} mine @param {number} time the server's
 * @returns {Tile[]}
 */
export function tilesOf(now, mine, time) {
  if (now.card.status === "running") return runningTiles(now, mine, time);
  const { entered, field, buy_in, fee, bounty, pool, starting_stack: stack, status } = now.card;
  const places = now.payouts.length;
  const prizes = {
    name: "prizes",
    label: say("Prizes"),
    value: short(pool),
    note: say("{places, plural, one {# place paid} other {# places paid}}", { places }),
  };
  const players = (/** @type {string} */ note) => ({
    name: "players",
    label: say("Players"),
    value: status === "registering" ? `${chips(entered)}/${chips(field)}` : chips(entered),
    note,
  });
  if (status !== "registering") return [players(""), prizes];
  const { starts_at: at } = now.card;
  return [
    ...(at === null
      ? []
      : [
          {
            name: "start",
            label: say("Starts in"),
            value: untilWords(at - time),
            note: checkInNote(now, time) || moment(at),
          },
        ]),
    players(say("{missing} to go", { missing: Math.max(0, field - entered) })),
    prizes,
    {
      name: "price",
      label: say("Entry"),
      value: buy_in + fee + bounty ? short(buy_in + fee + bounty) : say("Free"),
      note: fee + bounty ? [buy_in, bounty, fee].filter(Boolean).map(short).join(" + ") : "",
    },
    {
      name: "stack",
      label: say("Starting stack"),
      value: short(stack),
      note: inBlinds(stack, now.clock.big_blind),
    },
  ];
}

/** @param {Wire.TournamentNow} now @param {Wire.Entrant | undefined} mine @param {number} time @returns {Tile[]} */
function runningTiles(now, mine, time) {
  const { card, clock } = now;
  const big = clock.big_blind;
  const average = averageStack(now);
  const tiles = [
    levelTile(now, time),
    {
      name: "next",
      label: say("Next level"),
      value: clock.last_level ? "–" : blinds(clock.next_small_blind, clock.next_big_blind, clock.next_ante),
      note: clock.last_level ? say("last level") : breakWords(clock, time),
    },
    {
      name: "players",
      label: say("Players left"),
      value: `${chips(card.left)}/${chips(card.entered)}`,
      note: now.hand_for_hand ? say("hand for hand") : bubbleWords(now),
    },
    {
      name: "average",
      label: say("Average stack"),
      value: average ? short(average) : "–",
      note: average ? inBlinds(average, big) : "",
    },
    {
      name: "largest",
      label: say("Largest stack"),
      value: short(stillIn(now)[0]?.stack ?? 0),
      note: stillIn(now)[0]?.player ?? "",
    },
  ];
  if (clock.entering) tiles.push(lateTile(clock, time));
  return mine ? [ownTile(now, mine, big), ...tiles] : tiles;
}

/** @param {Wire.TournamentNow} now @param {number} time @returns {Tile} */
function levelTile({ card, clock }, time) {
  const stakes = blinds(clock.small_blind, clock.big_blind, clock.ante);
  const level = { name: "level", label: say("Level {level}", { level: clock.level }), note: stakes };
  if (card.paused) return { ...level, value: say("Paused") };
  if (clock.on_break) {
    const value = clock.break_ends_at === null ? say("Break") : clockText(clock.break_ends_at - time);
    return { name: "level", label: say("Break"), value, note: say("then {blinds}", { blinds: stakes }) };
  }
  if (clock.next_level_at !== null) return { ...level, value: clockText(clock.next_level_at - time) };
  if (clock.next_level_in === null) return { ...level, value: stakes, note: say("last level") };
  const hands = clock.next_level_in;
  return { ...level, value: say("{hands, plural, one {# hand} other {# hands}}", { hands }) };
}

/** When the next break begins. @param {Wire.TournamentClock} clock @param {number} time */
function breakWords({ next_break_at: at, next_break_in: hands }, time) {
  if (at !== null) return say("break in {time}", { time: clockText(at - time) });
  if (hands !== null) return say("break in {hands, plural, one {# hand} other {# hands}}", { hands });
  return "";
}

/** How far the money is. @param {Wire.TournamentNow} now */
function bubbleWords({ card, payouts, clock }) {
  if (clock.entering) return "";
  const out = card.left - payouts.length;
  return out > 0 ? say("{out} before the money", { out }) : say("in the money");
}

/** @param {Wire.TournamentClock} clock @param {number} time @returns {Tile} */
function lateTile({ entries_close_at: at, entries_close_in: hands }, time) {
  const value =
    at !== null
      ? clockText(at - time)
      : hands === null
        ? say("Open", {}, "takes entries")
        : say("{hands, plural, one {# hand} other {# hands}}", { hands });
  return { name: "late", label: say("Late registration"), value, note: say("left to enter") };
}

/** @param {Wire.TournamentNow} now @param {Wire.Entrant} mine @param {number} big @returns {Tile} */
function ownTile(now, mine, big) {
  const own = { name: "mine", label: say("You"), own: true };
  if (mine.place) {
    const note = mine.prize ? say("won {prize}", { prize: mine.prize }) : say("out", {}, "of the tournament");
    return { ...own, value: now.clock.entering ? "–" : ordinal(mine.place), note };
  }
  const rank = say("{place} of {players}", { place: ordinal(rankOf(now.entrants, mine)), players: now.card.left });
  return { ...own, value: short(mine.stack), note: `${inBlinds(mine.stack, big)} · ${rank}` };
}

/** The figures on the screen. */
export class Board {
  constructor() {
    this.root = el("dl", { class: "event-board" });
  }

  /** @param {Tile[]} tiles */
  draw(tiles) {
    keyed(this.root, tiles, ({ name }) => name, newTile, fillTile);
  }
}

const newTile = () => el("div", { class: "event-tile" }, el("dt"), el("dd"), el("dd", { class: "event-note" }));

/** @param {Element} tile @param {Tile} shown */
function fillTile(tile, { name, label, value, note, own }) {
  const [head, figure, below] = tile.children;
  tile.setAttribute("data-tile", name);
  toggle(tile, "own", own);
  text(head, label);
  text(figure, value);
  text(below, note);
}

/** How many people have checked in, while they can. @param {Wire.TournamentNow} now @param {number} time */
function checkInNote({ card, entrants }, time) {
  if (card.check_in_at === null || time < card.check_in_at) return "";
  const people = entrants.filter(({ bot }) => !bot);
  const there = people.filter(({ checked_in: checkedIn }) => checkedIn).length;
  return say("{there} of {people} checked in", { there, people: people.length });
}
