/** A table that is being played: the oval, the controls below it, the drawer beside it. */

import { api } from "./api.js";
import { Controls } from "./controls.js";
import { amountField, choice, field, form, openDialog } from "./dialogs.js";
import { attribute, chips, el, short, text, toggle } from "./dom.js";
import { icon, TableView } from "./draw.js";
import { Drawer, Strip } from "./drawer.js";
import { note } from "./noted.js";
import { describe } from "./rank.js";
import { fromSnapshot, fromUpdate, step } from "./reduce.js";
import { nameAt, sentence, situation } from "./words.js";

/** @typedef {import("./main.js").TheApp} App @typedef {import("./reduce.js").Table} Table */

const TICK_MS = 100;
const LIMITS = /** @type {Record<string, string>} */ ({ none: "no-limit", pot: "pot-limit", fixed: "fixed-limit" });

/** One table on the screen. */
export class TableScreen {
  /** @param {App} app @param {string} table */
  constructor(app, table) {
    this.app = app;
    this.table = table;
    this.title = "Table";
    /** @type {Table | null} */
    this.state = null;
    this.view = new TableView({ onSeat: (seat) => this.seatDialog(seat) });
    this.drawer = new Drawer(app, table);
    this.strip = new Strip();
    this.controls = new Controls({ act: (action) => this.act(action), announce: (words) => app.announce(words) });
    this.hint = el("p", { class: "dock-hint" });
    this.buttons = el("div", { class: "dock-buttons" });
    this.idle = el("div", { class: "idle" }, this.hint, this.controls.plans, this.buttons);
    this.dock = el("div", { class: "dock" }, this.idle, this.controls.root);
    this.heading = el("h1", { class: "unseen" }, "Table");
    this.root = el(
      "div",
      { class: "table-screen" },
      this.heading,
      this.strip.root,
      this.view.root,
      this.dock,
      this.drawer.root,
    );
    this.name = el("span", { class: "where-name" }, "…");
    this.stakes = el("span", { class: "where-stakes" });
    this.where = [
      el("a", { class: "quiet round", href: "#/", "aria-label": "Back to the lobby" }, icon("back")),
      el("span", { class: "where-words" }, this.name, this.stakes),
      el(
        "button",
        {
          class: "quiet round drawer-open",
          type: "button",
          "aria-label": "Log, chat and hands",
          onclick: () => this.drawer.show(!this.drawer.root.classList.contains("open")),
        },
        icon("talk"),
      ),
    ];
    /** @type {[string, (event: any) => void][]} */
    this.ears = [
      ["snapshot", (event) => event.detail.table === table && this.snapshot(event.detail)],
      ["update", (event) => event.detail.table === table && this.update(event.detail)],
      ["said", (event) => event.detail.table === table && this.said(event.detail)],
      ["tournament", (event) => this.tournament(event.detail)],
      [
        "refused",
        (event) => {
          if (event.detail.code === "unknown" && !this.state) this.missing(event.detail.sentence);
        },
      ],
    ];
    /** How his tournament ended for the player, once it has. */
    this.finished = "";
    /** @type {any} */
    this.timer = 0;
  }

  enter() {
    const { connection } = this.app;
    for (const [type, hear] of this.ears) connection.addEventListener(type, hear);
    connection.watch(this.table);
    this.timer = setInterval(() => this.tick(), TICK_MS);
  }

  leave() {
    const { connection } = this.app;
    for (const [type, hear] of this.ears) connection.removeEventListener(type, hear);
    connection.unwatch(this.table);
    clearInterval(this.timer);
  }

  /** @param {any} moved */
  follows(moved) {
    return this.state?.spec.tournament === moved.tournament || this.state?.you === null;
  }

  /** @param {string} words */
  missing(words) {
    this.root.replaceChildren(
      el("div", { class: "nothing" }, el("p", {}, words), el("a", { class: "primary", href: "#/" }, "To the lobby")),
    );
  }

  // -- what the server tells ------------------------------------------------------------------------------------------

  /** @param {any} snapshot */
  snapshot(snapshot) {
    const first = !this.state;
    const state = fromSnapshot(snapshot);
    this.retell(snapshot, state);
    this.become(state);
    if (first) {
      this.app.announce(`${snapshot.spec.name}. ${situation(state)}`);
      if (snapshot.spec.tournament) this.app.connection.watchTournament(snapshot.spec.tournament);
    }
  }

