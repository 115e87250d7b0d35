/** A club's screen (tables, members, ledger, season), and the screen behind its invite link. */

import { newTournamentDialog } from "../host/new-tournament.js";
import { newTableDialog } from "../host/opening.js";
import { fillTableCard, fillTournamentCard, newTableCard, newTournamentCard } from "../lobby/lobby.js";
import { recapAddress } from "../recap/recap-address.js";
import { titled } from "../shared/alerts.js";
import { api } from "../shared/api.js";
import { choice } from "../shared/dialogs.js";
import { attribute, button, el, hint, icon, keyed, lead, nothing, vacant } from "../shared/dom.js";
import { moment } from "../shared/format.js";
import { say } from "../shared/language.js";
import { seriesLink } from "../shared/series-link.js";
import { orToast } from "../shared/toasts.js";
import { ClubCalendar } from "./calendar.js";
import { clubAddress, ROLES } from "./clubs.js";
import { confirmDialog } from "./confirm.js";
import { importDialog } from "./import-night.js";
import { copy, netWords, paymentList, settleUp } from "./ledger.js";
import { rulesDialog, rulesWords, seasonTable } from "./season.js";
import { beginSeriesDialog } from "./series.js";

/** @import { App } from "../app.js" */
/** @import { Child } from "../shared/dom.js" */

const TABS = {
  tables: say("Tables"),
  calendar: say("Calendar"),
  members: say("Members"),
  ledger: say("Ledger"),
  season: say("Season"),
};
const CALENDAR_MS = 30_000;

/** @type {[string, string][]} */
const PERIODS = [
  ["all", say("All nights")],
  ["month", say("This month")],
  ["last-month", say("Last month")],
  ["year", say("This year")],
];

/** @type {[string, string][]} */
const DECIDERS = [
  ["points", say("Points")],
  ["chips", say("Chips won")],
];

/** @typedef {keyof typeof TABS} Part */

/** Turn a period's name into a range of start times. @param {string} name @param {Date} today */
function period(name, today) {
  const year = today.getFullYear();
  const month = today.getMonth();
  if (name === "month") return { since: new Date(year, month, 1).getTime(), until: null };
  if (name === "last-month") {
    return { since: new Date(year, month - 1, 1).getTime(), until: new Date(year, month, 1).getTime() };
  }
  if (name === "year") return { since: new Date(year, 0, 1).getTime(), until: null };
  return { since: null, until: null };
}

/** One club's screen. */
export class ClubScreen {
  /** @param {App} app @param {string} club */
  constructor(app, club) {
    this.app = app;
    this.club = club;
    this.title = say("Clubs");
    /** @type {Wire.ClubNow | null} */
    this.now = null;
    /** @type {Part} */
    this.part = "tables";
    this.period = "all";
    /** @type {"points" | "chips"} */
    this.by = "points";
    this.heading = el("h1", {}, "…");
    /** @type {Record<Part, HTMLButtonElement>} */
    this.tabs = {
      tables: this.tab("tables"),
      calendar: this.tab("calendar"),
      members: this.tab("members"),
      ledger: this.tab("ledger"),
      season: this.tab("season"),
    };
    const list = { class: "club-tabs", role: "tablist", "aria-label": say("Parts of the club") };
    this.panel = el("div", { class: "club-panel", role: "tabpanel", id: "club-panel", tabindex: -1 });
    const tabs = el("div", { ...list, onkeydown: (event) => this.arrow(event) }, ...Object.values(this.tabs));
    this.calendar = new ClubCalendar(app, club, () => this.manages);
    this.root = el("div", { class: "paper club-screen" }, this.heading, this.calendar.next, tabs, this.panel);
    this.name = el("span", { class: "where-words" }, say("Clubs"));
    this.where = [
      el("a", { class: "quiet round", href: "#/clubs", "aria-label": say("All your clubs") }, icon("back")),
      this.name,
    ];
    this.timer = 0;
    this.calendarTimer = 0;
  }

  /** @param {Part} part */
  tab(part) {
    const about = { class: "tab", type: "button", role: "tab", id: `club-tab-${part}`, "aria-controls": "club-panel" };
    return el("button", { ...about, onclick: () => this.choose(part) }, TABS[part]);
  }

