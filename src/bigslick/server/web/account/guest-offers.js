/** What a guest is offered: a name after the first hand, an account after some more and on leaving a table. */

import { button, el, text } from "../shared/dom.js";
import { say } from "../shared/language.js";
import { prefer, preferences } from "../shared/preferences.js";
import { askInToast } from "../shared/toasts.js";
import { memberDialog } from "./member.js";
import { nameDialog } from "./name.js";

/** @import { App } from "../app.js" */

/** How many hands a guest plays before the page offers an account. */
const SOME_HANDS = 10;
const TOAST_MS = 20_000;
const ANSWERED = "bigslick.accountOffer";
const PLAYED = "bigslick.handsPlayed";

/** How many hands the guest has played in this session. */
const played = () => Number(sessionStorage.getItem(PLAYED));

/** Why a guest may want an account. */
export const guestWords = () => say("An account keeps your chips and hands.");

/** Whether to offer an account: once in a session, and not after a no. @param {App} app */
const mayOffer = (app) => app.me?.guest && !sessionStorage.getItem(ANSWERED);

const answered = () => sessionStorage.setItem(ANSWERED, "yes");

/** A line in the dock with an offer that can be declined. */
class OfferLine {
  /** @param {string} accept @param {() => unknown} run */
  constructor(accept, run) {
    this.words = el("span", {});
    const go = () => {
      this.end();
      run();
    };
    this.root = el(
      "div",
      { class: "guest-offer", role: "status", hidden: true },
      this.words,
      button("secondary small", go, accept),
      button("quiet small", () => this.end(), say("Not now")),
    );
  }

  /** The player has answered. */
  end() {
    this.root.hidden = true;
  }
}

/** Offers a guest to choose a name, once, after the first hand. */
class NameOffer extends OfferLine {
  /** @param {App} app */
  constructor(app) {
    super(say("Choose a name"), () => nameDialog(app));
    this.app = app;
  }

  /** A hand of this player is over. */
  handOver() {
    const { me } = this.app;
    this.root.hidden = !me || me.named || preferences().nameAsked;
    if (me) text(this.words, say("You play as {player}.", { player: me.player }));
  }

  end() {
    super.end();
    prefer({ nameAsked: true });
  }
}

/** Offers a guest an account after some hands, until the next one is over. */
class AccountOffer extends OfferLine {
  /** @param {App} app */
  constructor(app) {
    super(say("Create an account"), () => memberDialog(app));
    this.app = app;
  }

  /** A hand of this player is over. */
  handOver() {
    const hands = played() + 1;
    sessionStorage.setItem(PLAYED, String(hands));
    this.root.hidden = hands !== SOME_HANDS || !mayOffer(this.app);
    text(this.words, guestWords());
  }

  end() {
    super.end();
    answered();
  }
}

/** The offers in one table's dock. */
export class GuestOffers {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.name = new NameOffer(app);
    this.account = new AccountOffer(app);
    this.roots = [this.name.root, this.account.root];
  }

  /** A hand of this player is over. */
  handOver() {
    this.name.handOver();
    this.account.handOver();
    // One line is enough, and an account comes with a name.
    if (!this.account.root.hidden) this.name.root.hidden = true;
  }

  /** The player has left a table, and may be on any screen: the account is offered in a toast. */
  left() {
    if (!mayOffer(this.app) || !played()) return;
    answered();
    const accept = () => {
      remove();
      memberDialog(this.app);
    };
    const remove = askInToast(
      guestWords(),
      button("secondary small", accept, say("Create an account")),
      button("quiet small", () => remove(), say("Not now")),
    );
    setTimeout(remove, TOAST_MS);
  }
}
