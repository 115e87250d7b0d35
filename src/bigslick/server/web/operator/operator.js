/** The operator's page: the whole room, and the commands only the operator has. */

import { BOUNDS } from "../generated/bounds.js";
import { loadShapes } from "../shared/cards.js";
import { field, form, openDialog, submitButton } from "../shared/dialogs.js";
import { button, el, hint, lead, part, text } from "../shared/dom.js";
import { blinds, chips, moment } from "../shared/format.js";
import { say, sayDocument, translate } from "../shared/language.js";
import { orToast, toast } from "../shared/toasts.js";
import { doorWords, hostButtons, requestRows } from "./host-orders.js";
import { adminToken, isRefused, keepToken, operator } from "./operator-api.js";

/** @import { Child } from "../shared/dom.js" */

const FIGURES = {
  connected: say("Players connected"),
  players: say("Accounts"),
  sessions: say("Sessions"),
  sockets: say("Sockets"),
  hands: say("Hands since the start"),
  timeouts: say("Timeouts"),
  chips: say("Chips given out"),
  chip_violations: say("Chip errors"),
  wrong_passwords: say("Wrong passwords"),
  wrong_admin_tokens: say("Wrong admin tokens"),
};

const milliseconds = (/** @type {number | null} */ ms) => (ms === null ? "–" : say("{ms} ms", { ms }));

const EVERY_MS = 3_000;

/** @param {string} words @param {() => unknown} onclick @param {string} about whom or what it acts on */
const orderButton = (words, onclick, about) =>
  el("button", { class: "secondary small", type: "button", "aria-label": `${words}: ${about}`, onclick }, words);

/** @param {string} title @param {string} id @param {...Child} content */
const section = (title, id, ...content) =>
  el("section", { class: "desk", "aria-labelledby": id }, el("h2", { id }, title), ...content);

class OperatorPage {
  constructor() {
    this.timer = 0;
    this.searched = "";
    /** @type {Wire.RoomAccount[]} */
    this.found = [];
    this.health = el("p", { class: "health", role: "status" });
    this.figures = el("dl", { class: "desk-figures" });
    this.tables = el("ul", { class: "desk-lines" });
    this.tournaments = el("ul", { class: "desk-lines" });
    this.players = el("ul", { class: "desk-list" });
    this.clubs = el("ul", { class: "desk-list" });
    this.more = button("secondary small", () => this.find(true), say("More"));
    this.more.hidden = true;
    this.drawn = "";
    /** Which tables and tournaments the operator has opened or closed. @type {Map<string, boolean>} */
    this.opened = new Map();
    this.button = orderButton;
  }

  start() {
    if (adminToken()) this.enter();
    else this.signIn();
  }

  // -- the token ------------------------------------------------------------------------------------------------------

  /** @param {string} [why] why we ask again */
  signIn(why = "") {
    clearInterval(this.timer);
    const secret = { name: "token", type: "password", required: true, autocomplete: "off", spellcheck: "false" };
    const made = form(
      [field(say("Admin token"), secret, say("It stays in this tab, and is gone when you close it."))],
      [submitButton(say("Sign in"))],
      async (values) => {
        keepToken(values.token.trim());
        try {
          await operator.room();
        } catch (error) {
          keepToken("");
          throw error;
        }
        this.enter();
      },
    );
    text(made.querySelector(".wrong"), why);
    const how = lead(say("Sign in with the admin token that the server printed, or that you gave it."));
    part("view").replaceChildren(el("div", { class: "paper sign-in" }, el("h1", {}, say("Operator")), how, made));
  }

  signOut() {
    keepToken("");
    this.signIn();
  }

  enter() {
    const search = el("input", {
      name: "search",
      autocomplete: "off",
      spellcheck: "false",
    });
    const label = el("label", { class: "labelled" }, el("span", { class: "label" }, say("Name starts with")), search);
    const onsubmit = (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      this.searched = search.value;
      this.find(false);
    };
    const finder = el("form", { class: "finder", onsubmit }, label, submitButton(say("Find"), "secondary"));
    const head = el(
      "header",
      { class: "desk-head" },
      el("h1", {}, say("Operator")),
      el("a", { class: "quiet small", href: "/" }, say("Back to the room")),
      button("secondary small", () => this.signOut(), say("Sign out")),
    );
    const count = button("secondary small", () => this.count(), say("Count every chip"));
    part("view").replaceChildren(
      el(
        "div",
        { class: "paper operator" },
        head,
        this.health,
        section(say("Figures"), "figures", this.figures, el("div", { class: "paper-buttons" }, count)),
        section(say("Tables"), "tables", this.tables),
        section(say("Tournaments"), "tournaments", this.tournaments),
        section(say("Players"), "players", finder, this.players, this.more),
        section(say("Clubs"), "clubs", this.clubs),
      ),
    );
    this.refresh();
    this.find(false);
    clearInterval(this.timer);
    this.timer = setInterval(() => this.refresh(), EVERY_MS);
  }