  /** @param {KeyboardEvent} event */
  arrow(event) {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (!step) return;
    event.stopPropagation();
    const parts = /** @type {Part[]} */ (Object.keys(this.tabs));
    const next = parts[(parts.indexOf(this.part) + step + parts.length) % parts.length];
    this.choose(next);
    this.tabs[next].focus();
  }

  enter() {
    if (!this.app.me) {
      signInFirst(this.root, this.app, () => this.app.route());
      return;
    }
    this.load();
    this.timer = setInterval(() => this.part === "tables" && this.load(), 5_000);
    this.calendarTimer = setInterval(() => this.loadCalendar(), CALENDAR_MS);
  }

  leave() {
    clearInterval(this.timer);
    clearInterval(this.calendarTimer);
  }

  async load() {
    try {
      this.become(await api.club(this.club));
    } catch (error) {
      this.missing(/** @type {Error} */ (error).message);
    }
  }

  async loadCalendar() {
    try {
      await this.calendar.load();
    } catch {
      return; // keep the old one
    }
    this.calendar.show(this.part === "calendar");
  }

  /** @param {string} words */
  missing(words) {
    this.leave();
    const back = el("a", { class: "primary", href: "#/clubs" }, say("All your clubs"));
    this.root.replaceChildren(nothing(words, back));
  }

  /** @param {Wire.ClubNow} now */
  become(now) {
    const first = !this.now;
    this.now = now;
    this.title = now.name;
    titled(now.name);
    this.heading.textContent = now.name;
    this.name.textContent = now.name;
    if (first) this.loadCalendar();
    if (first || this.part === "tables" || this.part === "members") this.choose(this.part);
  }

  /** @param {Part} part */
  choose(part) {
    const changed = this.part !== part || !this.panel.hasChildNodes();
    this.part = part;
    for (const [name, tab] of Object.entries(this.tabs)) {
      attribute(tab, "aria-selected", String(name === part));
      attribute(tab, "tabindex", name === part ? 0 : -1);
    }
    attribute(this.panel, "aria-labelledby", `club-tab-${part}`);
    if (!this.now) return;
    this.calendar.show(part === "calendar");
    if (part === "calendar") this.panel.replaceChildren(...this.calendar.panel());
    else if (part === "tables") this.drawTables(this.now, changed);
    else if (part === "members") this.drawMembers(this.now);
    else if (part === "ledger") this.drawLedger();
    else this.drawSeason();
  }

  get manages() {
    return this.now !== null && this.now.role !== "member";
  }

  // -- tables ---------------------------------------------------------------------------------------------------------

  /** @param {Wire.ClubNow} now @param {boolean} changed */
  drawTables(now, changed) {
    if (changed) {
      const { app } = this;
      const opener = (/** @type {string} */ words, /** @type {(me: Wire.Me) => unknown} */ dialog) =>
        button("primary small", () => app.withAccount(dialog), icon("plus"), words);
      const series = () => (this.manages && this.now ? this.now.series.filter(({ over }) => !over) : []);
      this.tables = el("ul", { class: "cards" });
      this.tournaments = el("ul", { class: "cards" });
      this.empty = vacant(
        say("No game is open"),
        say("Open a table or a tournament: it appears here, and only members of the club see it."),
      );
      this.panel.replaceChildren(
        el(
          "div",
          { class: "paper-buttons" },
          opener(say("Open a table"), (me) => newTableDialog(app, me, now.id)),
          opener(say("Open a tournament"), (me) => newTournamentDialog(app, me, now.id, series())),
        ),
        this.empty,
        this.tables,
        this.tournaments,
        this.seriesPart(now.id),
      );
    }
    if (!this.tables || !this.tournaments || !this.empty) return;
    this.drawSeries(now);
    this.empty.hidden = now.tables.length + now.tournaments.length > 0;
    keyed(this.tables, now.tables, ({ table }) => table, newTableCard, fillTableCard);
    const time = this.app.connection.now();
    const update = (/** @type {Element} */ card, /** @type {Wire.TournamentCard} */ one) =>
      fillTournamentCard(card, one, time);
    keyed(this.tournaments, now.tournaments, ({ tournament }) => tournament, newTournamentCard, update);
  }

