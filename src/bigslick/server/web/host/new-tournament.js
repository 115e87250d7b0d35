/** The form to open a tournament: its structure with a live check, its start, and who comes in. */

import { BOUNDS } from "../generated/bounds.js";
import { api } from "../shared/api.js";
import { choice, field, form, numberField, openDialog, submitButton } from "../shared/dialogs.js";
import { el, hint } from "../shared/dom.js";
import { say } from "../shared/language.js";
import "../shared/later-sheets.js";
import {
  checkbox,
  clockFields,
  doorFields,
  gameChoices,
  group,
  passwordField,
  privacyFields,
  row,
  usualChoices,
} from "./opening.js";
import { NO_FILE, StructureCheck } from "./structure-check.js";

/** @import { App } from "../app.js" */

const OWN = "own file";
const MINUTE_MS = 60_000;

/** The values beside a structure, each with its words. @type {[keyof Beside, string][]} */
const BESIDE = [
  ["entrants", say("Players")],
  ["seats", say("Seats a table")],
  ["buy_in", say("Buy-in")],
  ["starting_stack", say("Starting stack")],
  ["level_minutes", say("Minutes a level")],
  ["late_reg_levels", say("Late entries to level")],
  ["reentry_limit", say("Re-entries")],
];

/** @typedef {Pick<Wire.StructureCard, "entrants" | "seats" | "buy_in" | "starting_stack" | "level_minutes"
 *   | "late_reg_levels" | "reentry_limit">} Beside */

/** @type {[Wire.NewTournament["start"] & string, string][]} */
const STARTS = [
  ["full", say("When it is full")],
  ["time", say("At a time")],
  ["host", say("When I say so")],
];

/** How long before the start players check in. @type {[string, string][]} */
const CHECK_INS = [
  ["0", say("Nobody needs to")],
  ["15", say("In the last 15 minutes")],
  ["30", say("In the last half hour")],
  ["60", say("In the last hour")],
];

/** @type {[Wire.NewTournament["absent"] & string, string][]} */
const ABSENTS = [
  ["blinded", say("Is seated and pays blinds")],
  ["refunded", say("Gets the entry back")],
];

/** The structure part of the form: a preset or a file, and values beside it. */
class StructureFields {
  /** @param {Wire.StructureCard[]} cards @param {() => void} changed */
  constructor(cards, changed) {
    this.cards = cards;
    this.changed = changed;
    /** @type {[string, string][]} */
    const kinds = cards.map(({ structure, name }) => [structure, structure ? name : say("Sit-and-go")]);
    this.kind = choice(say("Structure"), "kind", [...kinds, [OWN, say("My own file")]]);
    this.select = /** @type {HTMLSelectElement} */ (this.kind.querySelector("select"));
    this.inputs = new Map(BESIDE.map(([name, words]) => [name, this.number(name, words)]));
    /** @type {HTMLTextAreaElement} */
    this.text = el("textarea", {
      class: "structure-text",
      rows: 12,
      spellcheck: "false",
      autocapitalize: "off",
      autocomplete: "off",
      "aria-label": say("The structure file"),
      oninput: () => this.typed(),
    });
    /** @type {HTMLInputElement} */
    this.file = el("input", {
      type: "file",
      accept: ".toml,text/plain",
      "aria-label": say("Load a structure file"),
      onchange: () => this.load(),
    });
    this.editor = el(
      "details",
      { class: "group more" },
      el("summary", {}, say("The structure file")),
      hint(say("Levels, breaks, prizes, rebuys, bounties, days: everything can be changed here.")),
      this.text,
      el("label", { class: "labelled" }, el("span", { class: "label" }, say("Load a structure file")), this.file),
    );
    this.select.addEventListener("change", () => {
      this.choose();
      changed();
    });
    const [first, second] = [BESIDE.slice(0, 3), BESIDE.slice(3)].map((names) =>
      row(...names.map(([name]) => /** @type {HTMLElement} */ (this.inputs.get(name)?.closest("label")))),
    );
    this.root = [this.kind, first, second, this.editor];
    this.choose();
  }

  /** @param {keyof Beside} name @param {string} words */
  number(name, words) {
    const labelled = numberField(words, name, { ...BOUNDS.NewTournament[name], required: false });
    const input = /** @type {HTMLInputElement} */ (labelled.querySelector("input"));
    input.addEventListener("input", () => this.changed());
    return input;
  }

  /** The preset whose values are in the fields; undefined for a file of one's own. */
  get card() {
    return this.cards.find(({ structure }) => structure === this.select.value);
  }

  /** Show a preset, or ask for a file. */
  choose() {
    const { card } = this;
    for (const [name, input] of this.inputs) {
      const value = card?.[name] || (name === "entrants" && card ? 2 * card.seats : 0);
      input.value = card && (value || name !== "level_minutes") ? String(value) : "";
      input.placeholder = "";
    }
    if (card) this.text.value = card.text;
    else this.editor.open = true;
  }

  /** The text has changed: it decides what nobody has typed beside it. */
  typed() {
    const { card } = this;
    for (const [name, input] of card ? this.inputs : []) {
      if (name !== "entrants" && Number(input.value) === card?.[name]) input.value = "";
      if (name === "level_minutes" && !card?.level_minutes) input.value = "";
      input.placeholder = say("from file");
    }
    this.select.value = OWN;
    this.changed();
  }

  async load() {
    const [file] = this.file.files ?? [];
    if (!file) return;
    this.text.value = await file.text();
    this.typed();
  }

