/** A tournament's screen: enter it, follow it, see who won. */

import { HostCorner } from "../host/host.js";
import { titled } from "../shared/alerts.js";
import { api } from "../shared/api.js";
import { button, el, icon, text } from "../shared/dom.js";
import { chips, ordinal } from "../shared/format.js";
import { say, translate } from "../shared/language.js";
import { notFound } from "../shared/not-found.js";
import { newsList, payoutTable, standingTable } from "./standings.js";
import { TournamentStrip } from "./tournament-strip.js";

/** @import { App } from "../app.js" */

/** @typedef {Wire.Entrant | undefined} Mine the viewer's entry */

const TICK_MS = 250;

/** One tournament on the screen. */
export class TournamentScreen {
  /** @param {App} app @param {string} id */
  constructor(app, id) {
    this.app = app;
    this.id = id;
    this.title = say("Tournament");
    this.strip = new TournamentStrip();
    this.heading = el("h1", {}, say("Tournament"));
    this.lead = el("p", { class: "lead" });
    this.links = el("div", { class: "tournament-go" });
    this.body = el("div", { class: "tournament-body" });
    const head = el("section", { class: "hero-strip" }, el("div", {}, this.heading, this.lead, this.links));
    this.root = el("div", { class: "lobby tournament-screen" }, head, this.strip.root, this.body);
    this.host = new HostCorner(app, id, () => this.now && hostedTournament(this.now));
    this.links.before(this.host.line.root);
    this.where = [
      el("a", { class: "quiet round", href: "#/", "aria-label": say("Back to the lobby") }, icon("back")),
      el("span", { class: "where-words" }),
      this.host.button,
    ];
    /** @type {Wire.TournamentNow | null} */
    this.now = null;
    /** @type {(() => void)[]} */
    this.unsubscribe = [];
    this.timer = 0;
    this.drawn = false;
  }

  enter() {
    const { connection } = this.app;
    this.unsubscribe = [
      this.host.listen(),
      connection.on("tournament", (now) => now.card.tournament === this.id && this.draw(now)),
      connection.on("refused", ({ code }) => code === "unknown" && !this.drawn && this.lookUp()),
      connection.on("host", (now) => now.at === this.id && this.now && this.draw(this.now)),
      connection.on("shown_out", ({ at, sentence }) => at === this.id && this.app.toast(sentence, "bad")),
    ];
    connection.watchTournament(this.id);
    this.timer = setInterval(() => this.strip.tick(connection.now()), TICK_MS);
  }

  leave() {
    for (const stop of this.unsubscribe) stop();
    clearInterval(this.timer);
  }

  /** It is over, so fetch the result, which the server keeps. */
  async lookUp() {
    this.app.connection.tournaments.delete(this.id);
    try {
      this.draw(await api.tournament(this.id));
    } catch (error) {
      this.root.replaceChildren(notFound(say("No such tournament"), /** @type {Error} */ (error).message));
    }
  }

  /** @param {Wire.TournamentNow} now */
  draw(now) {
    this.drawn = true;
    const { card } = now;
    this.now = now;
    this.host.draw();
    const me = this.app.connection.nameAt(card.tournament) ?? undefined;
    const mine = now.entrants.find((entrant) => entrant.player === me);
    text(this.heading, card.name);
    titled(card.name);
    text(this.lead, this.host.asked ? say("Waiting for the host to say yes.") : leadWords(now, mine));
    if (card.status === "running") this.strip.draw(now, me, this.app.connection.now());
    else this.strip.root.hidden = true;
    this.links.replaceChildren(...this.linksFor(now, mine));
    const news = el(
      "section",
      { class: "news-box", "aria-label": say("News") },
      el("h2", {}, say("News")),
      newsList(now),
    );
    const beside = el("div", {}, payoutTable(now), now.news.length > 0 && news);
    const tables = el("div", { class: "tournament-tables" }, standingTable(now, me), beside);
    this.body.replaceChildren(...(card.status === "over" ? [podium(now)] : []), tables);
  }

  /** What you can do now. @param {Wire.TournamentNow} now @param {Mine} mine */
  linksFor(now, mine) {
    const { card } = now;
    if (card.status === "running") return watchLinks(now, mine);
    if (card.status !== "registering") return [el("a", { class: "secondary", href: "#/" }, say("Back to the lobby"))];
    if (mine) return [button("secondary", () => this.command("unregister"), say("Unregister"))];
    if (this.host.asked)
      return [button("secondary", () => this.host.send("withdraw_request"), say("Take the request back"))];
    const cost = card.buy_in + card.fee;
    const onclick = () => this.app.withAccount(() => this.command("register"));
    return [button("primary", onclick, cost ? say("Enter for {cost}", { cost }) : say("Enter", {}, "a tournament"))];
  }

  /** @param {"register" | "unregister"} type */
  async command(type) {
    await this.app.command(type, { tournament: this.id });
    await this.app.refresh();
  }
}

/** A tournament as the host's dialog needs it. @param {Wire.TournamentNow} now */
function hostedTournament({ card, entrants }) {
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
    giveSeat: null,
  };
}

/** @param {Wire.TournamentNow} now @param {Mine} mine */
function watchLinks(now, mine) {
  const path = (/** @type {string} */ table) => `#/table/${encodeURIComponent(table)}`;
  if (mine?.table && !mine.place) return [el("a", { class: "primary", href: path(mine.table) }, say("Go to my seat"))];
  return Object.entries(now.tables).map(([table, number]) =>
    el("a", { class: "secondary", href: path(table) }, say("Watch table {number}", { number })),
  );
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

/** @param {Wire.TournamentNow} now @param {Mine} mine */
function leadWords(now, mine) {
  const { card } = now;
  if (card.status === "registering") {
    const seconds = card.fill_ms === null ? null : Math.ceil(card.fill_ms / 1000);
    const { entered, field, seats, starting_stack: chips } = card;
    return [
      say(
        "{entered} of {field} have entered. It starts when the last seat is taken: {chips} chips, {seats} to a table.",
        { entered, field, chips, seats },
      ),
      seconds !== null &&
        say(
          "House bots take the open seats {seconds, plural, one {# second} other {# seconds}} after the first entry.",
          { seconds },
        ),
      mine && say("You are in."),
    ]
      .filter(Boolean)
      .join(" ");
  }
  if (card.paused) return say("Paused: {why}.", { why: translate(card.paused) });
  if (card.status === "running")
    return say("{left} of {entered} players left, level {level}.", {
      left: card.left,
      entered: card.entered,
      level: now.level,
    });
  if (card.status === "cancelled") return say("Cancelled. Every entry was refunded.");
  const winner = now.entrants.find(({ place }) => place === 1);
  if (!winner) return say("It is over.");
  if (!mine || mine.place <= 1) return say("{winner} won.", { winner: winner.player });
  return say("{winner} won; you finished {place}.", { winner: winner.player, place: ordinal(mine.place) });
}