  // -- looking --------------------------------------------------------------------------------------------------------

  async refresh() {
    try {
      this.draw(await operator.room());
    } catch (error) {
      if (isRefused(error)) {
        keepToken("");
        this.signIn(/** @type {Error} */ (error).message);
      } else text(this.health, say("The server isn’t answering. Trying again…"));
    }
  }

  /** @param {Wire.RoomOverview} room */
  draw(room) {
    const wrong = [
      ...(room.trouble ? [say("The database is in trouble: {trouble}.", { trouble: translate(room.trouble) })] : []),
      ...room.set_aside.map(({ id, why }) => say("{id} is damaged and set aside: {why}", { id, why })),
    ];
    text(
      this.health,
      [...(wrong.length ? wrong : [say("All is well.")]), say("As of {when}.", { when: moment(room.now) })].join(" "),
    );
    this.health.classList.toggle("bad", wrong.length > 0);
    this.drawFigures(room.figures);
    // Redraw a list only when it has changed, so it keeps the focus.
    const lists = JSON.stringify([room.tables, room.tournaments, room.clubs]);
    if (lists === this.drawn) return;
    this.drawn = lists;
    fill(
      this.tables,
      room.tables.map((table) => this.table(table)),
      say("No table is open."),
    );
    fill(
      this.tournaments,
      room.tournaments.map((one) => this.tournament(one)),
      say("No tournament is open."),
    );
    fill(this.clubs, room.clubs.map(clubLine), say("There is no club yet."));
  }

  /** @param {Wire.RoomFigures} figures */
  drawFigures(figures) {
    /** @type {[string, string][]} */
    const lines = /** @type {(keyof typeof FIGURES)[]} */ (Object.keys(FIGURES)).map((name) => [
      FIGURES[name],
      chips(figures[name]),
    ]);
    lines.push([say("Answers, 99 of 100 within"), milliseconds(figures.answers.most)]);
    lines.push([say("Commits, 99 of 100 within"), milliseconds(figures.commits.most)]);
    this.figures.replaceChildren(
      ...lines.map(([words, value]) => el("div", {}, el("dt", {}, words), el("dd", {}, value))),
    );
  }

  /** @param {Wire.RoomTable} table */
  table({ card, club, tournament, opened_by, paused, seats, kept_out, door, requests }) {
    const { table, name } = card;
    const place = { at: table, name, host: card.host, door, tournament: false };
    const about = [
      blinds(card.small_blind, card.big_blind, card.ante),
      say("{taken} of {seats} seats taken, {people} by people", {
        taken: card.taken,
        seats: card.seats,
        people: card.people,
      }),
      say("{count} watching", { count: card.watching }),
      say("{count, plural, one {# hand} other {# hands}}", { count: card.hands }),
      ...(tournament ? [say("tournament {tournament}", { tournament })] : []),
      ...(club ? [say("club {club}", { club })] : []),
      ...(opened_by && opened_by !== card.host ? [say("opened by {player}", { player: opened_by })] : []),
      ...(tournament ? [] : doorWords(place, card.private)),
    ];
    const where = `${name} (${table})`;
    const people = seats.map((seat) => {
      const kick = () =>
        this.ask(
          say("Kick"),
          say("Make {player} leave this table? They stay out until you let them in.", { player: seat.player }),
          () => operator.command({ type: "ban", at: table, player: seat.player }),
        );
      const words = `${seat.player} ${chips(seat.stack ?? 0)}`;
      const may = !tournament && !seat.bot;
      return el("li", {}, el("span", {}, words), may && orderButton(say("Kick"), kick, `${seat.player}, ${where}`));
    });
    const out = kept_out.map((player) => {
      const go = () => this.do(() => operator.command({ type: "unban", at: table, player }));
      const words = el("span", {}, `${say("Kept out")}: ${player}`);
      return el("li", {}, words, orderButton(say("Let in again"), go, `${player}, ${where}`));
    });
    const buttons = [
      this.pauseButton(place, paused),
      orderButton(
        say("Call the hand off"),
        () =>
          this.ask(
            say("Call the hand off"),
            say("Call off the hand at {name}? Every chip goes back, and it is dealt again. That is for a misdeal.", {
              name,
            }),
            () => operator.callOff(table),
          ),
        where,
      ),
    ];
    const asking = tournament ? [] : requestRows(this, place, requests);
    if (!tournament) {
      buttons.push(...hostButtons(this, place));
      const close = () =>
        this.askWhy(
          say("Close the table"),
          say("Close {name}? Everyone leaves with their chips after the hand.", { name }),
          (why) => operator.command({ type: "close", at: table, why }),
        );
      buttons.push(orderButton(say("Close the table"), close, where));
      buttons.push(orderButton(say("Ledger (CSV)"), () => this.download(table), where));
    }
    const rows = [...people, ...out, ...asking];
    return this.line(place, about, paused, asking.length, [
      rows.length > 0 && el("ul", { class: "desk-seats" }, ...rows),
      el("div", { class: "paper-buttons" }, ...buttons),
    ]);
  }