  /** Write the present hand into the log, as far as it has come. @param {any} snapshot @param {Table} end */
  retell(snapshot, end) {
    if (end.play) this.drawer.takeBack(end.play.hand);
    let state = { ...end, play: /** @type {any} */ (null) };
    for (const event of snapshot.events) {
      state = step(state, event);
      this.drawer.tell(event, state);
    }
  }

  /** @param {any} update */
  update(update) {
    if (!this.state) return;
    let state = this.state;
    const me = this.app.me?.player;
    const spoken = [];
    for (const event of update.events) {
      if (event.type === "player_joined" && event.player === me) state = { ...state, you: event.seat };
      state = step(state, event);
      this.drawer.tell(event, state);
      spoken.push(sentence(event, state, true));
      if (event.type === "hand_began") note(`${this.table}-${event.hand}`, event.root);
      if (event.type === "hand_ended") this.drawer.handOver();
      if (["player_left", "topped_up"].includes(event.type) && event.player === me) this.app.refresh();
    }
    const next = fromUpdate({ ...this.state, you: state.you }, update);
    if (next.turn && next.turn !== this.state.turn && next.turn.seat === next.you) spoken.push(situation(next));
    this.app.announce(spoken.filter(Boolean).join(" "));
    this.become(next);
  }

  /** @param {any} message */
  said(message) {
    this.drawer.said(message);
    this.app.announce(`${message.player} says: ${message.text}`);
  }

  /** @param {any} now */
  tournament(now) {
    if (now.card.tournament !== this.state?.spec.tournament) return;
    const me = this.app.me?.player;
    this.strip.draw(now, me);
    this.drawer.drawStandings(now, this.app.connection.now());
    const mine = now.entrants.find((/** @type {any} */ entrant) => entrant.player === me);
    if (mine?.place && !this.finished) {
      const words =
        mine.place === 1
          ? `You have won the tournament${mine.prize ? ` and ${chips(mine.prize)}` : ""}!`
          : `You finished in place ${mine.place}${mine.prize ? ` and won ${chips(mine.prize)}` : ""}.`;
      this.finished = words;
      this.app.announce(words);
      this.app.toast(words, "good");
      if (this.state) this.become(this.state);
    }
  }

  // -- drawing --------------------------------------------------------------------------------------------------------

  /** @param {Table} state */
  become(state) {
    this.state = state;
    const { spec, level, you } = state;
    const stakes = `${short(level.small)}/${short(level.big)}${level.ante ? ` ante ${short(level.ante)}` : ""} ${LIMITS[spec.limit] ?? ""}`;
    text(this.name, spec.name);
    text(this.heading, `${spec.name}, ${stakes}`);
    text(this.stakes, stakes);
    attribute(this.root, "data-tournament", Boolean(spec.tournament));
    this.view.draw(state);
    this.controls.draw(state);
    this.drawIdle(state);
    const mine = state.turn && state.turn.seat === you;
    this.idle.hidden = Boolean(mine);
    toggle(this.dock, "mine", mine);
    this.drawTitle(mine);
    this.tick();
  }

  /** @param {boolean} mine */
  drawTitle(mine) {
    this.title = this.state?.spec.name ?? "Table";
    const words = `${mine ? "Your turn · " : ""}${this.title} · bigslick`;
    if (document.title !== words) document.title = words;
  }

