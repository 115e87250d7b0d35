/** What a page with several tables says. */

import { say } from "../shared/language.js";

/** The most tables on one page. */
export const MOST_TABLES = 4;

export const TABLES_WORDS = {
  strip: say("Your tables"),
  title: (/** @type {number} */ count) => say("{count, plural, one {# table} other {# tables}}", { count }),
  add: say("Add a table"),
  addHint: say("It opens beside the ones you have."),
  beside: say("Open beside"),
  besideSpoken: (/** @type {string} */ table) => say("Open {table} beside the tables you have open", { table }),
  noOther: say("No other table is open. Open one in the lobby."),
  all: say("All your tables on one page"),
  close: (/** @type {string} */ table) => say("Close {table}", { table }),
  tooMany: say("Four tables fit on one page. Close one to open another."),
  tooManyTitle: say("Too many tables"),
  firstFour: say("Open the first four"),
  yourTurn: say("Your turn"),
  turnOf: (/** @type {string} */ player) => say("{player} to act", { player }),
  between: say("Between hands"),
  potWord: say("Pot"),
  actions: say("Your actions"),
  drawer: say("Log, chat and hands"),
  actionsAt: (/** @type {string} */ table) => say("Your actions at {table}", { table }),
  drawerOf: (/** @type {string} */ table) => say("Log, chat and hands of {table}", { table }),
  waits: (/** @type {string} */ table, /** @type {string} */ situation) =>
    say("{table} waits for you. {situation}", { table, situation }),
  at: (/** @type {string} */ table, /** @type {string} */ words) => say("{table}: {words}", { table, words }),
  front: (/** @type {string} */ table) => say("{table} is in front.", { table }),
  waiting: say("Tables that wait for you"),
  manyWait: (/** @type {number} */ count) => say("{count} tables wait for you · bigslick", { count }),
  keys: say("with several tables: bring the first to the fourth to the front"),
  closing: {
    title: (/** @type {string} */ table) => say("Close {table}?", { table }),
    words: say(
      "You have a seat here. If you close the table and keep the seat, your hands are folded when your time is up.",
    ),
    stay: say("Keep it open"),
    leave: say("Give up the seat and close"),
    close: say("Keep the seat and close"),
  },
};