  /**
   * One line about a table or tournament, which opens; one where somebody waits for an answer is open.
   * @param {{ at: string, name: string }} place @param {string[]} about @param {string} paused @param {number} waiting
   * @param {Child[]} more
   */
  line({ at, name }, about, paused, waiting, more) {
    const ontoggle = (/** @type {Event} */ { target }) =>
      this.opened.set(at, /** @type {HTMLDetailsElement} */ (target).open);
    const summary = el(
      "summary",
      {},
      el("h3", {}, name, " ", el("span", { class: "hint" }, at)),
      waiting > 0 && el("span", { class: "badge-count" }, String(waiting)),
      paused && el("span", { class: "paused" }, say("Paused: {why}", { why: paused })),
      el("span", { class: "hint" }, about.join(" · ")),
    );
    return el("li", {}, el("details", { open: this.opened.get(at) ?? waiting > 0, ontoggle }, summary, ...more));
  }

  /** @param {Wire.RoomTournament} one */
  tournament({ card, club, door, requests }) {
    const { tournament, name, status, paused } = card;
    const place = { at: tournament, name, host: card.host, door, tournament: true };
    const where = `${name} (${tournament})`;
    const registering = status === "registering";
    const about = registering
      ? say("{entered} of {field} entered", { entered: card.entered, field: card.field })
      : say("{left} left", { left: card.left });
    const words = registering
      ? say("Cancel {name}? Everyone gets their entry back.", { name })
      : say(
          "Call {name} off after the hands in progress? Before registration closes everything goes back; after that the players left share the pool.",
          { name },
        );
    const cancel = () =>
      this.askWhy(say("Call it off"), words, (why) => operator.command({ type: "close", at: tournament, why }));
    const buttons = [];
    if ((registering || status === "running") && !card.called_off)
      buttons.push(orderButton(say("Call it off"), cancel, where));
    if (status === "running") buttons.push(this.pauseButton(place, paused));
    if (registering || status === "running") buttons.push(...hostButtons(this, place));
    const said = [status, about, ...(club ? [say("club {club}", { club })] : []), ...doorWords(place, card.private)];
    return this.line(place, said, paused, requests.length, [
      requests.length > 0 && el("ul", { class: "desk-seats" }, ...requestRows(this, place, requests)),
      buttons.length > 0 && el("div", { class: "paper-buttons" }, ...buttons),
    ]);
  }

  /** @param {{ at: string, name: string }} place @param {string} paused why it is paused, or "" */
  pauseButton({ at, name }, paused) {
    const pause = () => this.askWhy(say("Pause"), name, (why) => operator.command({ type: "pause", at, why }));
    const resume = () => this.do(() => operator.command({ type: "resume", at }));
    return orderButton(paused ? say("Resume") : say("Pause"), paused ? resume : pause, `${name} (${at})`);
  }

  // -- players --------------------------------------------------------------------------------------------------------

  /** @param {boolean} on whether to continue after the last player shown */
  async find(on) {
    await orToast(async () => {
      const after = on ? (this.found.at(-1)?.id ?? "") : "";
      const more = await operator.players(this.searched, after);
      this.found = on ? [...this.found, ...more] : more;
      this.more.hidden = more.length < 50;
      fill(
        this.players,
        this.found.map((player) => this.player(player)),
        say("No player is called that."),
      );
    });
  }