  /** Whether a number is out of its limits; the browser says which. */
  get wrong() {
    return [...this.inputs.values()].find((input) => !input.checkValidity());
  }

  /** What is chosen, without values that are the structure's own; null without a file. @returns {Wire.StructureDraft | null} */
  get draft() {
    const { card } = this;
    if (!card && !this.text.value.trim()) return null;
    const beside = [...this.inputs].filter(([name, { value }]) => value !== "" && Number(value) !== card?.[name]);
    return {
      structure: card ? card.structure : this.text.value,
      ...Object.fromEntries(beside.map(([name, { value }]) => [name, Number(value)])),
    };
  }

  /** Go to a line of the text. @param {number} line */
  show(line) {
    const lines = this.text.value.split("\n");
    const at = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
    this.editor.open = true;
    this.text.focus();
    this.text.setSelectionRange(at, at + (lines[line - 1]?.length ?? 0));
    this.text.scrollTop = (this.text.scrollHeight / lines.length) * (line - 3);
  }
}

/** When it starts, and whether bots come. */
function startFields() {
  const kind = choice(say("It starts"), "start", STARTS);
  const soon = new Date(Math.ceil(Date.now() / MINUTE_MS + 60) * MINUTE_MS);
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const at = field(
    say("Start"),
    { name: "start_time", type: "datetime-local", required: true, value: local(soon) },
    say("Your time ({zone}). The others see theirs.", { zone }),
  );
  const checkIn = choice(say("Check-in before the start"), "check_in_minutes", CHECK_INS);
  const absent = choice(say("Who has not checked in"), "absent", ABSENTS);
  const atTime = row(checkIn, absent);
  const show = () => {
    const timed = kind.querySelector("select")?.value === "time";
    at.hidden = atTime.hidden = !timed;
    absent.hidden = checkIn.querySelector("select")?.value === "0";
    for (const part of [at, checkIn]) enable(part, timed);
    enable(absent, timed && !absent.hidden);
  };
  for (const part of [kind, checkIn]) part.addEventListener("change", show);
  show();
  const fill = checkbox(
    "fill",
    say("House bots take the free places"),
    say("Half a minute after the first player enters; if it does not start when it is full, at the start."),
  );
  return [row(kind, at), atTime, fill.root];
}

/** @param {HTMLElement} labelled @param {boolean} on */
function enable(labelled, on) {
  for (const input of labelled.querySelectorAll("input, select")) input.toggleAttribute("disabled", !on);
}

/** A moment as a `datetime-local` field has it. @param {Date} at */
const local = (at) => new Date(at.getTime() - at.getTimezoneOffset() * MINUTE_MS).toISOString().slice(0, 16);

/**
 * @param {App} app @param {Wire.Me} me @param {string} [club] visible to its members only
 * @param {readonly Wire.SeriesCard[]} [series] that it can count in
 */
export async function newTournamentDialog(app, me, club = "", series = []) {
  const cards = await api.structures();
  const usual = usualChoices(say("{player}’s tournament", { player: me.player }));
  const check = new StructureCheck((line) => structure.show(line));
  const structure = new StructureFields(cards, () => check.soon(structure.draft, structure.wrong));
  check.soon(structure.draft, structure.wrong);
  const chosenSeries =
    series.length > 0 &&
    choice(say("Series"), "series", [
      ["", say("None", {}, "no series")],
      ...series.map(({ id, name }) => /** @type {[string, string]} */ ([id, name])),
    ]);
  const quiet = checkbox(
    "quiet_all_in",
    say("No chat during an all-in"),
    say("At its table, until the hand has ended."),
  );
  const kept = field(
    say("Keep places for"),
    { name: "keep_for", autocomplete: "off" },
    say("Accounts, with commas between them. The places are theirs until the start."),
  );
  const game = group(say("The game"), ...structure.root, chosenSeries);
  const fields = [
    field(say("Name"), { name: "name", required: true, value: usual.name, ...BOUNDS.NewTournament.name }),
    el("div", { class: "structure-choice" }, game, check.root),
    group(say("The start"), ...startFields()),
    doorFields(say("Entries"), usual, privacyFields(usual.private, passwordField()), kept),
    el(
      "details",
      { class: "group more" },
      el("summary", {}, say("Clocks and chat")),
      ...clockFields(usual),
      quiet.root,
    ),
  ];
  const opening = form(fields, [submitButton(say("Open", {}, "open a table"))], async (values) => {
    const { draft } = structure;
    if (!draft) throw new Error(NO_FILE);
    const start = /** @type {Wire.NewTournament["start"]} */ (values.start);
    const { tournament } = await api.openTournament({
      .../** @type {Wire.TableChanges & { name: string }} */ (gameChoices(values)),
      ...draft,
      password: values.password || null,
      start,
      start_time: start === "time" ? new Date(values.start_time).toISOString() : null,
      check_in_minutes: Number(values.check_in_minutes ?? 0),
      absent: /** @type {Wire.NewTournament["absent"]} */ (values.absent ?? "blinded"),
      keep_for: values.keep_for.split(",").flatMap((name) => name.trim() || []),
      fill: values.fill === "on",
      quiet_all_in: values.quiet_all_in === "on",
      series: values.series ?? "",
      club,
    });
    dialog.close();
    app.go(`#/tournament/${encodeURIComponent(tournament)}`);
  });
  const dialog = openDialog(say("Open a tournament"), opening);
  dialog.classList.add("opening", "tournament-opening");
}