  /** @param {string} club */
  seriesPart(club) {
    this.series = el("ul", { class: "series-links" });
    this.beginSeries = button(
      "secondary small",
      () => beginSeriesDialog(this.app, club),
      icon("plus"),
      say("Begin a series"),
    );
    this.ofSeries = el("section", { class: "club-series" }, el("h2", {}, say("Series")), this.series, this.beginSeries);
    return this.ofSeries;
  }

  /** @param {Wire.ClubNow} now */
  drawSeries(now) {
    if (!this.series || !this.ofSeries || !this.beginSeries) return;
    this.ofSeries.hidden = !this.manages && !now.series.length;
    this.beginSeries.hidden = !this.manages;
    keyed(
      this.series,
      now.series,
      ({ id }) => id,
      (one) => el("li", {}, seriesLink(one)),
    );
  }

  // -- members --------------------------------------------------------------------------------------------------------

  /** @param {Wire.ClubNow} now */
  drawMembers(now) {
    const members = el("ul", { class: "members" }, ...now.members.map((member) => this.member(now, member)));
    const alone =
      this.manages &&
      now.members.length === 1 &&
      vacant(
        say("You are the only member so far"),
        say("Send your friends the invite link: whoever opens it can join, and appears here."),
      );
    this.panel.replaceChildren(...[this.manages && this.invite(now), members, alone].filter((part) => part !== false));
  }

  /** @param {Wire.ClubNow} now */
  invite(now) {
    const link = `${location.origin}${location.pathname}#/join/${encodeURIComponent(now.invite)}`;
    const renew = () =>
      confirmDialog(say("Make a new invite link? The old one stops working."), say("New link"), () =>
        orToast(async () => this.become(await api.renewInvite(now.id))),
      );
    const box = el("input", { readonly: true, value: link, "aria-label": say("Invite link") });
    return el(
      "section",
      { class: "invite" },
      el("h2", {}, say("Invite link")),
      hint(say("Anyone who has it can join the club.")),
      el(
        "div",
        { class: "invite-row" },
        box,
        button("secondary small", () => copy(this.app, link, say("The invite link is copied.")), say("Copy")),
        button("secondary small", renew, say("New link")),
      ),
    );
  }

  /** @param {Wire.ClubNow} now @param {Wire.ClubMember} member */
  member(now, { player, role }) {
    const me = now.you === player;
    /** @type {[string, string, () => Promise<unknown>][]} */
    const choices = [];
    const change = (/** @type {Wire.MemberRole["role"]} */ to) => async () =>
      this.become(await api.setRole(now.id, { player, role: to }));
    const remove = async () => {
      await api.removeMember(now.id, player);
      if (me) this.app.go("#/clubs");
      else await this.load();
    };
    if (now.role === "owner" && role === "member") choices.push([say("Make a manager"), "", change("manager")]);
    if (now.role === "owner" && role === "manager") choices.push([say("Make a member"), "", change("member")]);
    if (now.role === "owner" && !me)
      choices.push([
        say("Hand over"),
        say("Make {player} the owner? You stay as a manager.", { player }),
        change("owner"),
      ]);
    if (!me && role !== "owner" && (now.role === "owner" || (this.manages && role === "member"))) {
      choices.push([
        say("Remove"),
        say("Remove {player} from the club? They leave its tables; their results stay in the ledger.", { player }),
        remove,
      ]);
    }
    if (me && role !== "owner")
      choices.push([
        say("Leave the club"),
        say("Leave the club? You leave its tables, too; your results stay in the ledger."),
        remove,
      ]);
    const buttons = choices.map(([words, question, run]) => {
      const go = () => orToast(run);
      const onclick = question ? () => confirmDialog(question, words, go) : go;
      return el(
        "button",
        { class: "secondary small", type: "button", "aria-label": `${words}: ${player}`, onclick },
        words,
      );
    });
    const name = el("span", { class: "member-name" }, player, " ", el("span", { class: "role" }, ROLES[role]));
    return el("li", {}, name, el("span", { class: "member-buttons" }, ...buttons));
  }

  // -- ledger ---------------------------------------------------------------------------------------------------------

