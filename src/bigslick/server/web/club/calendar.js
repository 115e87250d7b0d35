/** A club's evenings: who comes, the form to plan one, and the way into calendars of phones and computers. */

import { BOUNDS } from "../generated/bounds.js";
import { choicesOf, tableChoices, tableFields, usualChoices, valueIn } from "../host/opening.js";
import { api } from "../shared/api.js";
import { choice, field, form, numberField, openDialog, submitButton } from "../shared/dialogs.js";
import { button, el, hint, icon, vacant } from "../shared/dom.js";
import { moment, stakesWords } from "../shared/format.js";
import { locale, say } from "../shared/language.js";
import { orToast } from "../shared/toasts.js";
import { copy } from "./ledger.js";

/** @import { App } from "../app.js" */

/** @typedef {NonNullable<Wire.EveningNow["yours"]>} Answer */

/** @type {Record<Answer, string>} */
const ANSWERS = {
  yes: say("Yes", {}, "I come"),
  maybe: say("Maybe", {}, "I may come"),
  no: say("No", {}, "I do not come"),
};

const DAY_MS = 86_400_000;
const WEEKDAY = new Intl.DateTimeFormat(locale, { weekday: "short" });
const DATE = new Intl.DateTimeFormat(locale, { day: "numeric", month: "short" });

/** Where this browser is. */
const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** A date some days after another. @param {string} day such as 2026-11-20 @param {number} days */
export const dayAfter = (day, days) => new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/** The people with an answer. @param {string} words @param {string[]} players */
const peopleLine = (words, players) =>
  players.length > 0 && el("span", {}, el("strong", {}, `${words} (${players.length})`), ` ${players.join(", ")}`);

/**
 * One evening, with the buttons to answer it.
 * @param {string} club @param {Wire.EveningNow} evening
 * @param {(changed: Wire.EveningNow) => unknown} changed
 * @param {{ in?: string, buttons?: HTMLElement[] }} [more] the club's name, where it is not obvious, and other buttons
 */
export function eveningCard(club, evening, changed, { in: where = "", buttons = [] } = {}) {
  const { number, name, spec, starts_at: at, status } = evening;
  const elsewhere = evening.zone !== ownZone() && say("{time} in {zone}", { time: evening.time, zone: evening.zone });
  const about = [
    where,
    moment(at),
    elsewhere,
    stakesWords(spec.small_blind, spec.big_blind, spec.ante, spec.chip_value),
    say("{seats, plural, one {# seat} other {# seats}}", { seats: spec.seats }),
    say("planned by {player}", { player: evening.by }),
  ];
  const words = el(
    "div",
    { class: "evening-words" },
    el("h3", {}, where ? el("a", { href: `#/club/${encodeURIComponent(club)}` }, name) : name),
    hint(about.filter(Boolean).join(" · ")),
    evening.note && el("p", {}, evening.note),
    status === "called_off" && el("p", { class: "evening-off" }, say("Called off: {why}", { why: evening.why })),
    el(
      "p",
      { class: "evening-who" },
      peopleLine(say("Coming"), evening.yes),
      peopleLine(say("Maybe", {}, "I may come"), evening.maybe),
      peopleLine(say("Not coming"), evening.no),
    ),
  );
  const day = el(
    "div",
    { class: "evening-day", "aria-hidden": "true" },
    el("span", {}, WEEKDAY.format(at)),
    el("strong", {}, DATE.format(at)),
  );
  const feet = el("div", { class: "evening-buttons" }, ...buttons);
  if (status === "planned") feet.prepend(answers(club, evening, changed));
  if (status === "open") {
    const address = `#/table/${encodeURIComponent(evening.table)}`;
    feet.prepend(el("a", { class: "primary small", href: address }, say("Go to the table")));
  }
  return el("article", { class: `evening ${status}`, "data-evening": `${club}/${number}` }, day, words, feet);
}

/**
 * Yes, maybe and no, with your answer pressed.
 * @param {string} club @param {Wire.EveningNow} evening @param {(changed: Wire.EveningNow) => unknown} changed
 */
function answers(club, { number, name, yours }, changed) {
  const buttons = Object.entries(ANSWERS).map(([answer, words]) => {
    const onclick = () =>
      orToast(async () => changed(await api.answerEvening(club, number, /** @type {Answer} */ (answer))));
    const pressed = String(answer === yours);
    return el(
      "button",
      { class: "answer", type: "button", "aria-pressed": pressed, "data-answer": answer, onclick },
      words,
    );
  });
  return el(
    "div",
    { class: "answers", role: "group", "aria-label": say("Do you come to {name}?", { name }) },
    ...buttons,
  );
}