  /** @param {Wire.RoomAccount} one */
  player({ id, player, guest, balance, connected, sessions, sitting, muted, banned }) {
    const about = [
      say("{chips} chips", { chips: chips(balance) }),
      say("{count, plural, one {# session} other {# sessions}}", { count: sessions }),
      ...(guest ? [say("guest")] : []),
      ...(connected ? [say("connected")] : []),
      ...(sitting.length ? [say("sits at {tables}", { tables: sitting.join(", ") })] : []),
    ];
    const again = async (/** @type {() => Promise<unknown>} */ run) => {
      await run();
      await this.find(false);
    };
    const lift = (/** @type {() => Promise<unknown>} */ run) => () => this.do(() => again(run));
    const impose = (
      /** @type {string} */ words,
      /** @type {string} */ question,
      /** @type {(order: Wire.SanctionOrder) => Promise<unknown>} */ run,
    ) => orderButton(words, () => this.askSanction(words, question, (order) => again(() => run(order))), player);
    const signOut = () =>
      this.ask(say("Sign out"), say("End all sessions and tokens of {player}?", { player }), () =>
        again(() => operator.signOut(id)),
      );
    return el(
      "li",
      {},
      el("h3", {}, player),
      hint(about.join(" · ")),
      muted && el("p", { class: "paused" }, say("Muted: {why}", { why: muted.why })),
      banned && el("p", { class: "paused" }, say("Banned: {why}", { why: banned.why })),
      el(
        "div",
        { class: "paper-buttons" },
        muted
          ? orderButton(
              say("Lift the mute"),
              lift(() => operator.unmute(id)),
              player,
            )
          : impose(say("Mute"), say("{player} can play, but not talk, at any table.", { player }), (order) =>
              operator.mute(id, order),
            ),
        banned
          ? orderButton(
              say("Lift the ban"),
              lift(() => operator.unban(id)),
              player,
            )
          : impose(
              say("Ban"),
              say("{player} leaves every table, is signed out, and cannot come in again until you lift it.", {
                player,
              }),
              (order) => operator.ban(id, order),
            ),
        orderButton(say("Sign out"), signOut, player),
      ),
    );
  }

  // -- acting ---------------------------------------------------------------------------------------------------------

  /** @param {() => Promise<unknown>} run */
  async do(run) {
    await orToast(async () => {
      await run();
      toast(say("Done."), "good");
    });
    await this.refresh();
  }

  /** Ask for confirmation. @param {string} title @param {string} question @param {() => Promise<unknown>} run */
  ask(title, question, run) {
    this.openForm(title, question, [], run);
  }

  /**
   * Ask for confirmation and a reason.
   * @param {string} title @param {string} question @param {(why: string) => Promise<unknown>} run
   */
  askWhy(title, question, run) {
    const why = field(say("Why, for everyone to read"), { name: "why", required: true, ...BOUNDS.Pause.why });
    this.openForm(title, question, [why], (values) => run(values.why));
  }

  /** @param {string} title @param {string} question @param {(order: Wire.SanctionOrder) => Promise<unknown>} run */
  askSanction(title, question, run) {
    const fields = [
      field(say("Why, for the player to read"), { name: "why", required: true, ...BOUNDS.SanctionOrder.why }),
      field(say("For how many hours; empty until you lift it"), {
        name: "hours",
        type: "number",
        inputmode: "numeric",
        ...BOUNDS.SanctionOrder.hours,
      }),
    ];
    this.openForm(title, question, fields, ({ why, hours }) => run({ why, hours: hours ? Number(hours) : null }));
  }

  /**
   * @param {string} title @param {string} question @param {Child[]} fields
   * @param {(values: Record<string, string>) => Promise<unknown>} run
   */
  openForm(title, question, fields, run) {
    const cancel = button("secondary", () => dialog.close(), say("Cancel"));
    const made = form(fields, [submitButton(title)], async (values) => {
      await run(values);
      dialog.close();
      toast(say("Done."), "good");
      await this.refresh();
    });
    made.querySelector(".form-foot")?.prepend(cancel);
    const dialog = openDialog(title, lead(question), made);
  }

  async count() {
    await orToast(async () => {
      const { chips: all, wrong } = await operator.check();
      toast(
        wrong.length
          ? wrong.join(" ")
          : say("{chips} chips, and every one of them is where it belongs.", { chips: chips(all) }),
        wrong.length ? "bad" : "good",
      );
    });
  }

  /** A link cannot carry the token, so download the file here. @param {string} table */
  async download(table) {
    await orToast(async () => {
      const file = URL.createObjectURL(new Blob([await operator.ledgerFile(table)], { type: "text/csv" }));
      const link = el("a", { href: file, download: `${table}-players.csv` });
      link.click();
      URL.revokeObjectURL(file);
    });
  }
}

/** @param {Wire.RoomClub} club */
function clubLine({ id, name, owner, members }) {
  const words = say("{owner} owns it · {members, plural, one {# member} other {# members}}", { owner, members });
  return el("li", {}, el("h3", {}, name, " ", el("span", { class: "hint" }, id)), hint(words));
}

/** @param {HTMLElement} list @param {HTMLElement[]} items @param {string} none */
function fill(list, items, none) {
  list.replaceChildren(...(items.length ? items : [el("li", { class: "hint" }, none)]));
}

sayDocument();
loadShapes().then(() => new OperatorPage().start());