  /** A period select, with other selects beside it. @param {() => unknown} drawn @param {...HTMLElement} more */
  chooser(drawn, ...more) {
    const periods = choice(say("Period"), "period", PERIODS, this.period);
    periods.querySelector("select")?.addEventListener("change", (event) => {
      this.period = /** @type {HTMLSelectElement} */ (event.target).value;
      drawn();
    });
    return el("div", { class: "row no-print" }, periods, ...more);
  }

  drawLedger() {
    return orToast(async () => {
      const asked = period(this.period, new Date());
      const ledger = await api.clubLedger(this.club, asked);
      if (this.part !== "ledger") return;
      const open = ledger.nights.filter((night) => night.settled === null);
      const file = { class: "secondary small", href: api.clubLedgerFile(this.club, asked), download: "payments.csv" };
      const chooser = this.chooser(() => this.drawLedger());
      const imports =
        this.manages && button("secondary small", () => this.importNight(), say("Import a night from Poker Now"));
      if (!ledger.nights.length && !ledger.settlements.length) {
        const why = say("When a game of the club closes, its results come here, with who pays whom.");
        this.panel.replaceChildren(chooser, vacant(say("No night of this period is over yet"), why, imports));
        return;
      }
      this.panel.replaceChildren(
        chooser,
        el("h2", {}, say("Settle up")),
        hint(
          open.length
            ? say(
                "{count, plural, one {One night of this period is open.} other {# nights of this period are open.}}",
                {
                  count: open.length,
                },
              )
            : say("No night of this period is open."),
        ),
        ...ledger.open.flatMap(({ chip_value: value, nights, due }) => [
          settleUp(due, value),
          ...(this.manages ? [this.settleButton([...nights])] : []),
        ]),
        el(
          "div",
          { class: "paper-buttons" },
          open.length > 0 && el("a", file, say("Payments (CSV)")),
          button("secondary small", () => print(), say("Print")),
        ),
        ...ledger.settlements.map((made) => this.settlement(made)),
        el("h2", {}, say("Nights")),
        el("ul", { class: "nights" }, ...ledger.nights.map((night) => this.night(night))),
        el("div", { class: "paper-buttons" }, imports),
      );
    });
  }

  importNight() {
    if (!this.now) return;
    importDialog(this.now, (night) => {
      this.app.toast(say("{name} is imported.", { name: night.name }), "good");
      this.period = "all"; // the night may be older than the period shown
      this.drawLedger();
    });
  }

  /** @param {Wire.ClubNight} night */
  night({ id, kind, name, opened_at, results, settled, chip_value: value }) {
    /** @type {Child[]} */
    const people = results.flatMap((one) => [
      el("span", { class: "night-result" }, `${one.player} `, netWords(one.net, value)),
    ]);
    const about = [
      moment(opened_at),
      kind === "import" && say("imported"),
      settled === null ? say("Open", {}, "not settled") : say("Settlement {number}", { number: settled }),
    ];
    const takeBack = () =>
      confirmDialog(
        say("Take {name} back? It leaves the ledger and the season; you can import it again.", { name }),
        say("Take it back", {}, "an imported night"),
        () =>
          orToast(async () => {
            await api.takeImportBack(this.club, id);
            this.drawLedger();
          }),
      );
    const words = say("Take back", {}, "an imported night");
    return el(
      "li",
      {},
      el("a", { href: `#/ledger/${encodeURIComponent(id)}` }, name),
      kind !== "tournament" && el("a", { href: recapAddress(id), "aria-label": recapWords(name) }, say("Recap")),
      el("span", { class: "hint" }, ` ${about.filter(Boolean).join(" · ")}`),
      kind === "import" &&
        settled === null &&
        this.manages &&
        el(
          "button",
          { class: "quiet small", type: "button", "aria-label": `${words}: ${name}`, onclick: takeBack },
          words,
        ),
      el("span", { class: "night-results" }, ...people),
    );
  }

  /** @param {string[]} nights */
  settleButton(nights) {
    const settle = () =>
      orToast(async () => {
        await api.settleNights(this.club, nights);
        this.app.toast(say("The nights are settled."), "good");
        this.drawLedger();
      });
    const onclick = () =>
      confirmDialog(
        say("Settle up these nights? They become one settlement, and its payments are due."),
        say("Settle these nights"),
        settle,
      );
    return button("primary small", onclick, say("Settle these nights"));
  }

