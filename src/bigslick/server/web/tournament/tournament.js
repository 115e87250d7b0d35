/** A tournament's screen: enter it, follow it, see who won. */

import { openSeats } from "../host/event-orders.js";
import { HostCorner } from "../host/host.js";
import { titled } from "../shared/alerts.js";
import { api } from "../shared/api.js";
import { attribute, button, el, icon, text, toggle } from "../shared/dom.js";
import { chips, clockTime, moment, ordinal } from "../shared/format.js";
import { say, translate } from "../shared/language.js";
import { notFound } from "../shared/not-found.js";
import { seriesLink } from "../shared/series-link.js";
import { stillIn } from "../shared/standings.js";
import { Board, tilesOf } from "./board.js";
import { DealDesk } from "./deal.js";
import { proposeDialog } from "./deal-form.js";
import { LevelsPanel, NewsPanel, PrizesPanel, TablesPanel, termsPanel } from "./event-panels.js";
import { offerWords, takeOffer } from "./offers.js";
import { PlayersPanel } from "./players.js";

/** @import { App } from "../app.js" */

/** @typedef {Wire.Entrant | undefined} Mine the viewer's entry */

const TICK_MS = 250;

const TABS = {
  terms: say("Overview"),
  players: say("Players"),
  tables: say("Tables"),
  levels: say("Blinds"),
  prizes: say("Prizes"),
  news: say("News"),
};
/** The tab that one sees first, until one chooses. @type {Record<Wire.TournamentCard["status"], Part>} */
const FIRST = { registering: "terms", running: "players", over: "players", cancelled: "terms" };

/** @type {Record<Wire.TournamentCard["status"], string>} */
export const STATUS = {
  registering: say("Takes entries"),
  running: say("Running"),
  over: say("Over", {}, "a tournament"),
  cancelled: say("Cancelled"),
};

/** @typedef {keyof typeof TABS} Part */

/** One tournament on the screen. */
export class TournamentScreen {
  /** @param {App} app @param {string} id */
  constructor(app, id) {
    this.app = app;
    this.id = id;
    this.title = say("Tournament");
    this.board = new Board();
    this.heading = el("h1", {}, say("Tournament"));
    this.badge = el("span", { class: "event-badge" });
    this.lead = el("p", { class: "lead" });
    this.series = el("p", { class: "event-series" });
    this.links = el("div", { class: "tournament-go" });
    this.podium = el("div", { class: "event-podium" });
    this.host = new HostCorner(app, id, () => this.now && hostedTournament(this.now, this.structure));
    this.deal = new DealDesk(app, id, () => true);
    /** @type {Part} */
    this.part = "players";
    this.chosen = false;
    this.players = new PlayersPanel();
    this.tables = new TablesPanel();
    this.prizes = new PrizesPanel();
    this.news = new NewsPanel();
    /** @type {LevelsPanel | null} */
    this.levels = null;
    /** @type {Record<Part, HTMLElement>} */
    this.panels = {
      terms: el("div"),
      players: this.players.root,
      tables: this.tables.root,
      levels: el("div"),
      prizes: this.prizes.root,
      news: el("div"),
    };
    const parts = /** @type {Part[]} */ (Object.keys(TABS));
    this.tabs = Object.fromEntries(parts.map((part) => [part, this.tab(part)]));
    const list = { class: "event-tabs", role: "tablist", "aria-label": say("Parts of the tournament") };
    const tabs = el("div", { ...list, onkeydown: (event) => this.arrow(event) }, ...Object.values(this.tabs));
    const panel = { class: "event-panel", role: "tabpanel", id: "event-panel", tabindex: -1 };
    this.panel = el("div", panel, ...parts.filter((part) => part !== "news").map((part) => this.panels[part]));
    const news = { class: "event-aside", id: "event-news", "aria-labelledby": "event-news-title" };
    this.aside = el("aside", news, el("h2", { id: "event-news-title" }, say("News")), this.news.root);
    const words = el(
      "div",
      { class: "event-words" },
      this.badge,
      this.heading,
      this.lead,
      this.series,
      this.host.line.root,
      this.deal.root,
    );
    this.body = el("div", { class: "event-body" }, el("div", { class: "event-main" }, tabs, this.panel), this.aside);
    const head = el("section", { class: "hero-strip event-head" }, words, this.links);
    this.root = el("div", { class: "lobby event" }, head, this.board.root, this.podium, this.body);
    this.where = [
      el("a", { class: "quiet round", href: "#/", "aria-label": say("Back to the lobby") }, icon("back")),
      el("span", { class: "where-words" }),
      this.host.button,
    ];
    /** @type {Wire.TournamentNow | null} */
    this.now = null;
    /** @type {Wire.TournamentStructure | null} */
    this.structure = null;
    /** @type {(() => void)[]} */
    this.unsubscribe = [];
    this.timer = 0;
  }

