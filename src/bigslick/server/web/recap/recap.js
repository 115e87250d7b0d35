/** The night's recap: who won, the biggest pot, the best hand shown, stacks over time, and who has paid whom. */

import { figures, netWords, paymentList } from "../club/ledger.js";
import { titled } from "../shared/alerts.js";
import { api } from "../shared/api.js";
import { cardPicture } from "../shared/cards.js";
import { button, el, hint, icon, lead, nothing } from "../shared/dom.js";
import { duration, moment, worth } from "../shared/format.js";
import { handName } from "../shared/hand-names.js";
import { say } from "../shared/language.js";
import { orToast } from "../shared/toasts.js";
import { shareRecap } from "./share-recap.js";
import { stacksChart } from "./stacks.js";

/** @import { App } from "../app.js" */

const COLUMNS = [say("Player"), say("Result"), say("Paid in"), say("Left with")];
/** Fewer hands get one sentence instead of a recap. */
const LEAST_HANDS = 2;

/** Names as a list: Ann, Bob and Cat. @param {readonly string[]} names */
const together = (names) => new Intl.ListFormat(document.documentElement.lang || "en").format(names);

/** One night's screen, for its players and club, or behind its link. */
export class RecapScreen {
  /** @param {App} app @param {string} table "" if a link leads here @param {string} link the secret in it */
  constructor(app, table, link) {
    this.app = app;
    this.table = table;
    this.link = link;
    /** @type {Wire.Recap | null} */
    this.recap = null;
    this.title = say("The night’s recap");
    this.root = el("div", { class: "paper recap" });
    const back = { class: "quiet round", href: "#/", "aria-label": say("Back to the lobby") };
    this.where = [el("a", back, icon("back")), el("span", { class: "where-words" }, this.title)];
    /** @type {(() => void) | null} */
    this.unsubscribe = null;
  }

  enter() {
    this.unsubscribe = this.app.connection.on("payment_marked", ({ table }) => table === this.table && this.load());
    return this.load();
  }

  leave() {
    this.unsubscribe?.();
  }

  /** Signed in or out, the reader may do other things. */
  known() {
    if (this.recap) this.load();
  }

  async load() {
    if (!this.link && !this.app.me) {
      this.missing(say("Sign in to see this recap."));
      this.app.withAccount(() => this.load());
      return;
    }
    try {
      this.draw(await (this.link ? api.sharedRecap(this.link) : api.recap(this.table)));
    } catch (error) {
      this.missing(/** @type {Error} */ (error).message);
    }
  }

  /** @param {string} words */
  missing(words) {
    this.root.replaceChildren(nothing(words, el("a", { class: "primary", href: "#/" }, say("Back to the lobby"))));
  }

  /** @param {Wire.Recap} recap */
  draw(recap) {
    const focused = document.activeElement?.getAttribute("data-key");
    this.recap = recap;
    this.table = recap.id;
    titled(say("{name}: the night’s recap", { name: recap.name }));
    const { imported } = recap;
    const short = recap.hands < LEAST_HANDS && !imported;
    this.root.replaceChildren(
      ...[
        el("h1", {}, recap.name),
        lead(this.about(recap)),
        short ? this.shortWords(recap) : this.winner(recap),
        !short && !imported && this.moments(recap),
        recap.results.length > 0 && this.results(recap),
        !short && !imported && stacksChart(recap),
        recap.results.length > 0 && this.payments(recap),
        this.buttons(recap),
      ].filter((part) => part !== false),
    );
    if (focused)
      /** @type {HTMLElement | null} */ (this.root.querySelector(`[data-key="${CSS.escape(focused)}"]`))?.focus();
  }

  /** @param {Wire.Recap} recap */
  about({ opened_at, ended_at, hands, host, club_name, imported }) {
    return [
      moment(opened_at),
      duration(ended_at - opened_at),
      !imported && say("{count, plural, one {# hand} other {# hands}}", { count: hands }),
      host && (imported ? say("imported by {host}", { host }) : say("hosted by {host}", { host })),
      club_name,
    ]
      .filter(Boolean)
      .join(" · ");
  }

  /** @param {Wire.Recap} recap */
  shortWords({ hands }) {
    return el(
      "p",
      { class: "recap-short" },
      hands ? say("Only one hand was played, so there is no night to look back at.") : say("No hand was played."),
    );
  }

  /** @param {Wire.Recap} recap */
  winner({ winners, results, chip_value: value }) {
    const won = results.find((one) => one.player === winners[0])?.net ?? 0;
    const words = winners.length
      ? winners.length > 1
        ? say("{names} share the win", { names: together(winners) })
        : say("{name} wins the night", { name: winners[0] })
      : say("Nobody is ahead after this night");
    return el(
      "section",
      { class: "recap-winner" },
      el("h2", {}, words),
      winners.length > 0 && el("p", { class: "recap-won" }, netWords(won, value)),
    );
  }

