/** The live check beside a structure: how long it takes, who is left when, where the money goes, and what is wrong. */

import { api } from "../shared/api.js";
import { el, text } from "../shared/dom.js";
import { blinds, chips, duration, ordinal, serverWords, tenths } from "../shared/format.js";
import { say } from "../shared/language.js";

export const NO_FILE = say("Load a structure file, or type one.");
/** How long after the last key the structure is checked. */
const PAUSE_MS = 500;
const QUARTER_MS = 900_000;
/** The prizes that are named one by one. */
const NAMED = 4;

/** Asks the server about a structure while one types, and shows its last answer. */
export class StructureCheck {
  /** @param {(line: number) => void} show goes to a line of the file */
  constructor(show) {
    this.show = show;
    this.status = el("p", { class: "check-status", role: "status" });
    this.answer = el("div", { class: "check-answer" });
    const title = { id: "structure-check" };
    const about = { class: "structure-check", "aria-labelledby": title.id };
    this.root = el("section", about, el("h3", title, say("What will happen")), this.status, this.answer);
    this.timer = 0;
    this.asked = 0;
  }

  /**
   * Check a structure as soon as nobody types.
   * @param {Wire.StructureDraft | null} draft null without a file @param {HTMLInputElement} [wrong]
   */
  soon(draft, wrong) {
    clearTimeout(this.timer);
    this.asked += 1;
    const { asked } = this;
    if (wrong) this.complain([{ sentence: `${nameOf(wrong)}: ${wrong.validationMessage}`, line: 0, ours: true }]);
    else if (draft) this.timer = setTimeout(() => this.ask(draft, asked), PAUSE_MS);
    else {
      text(this.status, NO_FILE);
      this.answer.replaceChildren();
    }
  }

  /** @param {Wire.StructureDraft} draft @param {number} asked */
  async ask(draft, asked) {
    try {
      const { outlook, problems } = await api.checkStructure(draft);
      if (asked !== this.asked) return;
      if (outlook) this.draw(outlook);
      else
        this.complain(
          problems.map((one) => ({ sentence: serverWords(one), line: one.line, ours: Boolean(one.wording) })),
        );
    } catch (error) {
      const sentence = /** @type {Error} */ (error).message;
      if (asked === this.asked) this.complain([{ sentence, line: 0, ours: true }]);
    }
  }

  /**
   * Structures are described in English; `ours` are sentences in the page's language.
   * @param {{ sentence: string, line: number, ours: boolean }[]} problems
   */
  complain(problems) {
    const count = problems.length;
    text(this.status, say("{count, plural, one {# problem} other {# problems}}", { count }));
    const rows = problems.map(({ sentence, line, ours }) => {
      const go = { class: "quiet small", type: "button", onclick: () => this.show(line) };
      const place = line > 0 && el("button", go, say("Line {line}", { line }));
      return el("li", { class: "wrong" }, place, el("span", ours ? {} : { lang: "en" }, sentence));
    });
    this.answer.replaceChildren(el("ul", { class: "check-problems" }, ...rows));
  }

  /** @param {Wire.Outlook} outlook */
  draw(outlook) {
    text(this.status, lengthWords(outlook));
    const facts = factsOf(outlook).flatMap(([name, words]) => [el("dt", {}, name), el("dd", {}, words)]);
    const warnings = outlook.warnings.map((said) => el("li", { lang: "en" }, said));
    this.answer.replaceChildren(
      el("dl", { class: "check-facts" }, ...facts),
      ...(warnings.length ? [el("ul", { class: "check-warnings" }, ...warnings)] : []),
      ...(outlook.forecast.length ? [levelsTable(outlook)] : []),
    );
  }
}

/** @param {HTMLInputElement} input */
const nameOf = (input) => input.closest("label")?.querySelector(".label")?.textContent ?? "";

/** @param {Wire.Outlook} outlook */
function lengthWords({ ends, ends_after_seconds: [first, last] }) {
  if (!ends) return say("It has no end in sight.");
  const [least, most] = [first, last].map((seconds) =>
    duration(Math.max(1, Math.round((1000 * seconds) / QUARTER_MS)) * QUARTER_MS),
  );
  return least === most
    ? say("It takes about {time}.", { time: least })
    : say("It takes about {least} to {most}.", { least, most });
}

/** @param {Wire.Outlook} outlook @returns {[string, string][]} */
function factsOf(outlook) {
  const { tables, chips_in_play: inPlay, prize_pool: pool, fees, bounties, ends_after_hands: hands } = outlook;
  const [first, last] = outlook.ends_in_levels;
  const levels =
    first === last ? say("Level {level}", { level: first }) : say("Levels {first} to {last}", { first, last });
  /** @type {[string, string][]} */
  const facts = [
    [say("Tables"), say("{tables} with {entrants} players", { tables, entrants: outlook.entrants ?? 0 })],
    [say("Chips in play"), chips(inPlay)],
    [say("Ends in"), say("{levels}, {least} to {most} hands a table", { levels, least: hands[0], most: hands[1] })],
    [say("Prize pool"), pool ? chips(pool) : say("No buy-in, no prizes")],
  ];
  if (fees) facts.push([say("Fees"), chips(fees)]);
  if (bounties) facts.push([say("Bounties"), chips(bounties)]);
  if (outlook.prizes.length) facts.push([say("Prizes"), prizeWords(outlook.prizes)]);
  return facts;
}

/** @param {number[]} prizes */
function prizeWords(prizes) {
  const words = prizes.map((prize, index) => `${ordinal(index + 1)} ${chips(prize)}`);
  const last = words.slice(NAMED).slice(-1);
  return [...words.slice(0, NAMED), ...(words.length > NAMED + 1 ? ["…"] : []), ...last].join(" · ");
}

/** Who is left at each level. @param {Wire.Outlook} outlook */
function levelsTable({ forecast, levels, levels_by: unit }) {
  const heads = [say("Level"), say("Blinds"), say("After"), say("Players"), say("Average in bb")];
  const rows = forecast.map(({ level, start, players, average }) => {
    const { small, big, ante } = levels[level - 1];
    const after =
      unit === "time" ? duration(1000 * start) : say("{hands, plural, one {# hand} other {# hands}}", { hands: start });
    const cells = [
      blinds(small, big, ante).replaceAll("/", "/\u200b"), // narrow screens break it there
      after,
      chips(players),
      average < 10 ? tenths(average) : chips(Math.round(average)),
    ];
    return el("tr", {}, el("th", { scope: "row" }, String(level)), ...cells.map((words) => el("td", {}, words)));
  });
  return el(
    "details",
    { class: "check-levels" },
    el("summary", {}, say("Who is left when")),
    el(
      "table",
      {},
      el("thead", {}, el("tr", {}, ...heads.map((words) => el("th", { scope: "col" }, words)))),
      el("tbody", {}, ...rows),
    ),
  );
}