  /** What one reads and may press while it is not one's turn. @param {Table} state */
  drawIdle(state) {
    const { you, play, spec } = state;
    const seat = you === null ? null : state.seats[you];
    const cards = you !== null && play ? play.cards[you] : undefined;
    const live = Boolean(you !== null && play?.live[you] && !play.over);
    text(this.hint, this.finished || idleWords(state, seat, live, cards));
    /** @type {[string, () => void, string][]} */
    const wanted = [];
    if (!seat && !spec.tournament && !state.closed) {
      const free = state.seats.some((one) => !one);
      const queued = state.queue.includes(this.app.me?.player ?? "");
      if (free) wanted.push(["Take a seat", () => this.sitDialog(null), "primary"]);
      else if (queued)
        wanted.push([
          `Leave the queue (${state.queue.indexOf(this.app.me.player) + 1}.)`,
          () => this.command("unqueue"),
          "secondary",
        ]);
      else
        wanted.push([
          state.queue.length ? `Queue up (${state.queue.length} waiting)` : "Queue up",
          () => this.app.withAccount(() => this.command("queue")),
          "primary",
        ]);
    }
    const finished = state.closed !== "" || this.finished;
    if (spec.tournament && (!seat || finished))
      wanted.push([
        "To the tournament",
        () => this.app.go(`#/tournament/${encodeURIComponent(spec.tournament)}`),
        "primary",
      ]);
    else if (state.closed) wanted.push(["To the lobby", () => this.app.go("#/"), "primary"]);
    if (seat && !finished) {
      if (seat.sittingOut) wanted.push(["I am back", () => this.command("sit_in"), "primary"]);
      else wanted.push(["Sit out", () => this.command("sit_out"), "secondary"]);
      if (!spec.tournament) {
        wanted.push(["Top up", () => this.topUpDialog(), broke(state, seat) ? "primary" : "secondary"]);
        wanted.push(["Bots", () => this.botDialog(null), "secondary"]);
        if (!seat.leaving) wanted.push(["Leave", () => this.command("leave"), "secondary"]);
      }
    }
    const key = wanted.map(([words, , kind]) => `${words}/${kind}`).join("|");
    if (this.buttons.dataset.key !== key) {
      this.buttons.dataset.key = key;
      this.buttons.replaceChildren(
        ...wanted.map(([words, run, kind]) =>
          el("button", { class: `${kind} small`, type: "button", onclick: run }, words),
        ),
      );
    }
  }

  tick() {
    const now = this.app.connection.now();
    this.view.tick(now);
    this.controls.tick(now);
    this.strip.tick(now);
  }

  // -- what the player does ---------------------------------------------------------------------------------------------

  /** @param {string} type @param {Record<string, any>} [more] */
  command(type, more = {}) {
    return this.app.command(type, { table: this.table, ...more });
  }