/** Draw a part again and keep the focus on the button that was pressed. @param {Element} part @param {() => void} draw */
export function redraw(part, draw) {
  const focused = document.activeElement;
  const evening = part.contains(focused) && focused?.closest("[data-evening]")?.getAttribute("data-evening");
  const answer = focused?.getAttribute("data-answer");
  draw();
  if (!evening || !answer) return;
  const again = part.querySelector(`[data-evening="${evening}"] [data-answer="${answer}"]`);
  if (again instanceof HTMLElement) again.focus({ preventScroll: true });
}

/** The calendar of a club. */
export class ClubCalendar {
  /** @param {App} app @param {string} club @param {() => boolean} manages */
  constructor(app, club, manages) {
    this.app = app;
    this.club = club;
    this.manages = manages;
    /** @type {Wire.EveningNow[]} */
    this.evenings = [];
    /** The next evening, above the other parts of the club. */
    this.next = el("section", { class: "next-evening", "aria-label": say("Next evening"), hidden: true });
    this.list = el("div", { class: "evenings" });
  }

  async load() {
    this.evenings = await api.evenings(this.club);
    this.draw();
  }

  /** @param {Wire.EveningNow} changed */
  become(changed) {
    const others = this.evenings.filter(({ number }) => number !== changed.number);
    this.evenings = [...others, changed].toSorted((a, b) => a.starts_at - b.starts_at);
    this.draw();
  }

  draw() {
    const next = this.evenings.find(({ status }) => status !== "called_off");
    redraw(this.next, () => {
      this.next.replaceChildren(...(next ? [this.card(next, false)] : []));
    });
    redraw(this.list, () => {
      this.list.replaceChildren(
        ...(this.evenings.length
          ? this.evenings.map((evening) => this.card(evening, this.manages()))
          : [
              vacant(
                say("No evening is planned"),
                this.manages()
                  ? say("Plan one: members say here whether they come, and seats are kept for those who do.")
                  : say("The owner and the managers of the club plan them; you say here whether you come."),
              ),
            ]),
      );
    });
  }

  /** Show the next evening above the other parts, and not beside the whole list. @param {boolean} whole */
  show(whole) {
    this.next.hidden = whole || !this.next.hasChildNodes();
  }

  /** @param {Wire.EveningNow} evening @param {boolean} manages whether to show the buttons of its organisers */
  card(evening, manages) {
    const { club, app } = this;
    const { number, name, status } = evening;
    const changed = (/** @type {Wire.EveningNow} */ now) => this.become(now);
    const named = (/** @type {string} */ words, /** @type {() => unknown} */ onclick, kind = "secondary") =>
      el("button", { class: `${kind} small`, type: "button", "aria-label": `${words}: ${name}`, onclick }, words);
    const file = { class: "secondary small", href: api.eveningFile(club, number), download: "evening.ics" };
    /** @type {HTMLElement[]} */
    const buttons = [el("a", { ...file, "aria-label": `${say("Add to calendar")}: ${name}` }, say("Add to calendar"))];
    if (manages) {
      const again = () => this.plan({ ...evening, day: dayAfter(evening.day, 7) });
      if (status === "planned") {
        if (app.connection.now() >= evening.opens_at) {
          const open = () => orToast(async () => this.opened(await api.openEvening(club, number)));
          buttons.unshift(named(say("Open the table"), open, "primary"));
        }
        buttons.push(named(say("Change"), () => this.plan(evening, number)));
        buttons.push(named(say("Call it off"), () => callOffDialog(club, evening, changed)));
      }
      buttons.push(named(say("Same again next week"), again));
    }
    return eveningCard(club, evening, changed, { buttons });
  }

  /** @param {Wire.EveningNow} evening */
  opened(evening) {
    this.become(evening);
    this.app.go(`#/table/${encodeURIComponent(evening.table)}`);
  }

  /** The whole calendar. @returns {HTMLElement[]} */
  panel() {
    const plan = () => this.app.withAccount((me) => this.plan(null, 0, me));
    const subscribe = () => orToast(() => this.subscribe());
    const head = [
      this.manages() && button("primary small", plan, icon("plus"), say("Plan an evening")),
      button("secondary small", subscribe, say("Subscribe", {}, "to a calendar")),
    ];
    return [el("div", { class: "paper-buttons" }, ...head), this.list];
  }

