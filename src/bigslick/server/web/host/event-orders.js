/** A host's orders in a running tournament, each with a reason that all tables read. */

import { BOUNDS } from "../generated/bounds.js";
import { choice, field, form, numberField, openDialog, submitButton } from "../shared/dialogs.js";
import { el, find } from "../shared/dom.js";
import { say } from "../shared/language.js";

/** @import { App } from "../app.js" */
/** @import { Child } from "../shared/dom.js" */

/**
 * What orders need to know about a tournament; its open seats are by table and from 0.
 * @typedef {{ tournament: string, clock: Wire.TournamentClock, levels: number,
 *   openSeats: [table: number, seat: number][] }} Running
 */

/** The open seats of a running tournament. @param {Wire.TournamentNow} now @param {number} chairs @returns {Running["openSeats"]} */
export function openSeats({ tables, entrants }, chairs) {
  const taken = new Set(entrants.filter(({ place }) => !place).map(({ table, seat }) => `${table} ${seat}`));
  return Object.entries(tables).flatMap(([table, number]) =>
    Array.from({ length: chairs }, (_, seat) => seat)
      .filter((seat) => !taken.has(`${table} ${seat}`))
      .map((seat) => /** @type {[number, number]} */ ([number, seat])),
  );
}

/**
 * A dialog for an order with its reason.
 * @param {string} title @param {string} words @param {Child[]} fields @param {string} go
 * @param {(values: Record<string, string>) => Promise<Wire.Done | Wire.Refused>} send
 */
export function orderDialog(title, words, fields, go, send) {
  const why = field(say("Reason"), { name: "why", required: true, autocomplete: "off", ...BOUNDS.ChangeClock.why });
  const dialog = openDialog(
    title,
    form([el("p", { class: "lead" }, words), ...fields, why], [submitButton(go)], async (values) => {
      const answer = await send(values);
      if (answer.type === "refused") throw new Error(answer.sentence);
      dialog.close();
    }),
  );
}

/** The level or break of now lasts longer or shorter, or a later level begins. @param {App} app @param {Running} running */
export function clockDialog(app, { tournament, clock, levels }) {
  const pause = clock.on_break;
  const byHands = !pause && clock.next_level_in !== null;
  /** @type {[string, string][]} */
  const ways = [
    ["more", say("Make it longer")],
    ["less", say("Make it shorter")],
    ["next", pause ? say("End the break") : say("Go on to a later level")],
  ];
  const how = choice(pause ? say("The break") : say("Level {level}", { level: clock.level }), "how", ways);
  const unit = byHands ? say("Hands") : say("Minutes");
  const bounds = { min: 1, max: byHands ? BOUNDS.ChangeClock.hands.max : BOUNDS.ChangeClock.seconds.max / 60 };
  const amount = numberField(unit, "amount", { ...bounds, value: 5 });
  const next = clock.level + 1;
  const level = numberField(say("Level"), "level", { min: next, max: levels, value: Math.min(next, levels) });
  const chosen = /** @type {HTMLSelectElement} */ (find(how, "select"));
  const typed = /** @type {HTMLInputElement} */ (find(level, "input"));
  const show = () => {
    amount.hidden = chosen.value === "next";
    level.hidden = chosen.value !== "next" || pause;
    typed.disabled = level.hidden; // a hidden field must not be checked
  };
  how.addEventListener("change", show);
  show();
  orderDialog(
    say("Change the clock"),
    say("It goes for all tables at once. A hand in progress keeps its blinds."),
    [how, amount, level],
    say("Change the clock"),
    ({ how: way, amount: many, level: to, why }) => {
      const by = (way === "less" ? -1 : 1) * Number(many) * (byHands ? 1 : 60);
      const change =
        way === "next" ? { level: pause ? clock.level : Number(to) } : byHands ? { hands: by } : { seconds: by };
      return app.connection.command("change_clock", { at: tournament, why, ...change });
    },
  );
}

/** Another seat for a player. @param {App} app @param {Running} running @param {string} player */
export function movePlayerDialog(app, { tournament, openSeats }, player) {
  /** @type {[string, string][]} */
  const seats = openSeats.map(([table, seat]) => [
    `${table} ${seat}`,
    say("Table {table} · {seat}", { table: String(table), seat: String(seat + 1) }),
  ]);
  orderDialog(
    say("Move {player}?", { player }),
    say("{player} moves after this hand, with all their chips.", { player }),
    [choice(say("New seat"), "where", seats)],
    say("Move"),
    ({ where, why }) => {
      const [table, seat] = where.split(" ").map(Number);
      return app.connection.command("move_player", { at: tournament, player, table, seat, why });
    },
  );
}

/** A player is out. @param {App} app @param {Running} running @param {string} player */
export function takeOutDialog(app, { tournament }, player) {
  orderDialog(
    say("Take {player} out?", { player }),
    say("{player} is out after this hand. Their chips leave play, and they get the prize of that place.", { player }),
    [],
    say("Take out"),
    ({ why }) => app.connection.command("kick", { at: tournament, player, why }),
  );
}