  /** @param {Part} part */
  tab(part) {
    const panel = part === "news" ? "event-news" : "event-panel";
    const about = { class: "tab", type: "button", role: "tab", id: `event-tab-${part}`, "aria-controls": panel };
    return el("button", { ...about, "data-part": part, onclick: () => this.choose(part) }, TABS[part]);
  }

  /** @param {KeyboardEvent} event */
  arrow(event) {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (!step) return;
    event.stopPropagation();
    const open = Object.values(this.tabs).filter((tab) => tab.offsetParent !== null);
    const at = open.indexOf(this.tabs[this.part]);
    const next = open[(at + step + open.length) % open.length];
    this.choose(/** @type {Part} */ (next.dataset.part));
    next.focus();
  }

  /** @param {Part} part @param {boolean} [byHand] */
  choose(part, byHand = true) {
    this.part = part;
    this.chosen ||= byHand;
    attribute(this.root, "data-part", part);
    for (const [name, tab] of Object.entries(this.tabs)) {
      attribute(tab, "aria-selected", String(name === part));
      attribute(tab, "tabindex", name === part ? 0 : -1);
      this.panels[/** @type {Part} */ (name)].hidden = name !== part;
    }
    attribute(this.panel, "aria-labelledby", `event-tab-${part}`);
  }

  enter() {
    const { connection } = this.app;
    this.unsubscribe = [
      this.host.listen(),
      connection.on("structure", (told) => told.tournament === this.id && this.become(told)),
      connection.on("tournament", (now) => now.card.tournament === this.id && this.draw(now)),
      connection.on("refused", ({ code }) => code === "unknown" && !this.now && this.lookUp()),
      connection.on("host", (now) => now.at === this.id && this.now && this.draw(this.now)),
      connection.on("offers", (now) => now.tournament === this.id && this.now && this.draw(this.now)),
      connection.on("shown_out", ({ at, sentence }) => at === this.id && this.app.toast(sentence, "bad")),
    ];
    connection.watchTournament(this.id);
    this.timer = setInterval(() => this.tick(), TICK_MS);
  }

  leave() {
    for (const stop of this.unsubscribe) stop();
    this.deal.leave();
    clearInterval(this.timer);
  }

  /** It is over, so fetch the result, which the server keeps. */
  async lookUp() {
    this.app.connection.tournaments.delete(this.id);
    try {
      const [told, now] = await Promise.all([api.tournamentStructure(this.id), api.tournament(this.id)]);
      this.become(told);
      this.draw(now);
    } catch (error) {
      this.root.replaceChildren(notFound(say("No such tournament"), /** @type {Error} */ (error).message));
    }
  }

  /** @param {Wire.TournamentStructure} told */
  become(told) {
    this.structure = told;
    this.levels = new LevelsPanel(told);
    this.panels.terms.replaceChildren(termsPanel(told));
    this.panels.levels.replaceChildren(this.levels.root);
    if (this.now) this.levels.draw(this.now);
  }

  /** The name that the tournament shows for you. */
  get me() {
    return this.app.connection.nameAt(this.id) ?? undefined;
  }

