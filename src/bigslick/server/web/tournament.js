/** A tournament before, during and after: enter it, follow it, see who won. */

import { chips, el, text } from "./dom.js";
import { icon } from "./draw.js";
import { payoutTable, placeWords, Strip, standingTable } from "./drawer.js";

/** @typedef {import("./main.js").TheApp} App */

/** One tournament on the screen. */
export class TournamentScreen {
  /** @param {App} app @param {string} id */
  constructor(app, id) {
    this.app = app;
    this.id = id;
    this.title = "Tournament";
    this.strip = new Strip();
    this.heading = el("h1", {}, "Tournament");
    this.lead = el("p", { class: "lead" });
    this.go = el("div", { class: "tournament-go" });
    this.body = el("div", { class: "tournament-body" });
    this.root = el(
      "div",
      { class: "lobby tournament-screen" },
      el("section", { class: "hero-strip" }, el("div", {}, this.heading, this.lead, this.go)),
      this.strip.root,
      this.body,
    );
    this.where = [el("a", { class: "quiet round", href: "#/", "aria-label": "Back to the lobby" }, icon("back"))];
    this.hear = (/** @type {any} */ event) => event.detail.card.tournament === id && this.draw(event.detail);
    /** @type {any} */
    this.timer = 0;
  }

  enter() {
    this.app.connection.addEventListener("tournament", this.hear);
    this.app.connection.watchTournament(this.id);
    this.timer = setInterval(() => this.strip.tick(this.app.connection.now()), 250);
  }

  leave() {
    this.app.connection.removeEventListener("tournament", this.hear);
    clearInterval(this.timer);
  }

  /** @param {any} now */
  draw(now) {
    const { card } = now;
    const me = this.app.me?.player;
    const mine = now.entrants.find((/** @type {any} */ entrant) => entrant.player === me);
    text(this.heading, card.name);
    document.title = `${card.name} · bigslick`;
    text(this.lead, leadWords(now, mine));
    if (card.status === "running") this.strip.draw(now, me);
    else this.strip.root.hidden = true;
    this.drawGo(now, mine);
    const podium =
      card.status === "over"
        ? [
            el(
              "ol",
              { class: "podium" },
              ...now.entrants
                .filter((/** @type {any} */ entrant) => entrant.place >= 1 && entrant.place <= 3)
                .map((/** @type {any} */ entrant) =>
                  el(
                    "li",
                    { class: `place-${entrant.place}` },
                    el("span", { class: "podium-place" }, placeWords(entrant.place)),
                    el("strong", {}, entrant.player),
                    el("span", {}, entrant.prize ? chips(entrant.prize) : "–"),
                  ),
                ),
            ),
          ]
        : [];
    this.body.replaceChildren(
      ...podium,
      el(
        "div",
        { class: "tournament-tables" },
        standingTable(now, me),
        el(
          "div",
          {},
          payoutTable(now),
          now.news.length > 0 &&
            el(
              "section",
              { class: "news-box", "aria-label": "News" },
              el("h2", {}, "News"),
              el(
                "ul",
                { class: "news" },
                ...[...now.news].reverse().map((/** @type {string} */ words) => el("li", {}, words)),
              ),
            ),
        ),
      ),
    );
  }

  /** @param {any} now @param {any} mine */
  drawGo(now, mine) {
    const { card } = now;
    const cost = card.buy_in + card.fee;
    const nodes = [];
    if (card.status === "registering") {
      if (mine)
        nodes.push(
          el(
            "button",
            {
              class: "secondary",
              type: "button",
              onclick: () => this.app.command("unregister", { tournament: this.id }).then(() => this.app.refresh()),
            },
            "Take back my entry",
          ),
        );
      else
        nodes.push(
          el(
            "button",
            {
              class: "primary",
              type: "button",
              onclick: () =>
                this.app.withAccount(() =>
                  this.app.command("register", { tournament: this.id }).then(() => this.app.refresh()),
                ),
            },
            cost ? `Enter for ${chips(cost)}` : "Enter",
          ),
        );
    } else if (card.status === "running") {
      if (mine && !mine.place && mine.table)
        nodes.push(el("a", { class: "primary", href: `#/table/${encodeURIComponent(mine.table)}` }, "To my seat"));
      else
        for (const table of new Set(
          now.entrants
            .filter((/** @type {any} */ one) => !one.place && one.table)
            .map((/** @type {any} */ one) => one.table),
        ))
          nodes.push(
            el(
              "a",
              { class: "secondary", href: `#/table/${encodeURIComponent(/** @type {string} */ (table))}` },
              `Watch table ${String(table).split(".").at(-1)}`,
            ),
          );
    } else nodes.push(el("a", { class: "secondary", href: "#/" }, "To the lobby"));
    this.go.replaceChildren(...nodes);
  }
}

/** @param {any} card */
function fillWords({ fill_ms: wait }) {
  return typeof wait === "number"
    ? ` House bots take what is left ${Math.ceil(wait / 1000)} seconds after the first entry.`
    : "";
}

/** @param {any} now @param {any} mine */
function leadWords(now, mine) {
  const { card } = now;
  if (card.status === "registering")
    return `${card.entered} of ${card.field} have entered. It starts when the last seat is taken: ${chips(card.starting_stack)} chips, ${card.seats} to a table.${fillWords(card)}${mine ? " You are in." : ""}`;
  if (card.status === "running") return `${card.left} of ${card.entered} are left, level ${now.level}.`;
  if (card.status === "cancelled") return "It was cancelled; every entry was paid back.";
  const winner = now.entrants.find((/** @type {any} */ entrant) => entrant.place === 1);
  return winner
    ? `${winner.player} has won${mine && mine.place > 1 ? `; you finished in place ${mine.place}` : ""}.`
    : "It is over.";
}