  /** @param {Wire.Recap} recap */
  moments({ biggest, best, expired, chip_value: value }) {
    if (expired) return hint(say("The hands of this night are no longer kept, so pots and stacks are missing."));
    const replay = (/** @type {Wire.RecapPot | Wire.RecapHand} */ { hand, number, replay: link }) => {
      if (link === null) return hint(say("Hand {number}", { number: String(number) }));
      const href = `#/hand/${encodeURIComponent(hand)}${link && `/${encodeURIComponent(link)}`}`;
      return el("a", { class: "secondary small", href }, say("Replay hand {number}", { number: String(number) }));
    };
    const cards = (/** @type {readonly string[]} */ some) =>
      some.length
        ? el("span", { class: "recap-cards" }, ...some.map(cardPicture))
        : hint(say("Won before the flop", {}, "a pot"));
    return el(
      "div",
      { class: "recap-moments" },
      biggest &&
        el(
          "section",
          {},
          el("h2", {}, say("Biggest pot")),
          el("p", { class: "recap-figure" }, worth(biggest.pot, value)),
          ...biggest.boards.map(cards),
          el("p", {}, say("won by {names}", { names: together(biggest.winners) })),
          replay(biggest),
        ),
      best &&
        el(
          "section",
          {},
          el("h2", {}, say("Best hand shown")),
          el("p", { class: "recap-figure" }, handName(best.name)),
          cards(best.five),
          el("p", {}, say("shown by {name}", { name: best.player })),
          replay(best),
        ),
    );
  }

  /** @param {Wire.Recap} recap */
  results({ results, chip_value: value }) {
    const rows = results.map((one) => [
      one.player,
      netWords(one.net, value),
      worth(one.bought_in + one.topped_up, value),
      worth(one.left_with + (one.sits_with ?? 0), value),
    ]);
    return el("section", {}, el("h2", {}, say("Results")), figures(say("Results"), COLUMNS, rows));
  }

  /** @param {Wire.Recap} recap */
  payments({ payments, settled, fewest, chip_value: value }) {
    const due = payments.filter((one) => one.paid_at === null).length;
    const words =
      settled !== null
        ? say("The club has settled this night: payments are marked in settlement {number}.", { number: settled })
        : payments.length && !due
          ? say("Everything is paid.")
          : !fewest && say("With so many players there may be a way with fewer transfers.");
    return el(
      "section",
      {},
      el("h2", {}, say("Settle up")),
      payments.length ? paymentList(payments, value, (one) => this.tick(one)) : hint(say("Nobody owes anything.")),
      words && hint(words),
    );
  }

  /** A tick for a payment, or its state if the reader may not mark it. @param {Wire.RecapPayment} payment */
  tick({ payer, payee, paid_at, you_mark }) {
    const paid = paid_at !== null;
    if (!you_mark) return el("span", { class: `badge-${paid ? "paid" : "due"}` }, paid ? say("Paid") : say("Due"));
    const onchange = (/** @type {Event} */ { target }) =>
      orToast(async () => {
        await api.markNightPaid(this.table, { payer, payee, paid: /** @type {HTMLInputElement} */ (target).checked });
        await this.load();
      });
    const label = `${say("Paid")}: ${say("{payer} pays {payee}", { payer, payee })}`;
    const box = {
      type: "checkbox",
      checked: paid,
      "aria-label": label,
      "data-key": `paid ${payer} ${payee}`,
      onchange,
    };
    return el("label", { class: "recap-tick" }, el("input", box), el("span", { "aria-hidden": "true" }, say("Paid")));
  }

  /** @param {Wire.Recap} recap */
  buttons(recap) {
    const mayShare = (recap.imported || recap.hands >= LEAST_HANDS) && (recap.link !== null || this.link);
    const takeBack = () =>
      orToast(async () => {
        await api.takeRecapLinkBack(this.table);
        this.app.toast(say("The link no longer works."), "good");
        await this.load();
      });
    const share = button("primary small", () => orToast(() => this.share(recap)), say("Share"));
    share.dataset.key = "share";
    return el(
      "div",
      { class: "paper-buttons" },
      mayShare && share,
      recap.link !== null &&
        el("a", { class: "secondary small", href: `#/ledger/${encodeURIComponent(recap.id)}` }, say("Ledger")),
      recap.link && button("quiet small", takeBack, say("Take the link back")),
    );
  }

  /** @param {Wire.Recap} recap */
  async share(recap) {
    const made = recap.link === null ? location.href : recap.link || (await api.shareRecap(this.table)).link;
    await shareRecap(this.app, recap.name, made);
    if (recap.link === "") await this.load();
  }
}
