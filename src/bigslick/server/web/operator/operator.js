/** The operator's page: the whole room, and everything that only the operator may do. */

import { BOUNDS } from "../generated/bounds.js";
import { loadShapes } from "../shared/cards.js";
import { field, form, openDialog, submitButton } from "../shared/dialogs.js";
import { el, text } from "../shared/dom.js";
import { blinds, chips, moment } from "../shared/format.js";
import { sayDocument } from "../shared/language.js";
import { CLUB } from "../table/words.js";
import { doorWords, hostButtons, requestRows } from "./host-orders.js";
import { adminToken, isRefused, keepToken, operator } from "./operator-api.js";
import { OPERATOR } from "./words-operator.js";

/** @import { Child } from "../shared/dom.js" */

const EVERY_MS = 3_000;
const TOAST_MS = 6_000;
/** @type {["connected", "players", "sessions", "sockets", "hands", "timeouts", "chips", "chip_violations", "wrong_passwords", "wrong_admin_tokens"]} */
const FIGURES = [
  "connected",
  "players",
  "sessions",
  "sockets",
  "hands",
  "timeouts",
  "chips",
  "chip_violations",
  "wrong_passwords",
  "wrong_admin_tokens",
];

/** @param {string} id */
const part = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @param {string} words @param {"good" | "bad"} kind */
function toast(words, kind) {
  const box = el("div", { class: `toast ${kind}` }, el("span", {}, words));
  part("toasts").append(box);
  setTimeout(() => box.remove(), TOAST_MS);
}