  /** @param {Wire.ClubSettlement} made */
  settlement({ number, made_at, payments, chip_value: value }) {
    const mark = (/** @type {Wire.DuePayment} */ { payer, payee, paid_at }) => {
      const done = paid_at !== null;
      const onclick = () =>
        orToast(async () => {
          await api.markPaid(this.club, number, { payer, payee, paid: !done });
          this.drawLedger();
        });
      const words = done ? say("Not paid") : say("Mark as paid");
      const label = `${words}: ${say("{payer} pays {payee}", { payer, payee })}`;
      const may = this.manages || payee === this.now?.you;
      return el(
        "span",
        { class: "marks" },
        el("span", { class: `badge-${done ? "paid" : "due"}` }, done ? say("Paid") : say("Due")),
        may && el("button", { class: "quiet small", type: "button", "aria-label": label, onclick }, words),
      );
    };
    const list = payments.length ? paymentList(payments, value, mark) : hint(say("Nobody owes anything."));
    return el(
      "section",
      { class: "settlement" },
      el("h2", {}, say("Settlement {number}, {when}", { number, when: moment(made_at) })),
      list,
    );
  }

  // -- season ---------------------------------------------------------------------------------------------------------

  drawSeason() {
    return orToast(async () => {
      const { since, until } = period(this.period, new Date());
      const season = await api.season(this.club, { since, until, by: this.by });
      if (this.part !== "season") return;
      const by = choice(say("Decided by"), "by", DECIDERS, this.by);
      by.querySelector("select")?.addEventListener("change", (event) => {
        this.by = /** @type {HTMLSelectElement} */ (event.target).value === "chips" ? "chips" : "points";
        this.drawSeason();
      });
      const change = () =>
        rulesDialog(season.rules, async (rules) => {
          await api.chooseSeason(this.club, rules);
          this.drawSeason();
        });
      const parts = [
        this.chooser(() => this.drawSeason(), by),
        season.places.length
          ? seasonTable(TABS.season, season.places, season.chip_value)
          : vacant(
              say("The season begins with the first night that is over"),
              say("Each game of the club then gives points, and its players are ranked here."),
            ),
        rulesWords(season, this.by),
        this.manages &&
          el("div", { class: "paper-buttons" }, button("secondary small", change, say("Change the points"))),
      ];
      this.panel.replaceChildren(...parts.filter((part) => part !== false));
    });
  }
}

/** @param {string} name */
const recapWords = (name) => say("Recap of {name}", { name });

/** @param {HTMLElement} root @param {App} app @param {() => void} then */
function signInFirst(root, app, then) {
  const signIn = button("primary", () => app.withAccount(then), say("Sign in"));
  root.replaceChildren(nothing(say("Sign in first: clubs are for members."), signIn));
}

/** The screen behind a club's invite link. */
export class JoinScreen {
  /** @param {App} app @param {string} invite */
  constructor(app, invite) {
    this.app = app;
    this.invite = invite;
    this.title = say("Clubs");
    this.root = el("div", { class: "paper" });
  }

  enter() {
    if (this.app.me) this.load();
    else signInFirst(this.root, this.app, () => this.load());
  }

  async load() {
    try {
      const found = await api.clubInvite(this.invite);
      if (found.club) this.app.go(clubAddress(found.club));
      else this.draw(found);
    } catch (error) {
      const back = el("a", { class: "primary", href: "#/" }, say("Back to the lobby"));
      this.root.replaceChildren(nothing(/** @type {Error} */ (error).message, back));
    }
  }

  /** @param {Wire.ClubInvitation} found */
  draw({ name, owner, members }) {
    const join = async () => {
      const club = await api.joinClub(this.invite);
      this.app.toast(say("You are in {name}.", { name: club.name }), "good");
      this.app.go(clubAddress(club.id));
    };
    this.root.replaceChildren(
      el("h1", {}, say("Join {name}?", { name })),
      lead(
        say("{owner} runs this club. {members, plural, one {It has one member.} other {It has # members.}}", {
          owner,
          members,
        }),
        " ",
        say("A club has its own tables, its own ledger and its own season. Only members see them."),
      ),
      el(
        "div",
        { class: "paper-buttons" },
        button("primary", () => orToast(join), say("Join the club")),
      ),
    );
  }
}
