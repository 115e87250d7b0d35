/** What a page with several tables says. */

/** The most tables on one page. */
export const MOST_TABLES = 4;

export const TABLES_WORDS = {
  strip: "Your tables",
  title: (/** @type {number} */ count) => (count === 1 ? "1 table" : `${count} tables`),
  add: "Add a table",
  addHint: "It opens beside the ones you have.",
  beside: "Open beside",
  besideSpoken: (/** @type {string} */ table) => `Open ${table} beside the tables you have open`,
  noOther: "No other table is open. Open one in the lobby.",
  all: "All your tables on one page",
  close: (/** @type {string} */ table) => `Close ${table}`,
  tooMany: "Four tables fit on one page. Close one to open another.",
  tooManyTitle: "Too many tables",
  firstFour: "Open the first four",
  yourTurn: "Your turn",
  turnOf: (/** @type {string} */ player) => `${player} to act`,
  between: "Between hands",
  watching: "Watching",
  potWord: "Pot",
  actions: "Your actions",
  drawer: "Log, chat and hands",
  actionsAt: (/** @type {string} */ table) => `Your actions at ${table}`,
  drawerOf: (/** @type {string} */ table) => `Log, chat and hands of ${table}`,
  waits: (/** @type {string} */ table, /** @type {string} */ situation) => `${table} waits for you. ${situation}`,
  at: (/** @type {string} */ table, /** @type {string} */ words) => `${table}: ${words}`,
  front: (/** @type {string} */ table) => `${table} is in front.`,
  manyWait: (/** @type {number} */ count) => `${count} tables wait for you · bigslick`,
  keys: "with several tables: bring the first to the fourth to the front",
  closing: {
    title: (/** @type {string} */ table) => `Close ${table}?`,
    words:
      "You have a seat here. If you close the table and keep the seat, your hands are folded when your time is up.",
    stay: "Keep it open",
    leave: "Give up the seat and close",
    close: "Keep the seat and close",
  },
};