/** @param {string} words @param {() => unknown} onclick @param {string} about whom or what it is for */
const button = (words, onclick, about) =>
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
    this.tables = el("ul", { class: "desk-list" });
    this.tournaments = el("ul", { class: "desk-list" });
    this.players = el("ul", { class: "desk-list" });
    this.clubs = el("ul", { class: "desk-list" });
    this.more = el("button", {
      class: "secondary small",
      type: "button",
      hidden: true,
      onclick: () => this.find(true),
    });
    text(this.more, OPERATOR.more);
    this.drawn = "";
    this.button = button;
  }

  start() {
    if (adminToken()) this.enter();
    else this.signIn();
  }

  // -- the token ------------------------------------------------------------------------------------------------------

  /** @param {string} [why] why the last token was refused */
  signIn(why = "") {
    clearInterval(this.timer);
    const secret = { name: "token", type: "password", required: true, autocomplete: "off", spellcheck: "false" };
    const made = form(
      [field(OPERATOR.token, secret, OPERATOR.tokenHint)],
      [submitButton(OPERATOR.signIn)],
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
    const lead = el("p", { class: "lead" }, OPERATOR.lead);
    part("view").replaceChildren(el("div", { class: "paper sign-in" }, el("h1", {}, OPERATOR.title), lead, made));
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
      pattern: "[A-Za-z0-9_\\-]*",
    });
    const label = el("label", { class: "labelled" }, el("span", { class: "label" }, OPERATOR.search), search);
    const onsubmit = (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      this.searched = search.value;
      this.find(false);
    };
    const finder = el("form", { class: "finder", onsubmit }, label, submitButton(OPERATOR.find, "secondary"));
    const head = el(
      "header",
      { class: "desk-head" },
      el("h1", {}, OPERATOR.title),
      el("a", { class: "quiet small", href: "/" }, OPERATOR.room),
      el("button", { class: "secondary small", type: "button", onclick: () => this.signOut() }, OPERATOR.signOut),
    );
    const count = el(
      "button",
      { class: "secondary small", type: "button", onclick: () => this.count() },
      OPERATOR.count,
    );
    part("view").replaceChildren(
      el(
        "div",
        { class: "paper operator" },
        head,
        this.health,
        section(OPERATOR.figures, "figures", this.figures, el("div", { class: "paper-buttons" }, count)),
        section(OPERATOR.tables, "tables", this.tables),
        section(OPERATOR.tournaments, "tournaments", this.tournaments),
        section(OPERATOR.players, "players", finder, this.players, this.more),
        section(OPERATOR.clubs, "clubs", this.clubs),
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
      } else text(this.health, OPERATOR.away);
    }
  }

  /** @param {Wire.RoomOverview} room */
  draw(room) {
    const wrong = [
      ...(room.trouble ? [OPERATOR.trouble(room.trouble)] : []),
      ...room.set_aside.map(({ id, why }) => OPERATOR.setAside(id, why)),
    ];
    text(this.health, [...(wrong.length ? wrong : [OPERATOR.fine]), OPERATOR.updated(moment(room.now))].join(" "));
    this.health.classList.toggle("bad", wrong.length > 0);
    this.drawFigures(room.figures);
    // What has the focus stays where it is: lists are drawn again only when something in them has changed.
    const lists = JSON.stringify([room.tables, room.tournaments, room.clubs]);
    if (lists === this.drawn) return;
    this.drawn = lists;
    fill(
      this.tables,
      room.tables.map((table) => this.table(table)),
      OPERATOR.noTables,
    );
    fill(
      this.tournaments,
      room.tournaments.map((one) => this.tournament(one)),
      OPERATOR.noTournaments,
    );
    fill(this.clubs, room.clubs.map(clubLine), OPERATOR.noClubs);
  }

  /** @param {Wire.RoomFigures} figures */
  drawFigures(figures) {
    /** @type {[string, string][]} */
    const lines = FIGURES.map((name) => [OPERATOR.names[name], chips(figures[name])]);
    lines.push([OPERATOR.answers, OPERATOR.milliseconds(figures.answers.most)]);
    lines.push([OPERATOR.commits, OPERATOR.milliseconds(figures.commits.most)]);
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
      OPERATOR.seats(card.taken, card.seats, card.people),
      OPERATOR.watching(card.watching),
      OPERATOR.hands(card.hands),
      ...(tournament ? [OPERATOR.inTournament(tournament)] : []),
      ...(club ? [OPERATOR.inClub(club)] : []),
      ...(opened_by && opened_by !== card.host ? [OPERATOR.openedBy(opened_by)] : []),
      ...(tournament ? [] : doorWords(place, card.private)),
    ];
    const where = `${name} (${table})`;
    const people = seats.map((seat) => {
      const kick = () =>
        this.ask(OPERATOR.kick, OPERATOR.kickAsk(seat.player), () => operator.kick(table, seat.player));
      const words = `${seat.player} ${chips(seat.stack)}`;
      const may = !tournament && !seat.bot;
      return el("li", {}, el("span", {}, words), may && button(OPERATOR.kick, kick, `${seat.player}, ${where}`));
    });
    const out = kept_out.map((player) => {
      const go = () => this.do(() => operator.readmit(table, player));
      const words = el("span", {}, `${OPERATOR.keptOut}: ${player}`);
      return el("li", {}, words, button(OPERATOR.letIn, go, `${player}, ${where}`));
    });
    const buttons = [
      paused
        ? button(OPERATOR.resume, () => this.do(() => operator.resume(table)), where)
        : button(
            OPERATOR.pause,
            () => this.askWhy(OPERATOR.pause, name, (why) => operator.pause(table, { why })),
            where,
          ),
      button(
        OPERATOR.callOff,
        () => this.ask(OPERATOR.callOff, OPERATOR.callOffAsk(name), () => operator.callOff(table)),
        where,
      ),
    ];
    const asking = tournament ? [] : requestRows(this, place, requests);
    if (!tournament) {
      buttons.push(...hostButtons(this, place));
      const close = () => this.askWhy(OPERATOR.close, OPERATOR.closeAsk(name), (why) => operator.close(table, { why }));
      buttons.push(button(OPERATOR.close, close, where));
      buttons.push(button(OPERATOR.ledger, () => this.download(table), where));
    }
    return el(
      "li",
      {},
      el("h3", {}, name, " ", el("span", { class: "hint" }, table)),
      el("p", { class: "hint" }, about.join(" · ")),
      paused && el("p", { class: "paused" }, OPERATOR.paused(paused)),
      people.length + out.length + asking.length > 0 && el("ul", { class: "desk-seats" }, ...people, ...out, ...asking),
      el("div", { class: "paper-buttons" }, ...buttons),
    );
  }

  /** @param {Wire.RoomTournament} one */
  tournament({ card, club, door, requests }) {
    const { tournament, name, status, paused } = card;
    const place = { at: tournament, name, host: card.host, door, tournament: true };
    const where = `${name} (${tournament})`;
    const registering = status === "registering";
    const about = registering ? OPERATOR.entered(card.entered, card.field) : OPERATOR.left(card.left);
    const cancel = () =>
      this.askWhy(OPERATOR.cancel, OPERATOR.cancelAsk(name), (why) => operator.cancel(tournament, { why }));
    const pause = () =>
      this.askWhy(OPERATOR.pause, name, (why) => operator.command({ type: "pause", at: tournament, why }));
    const resume = () => this.do(() => operator.command({ type: "resume", at: tournament }));
    const buttons = [];
    if (registering) buttons.push(button(OPERATOR.cancel, cancel, where));
    if (status === "running") {
      buttons.push(paused ? button(OPERATOR.resume, resume, where) : button(OPERATOR.pause, pause, where));
    }
    if (registering || status === "running") buttons.push(...hostButtons(this, place));
    const said = [status, about, ...(club ? [OPERATOR.inClub(club)] : []), ...doorWords(place, card.private)];
    return el(
      "li",
      {},
      el("h3", {}, name, " ", el("span", { class: "hint" }, tournament)),
      el("p", { class: "hint" }, said.join(" · ")),
      paused && el("p", { class: "paused" }, OPERATOR.paused(paused)),
      requests.length > 0 && el("ul", { class: "desk-seats" }, ...requestRows(this, place, requests)),
      buttons.length > 0 && el("div", { class: "paper-buttons" }, ...buttons),
    );
  }

  // -- players --------------------------------------------------------------------------------------------------------

  /** @param {boolean} on whether to go on from the last one */
  async find(on) {
    try {
      const after = on ? (this.found.at(-1)?.player ?? "") : "";
      const more = await operator.players(this.searched, after);
      this.found = on ? [...this.found, ...more] : more;
      this.more.hidden = more.length < 50;
      fill(
        this.players,
        this.found.map((player) => this.player(player)),
        OPERATOR.noPlayers,
      );
    } catch (error) {
      toast(/** @type {Error} */ (error).message, "bad");
    }
  }

  /** @param {Wire.RoomAccount} one */
  player({ player, guest, balance, connected, sessions, sitting, muted, banned }) {
    const about = [
      OPERATOR.balance(chips(balance)),
      OPERATOR.sessions(sessions),
      ...(guest ? [OPERATOR.guest] : []),
      ...(connected ? [OPERATOR.online] : []),
      ...(sitting.length ? [OPERATOR.sitting(sitting.join(", "))] : []),
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
    ) => button(words, () => this.askSanction(words, question, (order) => again(() => run(order))), player);
    const signOut = () =>
      this.ask(OPERATOR.signOutPlayer, OPERATOR.signOutAsk(player), () => again(() => operator.signOut(player)));
    return el(
      "li",
      {},
      el("h3", {}, player),
      el("p", { class: "hint" }, about.join(" · ")),
      muted && el("p", { class: "paused" }, OPERATOR.muted(muted.why)),
      banned && el("p", { class: "paused" }, OPERATOR.banned(banned.why)),
      el(
        "div",
        { class: "paper-buttons" },
        muted
          ? button(
              OPERATOR.unmute,
              lift(() => operator.unmute(player)),
              player,
            )
          : impose(OPERATOR.mute, OPERATOR.muteAsk(player), (order) => operator.mute(player, order)),
        banned
          ? button(
              OPERATOR.unban,
              lift(() => operator.unban(player)),
              player,
            )
          : impose(OPERATOR.ban, OPERATOR.banAsk(player), (order) => operator.ban(player, order)),
        button(OPERATOR.signOutPlayer, signOut, player),
      ),
    );
  }

  // -- acting ---------------------------------------------------------------------------------------------------------

  /** @param {() => Promise<unknown>} run */
  async do(run) {
    try {
      await run();
      toast(OPERATOR.done, "good");
    } catch (error) {
      toast(/** @type {Error} */ (error).message, "bad");
    }
    await this.refresh();
  }

  /** Ask before it is done. @param {string} title @param {string} question @param {() => Promise<unknown>} run */
  ask(title, question, run) {
    this.openForm(title, question, [], run);
  }

  /** Ask, and for a reason too. @param {string} title @param {string} question @param {(why: string) => Promise<unknown>} run */
  askWhy(title, question, run) {
    const why = field(OPERATOR.why, { name: "why", required: true, ...BOUNDS.OrderReason.why });
    this.openForm(title, question, [why], (values) => run(values.why));
  }

  /** @param {string} title @param {string} question @param {(order: Wire.SanctionOrder) => Promise<unknown>} run */
  askSanction(title, question, run) {
    const fields = [
      field(OPERATOR.whyPlayer, { name: "why", required: true, ...BOUNDS.SanctionOrder.why }),
      field(OPERATOR.hours, { name: "hours", type: "number", inputmode: "numeric", ...BOUNDS.SanctionOrder.hours }),
    ];
    this.openForm(title, question, fields, ({ why, hours }) => run({ why, hours: hours ? Number(hours) : null }));
  }

  /**
   * @param {string} title @param {string} question @param {Child[]} fields
   * @param {(values: Record<string, string>) => Promise<unknown>} run
   */
  openForm(title, question, fields, run) {
    const cancel = el("button", { class: "secondary", type: "button", onclick: () => dialog.close() }, CLUB.cancel);
    const made = form(fields, [submitButton(title)], async (values) => {
      await run(values);
      dialog.close();
      toast(OPERATOR.done, "good");
      await this.refresh();
    });
    made.querySelector(".form-foot")?.prepend(cancel);
    const dialog = openDialog(title, el("p", { class: "lead" }, question), made);
  }

  async count() {
    try {
      const { chips: all, wrong } = await operator.check();
      toast(wrong.length ? wrong.join(" ") : OPERATOR.counted(chips(all)), wrong.length ? "bad" : "good");
    } catch (error) {
      toast(/** @type {Error} */ (error).message, "bad");
    }
  }

  /** Downloading needs the token, so the file is made here. @param {string} table */
  async download(table) {
    try {
      const file = URL.createObjectURL(new Blob([await operator.ledgerFile(table)], { type: "text/csv" }));
      const link = el("a", { href: file, download: `${table}-players.csv` });
      link.click();
      URL.revokeObjectURL(file);
    } catch (error) {
      toast(/** @type {Error} */ (error).message, "bad");
    }
  }
}

/** @param {Wire.RoomClub} club */
function clubLine({ id, name, owner, members }) {
  const words = OPERATOR.club(owner, members);
  return el("li", {}, el("h3", {}, name, " ", el("span", { class: "hint" }, id)), el("p", { class: "hint" }, words));
}

/** @param {HTMLElement} list @param {HTMLElement[]} items @param {string} none */
function fill(list, items, none) {
  list.replaceChildren(...(items.length ? items : [el("li", { class: "hint" }, none)]));
}

sayDocument();
loadShapes().then(() => new OperatorPage().start());