  /**
   * Plan an evening, like another if one is given, or change it.
   * @param {Wire.EveningNow | null} like @param {number} [number] of the evening to change @param {Wire.Me} [me]
   */
  plan(like, number = 0, me) {
    const before = like
      ? choicesOf(like.spec, like.door)
      : usualChoices(say("{player}’s evening", { player: me?.player ?? "" }));
    const {
      day,
      time,
      zone,
      note,
      keep_minutes: keep,
    } = like ?? {
      day: dayAfter(new Date(this.app.connection.now()).toISOString().slice(0, 10), 7),
      time: "20:00",
      zone: ownZone(),
      note: "",
      keep_minutes: BOUNDS.NewEvening.keep_minutes.value,
    };
    const zones = [...new Set([zone, ownZone(), "UTC", ...Intl.supportedValuesOf("timeZone")])];
    const [name, game, door, rules] = tableFields(before, [], null, like?.spec.chip_value, true);
    const when = el(
      "div",
      { class: "row" },
      field(say("Date"), { name: "day", type: "date", required: true, value: day }),
      field(say("Time", {}, "of day"), { name: "time", type: "time", required: true, value: time }),
      choice(
        say("Time zone"),
        "zone",
        zones.map((one) => [one, one.replaceAll("_", " ")]),
        zone,
      ),
    );
    const about = field(say("Note"), { name: "note", value: note, autocomplete: "off", ...BOUNDS.NewEvening.note });
    const kept = numberField(say("Minutes that seats are kept for members who said yes"), "keep_minutes", {
      ...BOUNDS.NewEvening.keep_minutes,
      value: keep,
    });
    const fields = [name, when, about, game, door, kept, rules];
    const words = number ? say("Change the evening") : say("Plan an evening");
    const dialog = openDialog(
      words,
      form(fields, [submitButton(number ? say("Change") : say("Plan", {}, "an evening"))], async (values) => {
        const plan = {
          day: values.day,
          time: values.time,
          zone: values.zone,
          note: values.note,
          keep_minutes: Number(values.keep_minutes),
          table: /** @type {Wire.TableForm} */ ({ ...tableChoices(values, before), chip_value: valueIn(values) }),
        };
        this.become(number ? await api.changeEvening(this.club, number, plan) : await api.planEvening(this.club, plan));
        dialog.close();
      }),
    );
    dialog.classList.add("opening");
  }

  /** Show the secret address for calendar programs. @param {boolean} [renew] */
  async subscribe(renew = false) {
    const { link, only_here: onlyHere } = await api.calendarLink(this.club, renew);
    const dialog = openDialog(
      say("Subscribe to the calendar"),
      el(
        "p",
        {},
        say("Your calendar program follows the club by itself, with a reminder an hour before each evening."),
      ),
      el(
        "div",
        { class: "invite-row" },
        el("input", { readonly: true, value: link, "aria-label": say("Address of the calendar") }),
        button("secondary small", () => copy(this.app, link, say("The address is copied.")), say("Copy")),
      ),
      hint(say("The address is yours alone. Keep it secret: anyone who has it sees the calendar.")),
      onlyHere && hint(say("This address works only on this machine.")),
      el(
        "div",
        { class: "form-foot" },
        button(
          "secondary",
          () =>
            orToast(async () => {
              dialog.close();
              await this.subscribe(true);
              this.app.toast(say("The old address stopped working."), "good");
            }),
          say("New address"),
        ),
        el("a", { class: "primary", href: link.replace(/^https?:/, "webcal:") }, say("Open in my calendar")),
      ),
    );
  }
}

/** @param {string} club @param {Wire.EveningNow} evening @param {(changed: Wire.EveningNow) => unknown} changed */
function callOffDialog(club, { number, name }, changed) {
  const why = field(
    say("Reason"),
    { name: "why", required: true, autocomplete: "off", ...BOUNDS.CalledOff.why },
    say("Every member reads it."),
  );
  const dialog = openDialog(
    say("Call {name} off", { name }),
    form([why], [submitButton(say("Call it off"))], async (values) => {
      changed(await api.callOffEvening(club, number, values.why));
      dialog.close();
    }),
  );
}

/** Your next evening, in the lobby. */
export class NextEvening {
  /** @param {HTMLElement} root hidden until there is one */
  constructor(root) {
    this.root = root;
  }

  async load() {
    try {
      const [next] = (await api.yourEvenings()).filter(({ evening }) => evening.status !== "called_off");
      this.draw(next);
    } catch {
      // keep the old one
    }
  }

  /** @param {Wire.YourEvening | undefined} next */
  draw(next) {
    this.root.hidden = !next;
    redraw(this.root, () => {
      if (!next) return;
      const changed = (/** @type {Wire.EveningNow} */ evening) => this.draw({ ...next, evening });
      this.root.replaceChildren(eveningCard(next.club, next.evening, changed, { in: next.club_name }));
    });
  }
}
