/** A change of the game in words: one sentence for each setting that changes. */

import { LIMITS, PROFILES, SPEEDS, speedOf } from "../host/game-choices.js";
import { blindWords, times, worth } from "../shared/format.js";
import { say } from "../shared/language.js";

/** @param {Wire.TableSettings} spec */
const blinds = ({ small_blind, big_blind, ante, chip_value: value }) =>
  say("Blinds {blinds}.", { blinds: blindWords(small_blind, big_blind, ante, value) });

/** @param {Wire.TableSettings} spec @param {Wire.BuyIn} buyIn */
const buyIns = ({ chip_value: value }, { least, most }) =>
  say("Buy-ins from {least} to {most}.", { least: worth(least, value), most: worth(most, value) });

/** @param {Wire.TableSettings} spec */
function bank({ pace }) {
  if (!pace.bank_ms) return say("No time bank.");
  const seconds = pace.bank_ms / 1000;
  return pace.bank === "automatic"
    ? say("A time bank of {seconds} s, which starts by itself.", { seconds })
    : say("A time bank of {seconds} s.", { seconds });
}

/** @param {Wire.TableSettings} spec */
function pace({ pace: now }) {
  const speed = SPEEDS.find(([name]) => name === speedOf(now))?.[1];
  return speed ? say("Pace: {speed}.", { speed }) : "";
}

/** @param {Wire.TableSettings} spec */
const bombs = ({ bomb_every: hands, bomb_big_blinds: count }) =>
  hands
    ? say("A bomb pot every {hands} hands, for {count, plural, one {# big blind} other {# big blinds}}.", {
        hands,
        count,
      })
    : say("Bomb pots only if all agree.");

/** @param {number} count in big blinds */
export const sevenDeuceWords = (count) =>
  say(
    "7-2 bounty: each player dealt in pays {count, plural, one {# big blind} other {# big blinds}} to a winner who shows seven-deuce.",
    { count },
  );

const NEWCOMERS = {
  wait: say("Newcomers wait for the big blind."),
  post: say("Newcomers post a big blind."),
  choice: say("Newcomers post or wait, as they like."),
};

/**
 * Sentences by setting; settings with the same sentence share it.
 * @type {Record<string, (spec: Wire.TableSettings, buyIn: Wire.BuyIn) => string>}
 */
const SENTENCES = {
  name: ({ name }) => say("The table is called {name}.", { name }),
  small_blind: blinds,
  big_blind: blinds,
  ante: blinds,
  seats: ({ seats }) => say("{seats, plural, one {# seat} other {# seats}}.", { seats }),
  limit: ({ limit }) => `${LIMITS.find(([name]) => name === limit)?.[1] ?? limit}.`,
  profile: ({ profile }) => {
    const rules = PROFILES.find(([name]) => name === profile)?.[1] ?? profile;
    return say("Rules: {rules}.", { rules });
  },
  burn: ({ burn }) => (burn ? say("A card is burned before each street.") : say("No burn cards.")),
  run_outs: ({ run_outs: boards }) =>
    boards > 1
      ? say("All-in hands are run up to {often}, if all agree.", { often: times(boards) })
      : say("All-in hands are run once."),
  straddle: ({ straddle }) => (straddle ? say("Straddles are allowed.") : say("No straddles.")),
  bomb_every: bombs,
  bomb_big_blinds: bombs,
  bomb_boards: ({ bomb_boards: boards }) =>
    boards > 1 ? say("Bomb pots have two boards.") : say("Bomb pots have one board."),
  seven_deuce: ({ seven_deuce: blinds }) => (blinds ? sevenDeuceWords(blinds) : say("No 7-2 bounty.")),
  rabbit_hunt: ({ rabbit_hunt: on }) => (on ? say("Rabbit hunts are allowed.") : say("No rabbit hunts.")),
  least_buy_in: buyIns,
  most_buy_in: buyIns,
  comeback_hours: ({ comeback_hours: hours }) =>
    hours
      ? say(
          "Players who leave come back with at least their chips, for {hours, plural, one {# hour} other {# hours}}.",
          {
            hours,
          },
        )
      : say("Players who leave come back with any buy-in."),
  dead_blind_rule: ({ dead_blind_rule: rule }) => NEWCOMERS[rule],
  action_ms: ({ pace: { action_ms: ms } }) => say("{seconds} s to act.", { seconds: ms / 1000 }),
  bank_ms: bank,
  bank,
  deal_animation_delay_ms: pace,
  street_delay_ms: pace,
  inter_round_delay_ms: pace,
};

/** What the host changed. @param {string[]} names of settings @param {Wire.ChangeAnnounced | Wire.SettingsChanged} to */
export function changeWords(names, { spec, buy_in: buyIn }) {
  if (!names.length) return "";
  const changes = [...new Set(names.map((name) => (SENTENCES[name] ?? other)(spec, buyIn)))].filter(Boolean).join(" ");
  return say("From the next hand on: {changes}", { changes });
}

const other = () => say("Other house rules.");