  /** @param {Wire.TournamentNow} now */
  draw(now) {
    const { card } = now;
    const before = this.now?.card.status;
    this.now = now;
    this.host.draw();
    const mine = now.entrants.find((entrant) => entrant.player === this.me);
    text(this.heading, card.name);
    titled(card.name);
    text(this.badge, card.paused ? say("Paused") : STATUS[card.status]);
    attribute(this.root, "data-status", card.status);
    text(this.lead, this.host.asked ? say("Waiting for the host to say yes.") : leadWords(now, mine));
    if (card.series && !this.series.hasChildNodes()) this.series.append(say("Series:"), " ", seriesLink(card.series));
    this.drawLinks(now, mine);
    this.deal.draw(now.deal);
    this.tabs.tables.hidden = card.status !== "running";
    text(this.tabs.players, card.status === "over" ? say("Results") : TABS.players);
    if (before !== card.status && !this.chosen) this.choose(FIRST[card.status], false);
    this.podium.replaceChildren(...(card.status === "over" ? [podium(now)] : []));
    this.players.draw(now, this.me ?? "");
    this.tables.draw(now, mine);
    this.levels?.draw(now);
    this.prizes.draw(now);
    this.news.draw(now);
    toggle(this.root, "without-news", !now.news.length);
    this.tick();
  }

  tick() {
    const { now } = this;
    if (!now) return;
    const mine = now.entrants.find((entrant) => entrant.player === this.me);
    this.board.draw(tilesOf(now, mine, this.app.connection.now()));
    if (now.card.check_in_at !== null) this.drawLinks(now, mine);
  }

  /** Draw the buttons again only if others are wanted; the focus stays among them. @param {Wire.TournamentNow} now @param {Mine} mine */
  drawLinks(now, mine) {
    const wanted = this.linksFor(now, mine);
    const key = wanted.map((link) => `${link.className} ${link.textContent} ${link.getAttribute("href")}`).join("|");
    if (this.links.dataset.key === key) return;
    this.links.dataset.key = key;
    const focused = this.links.contains(document.activeElement);
    this.links.replaceChildren(...wanted);
    if (focused) wanted[0]?.focus();
  }

  /** What you can do now. @param {Wire.TournamentNow} now @param {Mine} mine @returns {HTMLElement[]} */
  linksFor(now, mine) {
    const { card, clock } = now;
    if (this.host.asked)
      return [button("secondary", () => this.host.send("withdraw_request"), say("Take the request back"))];
    if (card.status === "running") {
      const links = watchLinks(now, mine);
      if (mine && !mine.place && now.deal.state === "open")
        links.push(button("secondary", () => proposeDialog(this.app, this.id), say("Propose a deal")));
      const offers = this.app.connection.offers.get(this.id) ?? [];
      if (!this.app.me && clock.entering) return [this.enterButton(card), ...links];
      const take = (/** @type {Wire.ChipsOffered} */ offer) => () => takeOffer(this.app, this.id, offer);
      return [...offers.map((offer) => button("primary", take(offer), offerWords(offer, Boolean(mine)))), ...links];
    }
    if (card.status !== "registering") return [el("a", { class: "secondary", href: "#/" }, say("Back to the lobby"))];
    if (mine) {
      const out = button("secondary", () => this.command("unregister"), say("Unregister"));
      const open = card.check_in_at !== null && this.app.connection.now() >= card.check_in_at;
      if (!open || mine.checked_in) return [out];
      return [button("primary", () => this.command("check_in"), say("Check in")), out];
    }
    return [this.enterButton(card)];
  }

  /** @param {Wire.TournamentCard} card */
  enterButton({ buy_in, fee, bounty }) {
    const cost = buy_in + fee + bounty;
    const onclick = () => this.app.withAccount(() => this.command("register"));
    return button("primary", onclick, cost ? say("Enter for {cost}", { cost }) : say("Enter", {}, "a tournament"));
  }

  /** @param {"register" | "unregister" | "check_in"} type */
  async command(type) {
    await this.app.command(type, { tournament: this.id });
    await this.app.refresh();
  }
}