  /** @param {any} action */
  act(action) {
    const { hand, number } = this.state?.turn ?? {};
    return this.command("act", { hand, number, action });
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.key.toLowerCase() === "h" && this.state) {
      this.app.announce(situation(this.state));
      return true;
    }
    if (event.key === "Escape" && this.drawer.root.classList.contains("open")) {
      this.drawer.show(false);
      return true;
    }
    return this.controls.key(event);
  }

  /** @param {number} seat */
  seatDialog(seat) {
    if (this.state?.spec.tournament || this.state?.closed) return;
    this.app.withAccount(() => (this.state?.you === null ? this.sitDialog(seat) : this.botDialog(seat)));
  }

  /** @param {number | null} seat */
  sitDialog(seat) {
    this.app.withAccount(() => {
      const state = this.state;
      if (!state) return;
      const { spec } = state;
      const least = spec.least_buy_in || 40 * spec.big_blind;
      const limit = spec.most_buy_in || 200 * spec.big_blind;
      const most = Math.max(least, Math.min(limit, this.app.me.balance));
      const dialog = openDialog(seat === null ? "Take a seat" : `Seat ${seat + 1}`, [
        el(
          "p",
          { class: "lead" },
          `${spec.name} · ${chips(spec.small_blind)}/${chips(spec.big_blind)}. You have ${chips(this.app.me.balance)}.`,
        ),
        form(
          [
            amountField({
              label: "Buy-in",
              name: "chips",
              least,
              most,
              start: Math.min(most, Math.max(least, 100 * spec.big_blind)),
              step: spec.big_blind,
              unit: (amount) => `${Math.round(amount / spec.big_blind)} big blinds`,
            }),
            choice(
              "Coming in",
              "comes_in",
              [
                ["wait", "Wait for the big blind"],
                ["post", "Post a blind and play at once"],
              ],
              spec.dead_blind_rule,
            ),
            el(
              "details",
              { class: "more" },
              el("summary", {}, "Fairness"),
              field(
                "Your part of the shuffle",
                { name: "seed", maxlength: 64, value: randomWords(), autocomplete: "off", spellcheck: "false" },
                "Any text. It is mixed into every pack while you sit here, so that the house alone cannot choose it.",
              ),
            ),
          ],
          "Sit down",
          async (values) => {
            const answer = await this.app.connection.command("sit", {
              table: this.table,
              chips: Number(values.chips),
              comes_in: values.comes_in,
              seed: values.seed,
              ...(seat === null ? {} : { seat }),
            });
            if (answer.type === "refused") throw new Error(answer.sentence);
            dialog.close();
            this.app.refresh();
          },
        ),
      ]);
    });
  }

  /** Call a house bot, or send one away. @param {number | null} seat */
  async botDialog(seat) {
    const { styles } = await api.bots();
    const bots = this.state?.seats.filter((one) => one?.bot) ?? [];
    const free = this.state?.seats.some((one) => !one);
    const dialog = openDialog(
      "House bots",
      [
        free &&
          form(
            [
              choice(
                "Style",
                "style",
                styles.map((/** @type {string} */ style) => [style, STYLES[style] ?? style]),
                "tag",
              ),
            ],
            "Call",
            async ({ style }) => {
              const answer = await this.app.connection.command("add_bot", {
                table: this.table,
                style,
                ...(seat === null ? {} : { seat }),
              });
              if (answer.type === "refused") throw new Error(answer.sentence);
              dialog.close();
            },
          ),
        bots.length > 0 &&
          el(
            "ul",
            { class: "bot-list" },
            ...bots.map((bot) =>
              el(
                "li",
                {},
                el("span", {}, bot?.player),
                el(
                  "button",
                  {
                    class: "secondary small",
                    type: "button",
                    onclick: async () => {
                      await this.command("remove_bot", { seat: bot?.seat });
                      dialog.close();
                    },
                  },
                  "Send away",
                ),
              ),
            ),
          ),
      ].filter(Boolean),
    );
  }

  topUpDialog() {
    const state = this.state;
    const seat = state?.you === null || state?.you === undefined ? null : state.seats[state.you];
    if (!state || !seat) return;
    const limit = (state.spec.most_buy_in || 200 * state.spec.big_blind) - seat.stack;
    const most = Math.min(limit, this.app.me.balance);
    if (most < 1) {
      this.app.toast(limit < 1 ? "Your stack is as large as a buy-in may be." : "Your account is empty.", "bad");
      return;
    }
    const dialog = openDialog("Top up", [
      form(
        [amountField({ label: "Chips", name: "chips", least: 1, most, start: most, step: 1 })],
        "Buy",
        async (values) => {
          const answer = await this.app.connection.command("top_up", {
            table: this.table,
            chips: Number(values.chips),
          });
          if (answer.type === "refused") throw new Error(answer.sentence);
          dialog.close();
          this.app.refresh();
        },
      ),
    ]);
  }
}

const STYLES = /** @type {Record<string, string>} */ ({
  caller: "Caller: never folds, never raises",
  random: "Random: anything goes",
  rock: "Rock: few hands, no bluffs",
  tag: "Solid: tight and aggressive",
  lag: "Wild: many hands, much pressure",
  shark: "Shark: the strongest",
  maniac: "Maniac: raises and raises",
  fish: "Fish: calls too much",
  station: "Station: calls too much",
});

/** Without a chip, and without a share in the hand. @param {Table} state @param {import("./reduce.js").Seat} seat */
const broke = (state, seat) =>
  seat.stack === 0 && !state.spec.tournament && (!state.play || state.play.over || !state.play.live[seat.seat]);

/** @param {Table} state @param {import("./reduce.js").Seat | null} seat @param {boolean} live @param {string[] | undefined} cards */
function idleWords(state, seat, live, cards) {
  if (!seat) return state.turn ? `You watch. ${nameAt(state, state.turn.seat)} is thinking.` : "You watch.";
  if (live && cards?.length && state.play) {
    const hand = describe(cards, state.play.board);
    return hand.charAt(0).toUpperCase() + hand.slice(1);
  }
  if (broke(state, seat)) return "You have no chips left. Top up to be dealt in.";
  if (seat.sittingOut) return "You are sitting out.";
  if (seat.waiting) return "You are dealt in when the big blind reaches you.";
  if (state.play && !state.play.over && state.you !== null && state.you in state.play.players)
    return state.turn ? `${nameAt(state, state.turn.seat)} is thinking.` : "";
  return "You are dealt in with the next hand.";
}

const randomWords = () => [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(36)).join("");