/** A tournament as the host's dialog needs it. @param {Wire.TournamentNow} now @param {Wire.TournamentStructure | null} told */
function hostedTournament(now, told) {
  const { card, entrants, clock } = now;
  const people = entrants.filter(({ bot, place }) => !bot && !place).map(({ player }) => player);
  const started = card.status === "running";
  return {
    name: card.name,
    people,
    paused: card.paused !== "",
    tournament: card.tournament,
    started,
    settings: null,
    absent: [],
    redraw: false,
    event:
      started && told
        ? {
            tournament: card.tournament,
            clock,
            levels: told.structure.levels.length,
            openSeats: openSeats(now, told.structure.seats),
          }
        : null,
    giveSeat: null,
  };
}

/** The way to your seat, or to the table with the largest stack. @param {Wire.TournamentNow} now @param {Mine} mine @returns {HTMLElement[]} */
function watchLinks(now, mine) {
  const path = (/** @type {string} */ table) => `#/table/${encodeURIComponent(table)}`;
  if (mine?.table && !mine.place) return [el("a", { class: "primary", href: path(mine.table) }, say("Go to my seat"))];
  const best = stillIn(now).find(({ table }) => table in now.tables);
  if (!best) return [];
  const number = String(now.tables[best.table]);
  return [el("a", { class: "secondary", href: path(best.table) }, say("Watch table {number}", { number }))];
}

/** @param {Wire.TournamentNow} now */
function podium(now) {
  const first = now.entrants.filter(({ place }) => place >= 1 && place <= 3);
  const steps = first.map(({ place, player, prize }) =>
    el(
      "li",
      { class: `place-${place}` },
      el("span", { class: "podium-place" }, ordinal(place)),
      el("strong", {}, player),
      el("span", {}, prize ? chips(prize) : "–"),
    ),
  );
  return el("ol", { class: "podium" }, ...steps);
}

/** @param {Wire.TournamentCard} card */
function startLine({ start, starts_at: at, field, host }) {
  if (start === "time" && at !== null) return say("It starts on {when}.", { when: moment(at) });
  if (start === "host") return say("It starts when {host} says so.", { host: host || say("the house") });
  return say("It starts when {field} players have entered.", { field });
}

/** @param {Wire.TournamentCard} card @param {Mine} mine */
function checkInLine({ check_in_at: at, absent }, mine) {
  if (at === null) return "";
  if (mine?.checked_in) return say("You have checked in.");
  const when = clockTime(at);
  return absent === "refunded"
    ? say("Check in from {when} on: who has not gets the entry back.", { when })
    : say("Check in from {when} on: who has not is seated and pays blinds.", { when });
}

/** @param {Wire.TournamentCard["start"]} start @param {number} seconds */
const botsLine = (start, seconds) =>
  start === "full"
    ? say("House bots take the open seats {seconds, plural, one {# second} other {# seconds}} after the first entry.", {
        seconds,
      })
    : say("House bots take the open seats at the start.");

/** @param {Wire.TournamentNow} now @param {Mine} mine */
function leadWords(now, mine) {
  const { card } = now;
  if (card.status === "registering") {
    return [
      startLine(card),
      checkInLine(card, mine),
      card.fill_ms !== null && botsLine(card.start, Math.ceil(card.fill_ms / 1000)),
      mine && say("You are in."),
      card.host && say("Hosted by {host}.", { host: card.host }),
    ]
      .filter(Boolean)
      .join(" ");
  }
  if (card.status === "running" && card.called_off)
    return say("It ends after the hands in progress: {why}.", { why: translate(card.called_off) });
  if (card.paused) return say("Paused: {why}.", { why: translate(card.paused) });
  if (card.status === "running")
    return say("{left} of {entered} players left, level {level}.", {
      left: card.left,
      entered: card.entered,
      level: now.clock.level,
    });
  if (card.status === "cancelled")
    return say("Called off: {why}. Every entry, rebuy and add-on went back.", { why: translate(card.called_off) });
  if (card.called_off)
    return say("Called off: {why}. The players left have shared the pool.", { why: translate(card.called_off) });
  const winner = now.entrants.find(({ place }) => place === 1);
  if (!winner) return say("It is over.");
  if (!mine || mine.place <= 1) return say("{winner} won.", { winner: winner.player });
  return say("{winner} won; you finished {place}.", { winner: winner.player, place: ordinal(mine.place) });
}
