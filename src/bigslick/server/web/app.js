/** Shared by all screens: the player, the connection, and routing. */

import { accountDialog, drawAccount } from "./account/account.js";
import { people } from "./account/people.js";
import { InviteScreen, inviteIn } from "./host/invite.js";
import { LobbyScreen } from "./lobby/lobby.js";
import { recapIn } from "./recap/recap-address.js";
import { titled } from "./shared/alerts.js";
import { api } from "./shared/api.js";
import { attribute, el, part } from "./shared/dom.js";
import { WakeLock } from "./shared/install.js";
import { NotLoadedScreen } from "./shared/later.js";
import { Connection } from "./shared/socket.js";
import { toast } from "./shared/toasts.js";
import { HeldSeats } from "./table/held-seats.js";
import { MOST_TABLES, tablesIn } from "./table/open-tables.js";
import { TablesScreen, TooManyScreen } from "./table/tables.js";
import { YourTurns } from "./table/your-turns.js";

/** @import { Answer, Answered, Fields } from "./shared/socket.js" */

/**
 * @typedef {{
 *   root: HTMLElement,
 *   title: string,
 *   where?: HTMLElement[],
 *   enter?: () => unknown,
 *   leave?: () => void,
 *   key?: (event: KeyboardEvent) => boolean,
 *   shortcut?: (event: KeyboardEvent) => boolean,
 *   addressAfter?: (moved: Wire.PlayerMoved) => string | null,
 *   moveTo?: (hash: string) => boolean,
 *   shows?: (table: string) => boolean,
 *   known?: (me: Wire.Me | null) => unknown,
 *   addressWith?: (table: string) => string,
 *   waits?: () => void,
 * }} Screen
 */

const MOST_SPOKEN = 40;

/** The page. */
export class App {
  constructor() {
    /** @type {Wire.Me | null} the signed-in player */
    this.me = null;
    this.connection = new Connection(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`);
    /** @type {Screen | null} */
    this.screen = null;
    this.wakeLock = new WakeLock();
    this.heldSeats = new HeldSeats(this);
    this.turns = new YourTurns(this);
  }

  /** Announce something to screen readers. @param {string} words */
  announce(words) {
    if (!words) return;
    const live = part("live");
    live.append(el("p", {}, words));
    while (live.childElementCount > MOST_SPOKEN) live.firstElementChild?.remove();
  }

  /** Show a toast for a while. @param {string} words @param {"good" | "bad"} kind @param {HTMLElement} [link] */
  toast(words, kind, link) {
    toast(words, kind, link);
  }

  /**
   * Send a command; a toast explains a refusal.
   * @template {Answered["type"]} T
   * @param {T} type @param {Fields<T>} fields @returns {Promise<Answer>}
   */
  async command(type, fields) {
    const answer = await this.connection.command(type, fields);
    if (answer.type === "refused") this.toast(answer.sentence, "bad");
    return answer;
  }

  /** Ask the server who is signed in, with their chips and seats. */
  async refresh() {
    this.become(await api.me());
  }

  /** @param {Wire.Me | null} me */
  become(me) {
    if (me?.player !== this.me?.player) {
      people.become(me?.player ?? null);
      this.turns.forgetAll();
    }
    this.me = me;
    drawAccount(this, part("account"));
    this.heldSeats.watch(me?.waiting ?? []);
    this.turns.watch(me?.sitting.map(({ table }) => table) ?? []);
    this.screen?.known?.(me);
  }

  /** Stop watching a table, unless the screen, a seat or a waitlist spot needs it. @param {string} table */
  letGo(table) {
    const needed = this.screen?.shows?.(table) || this.heldSeats.tables.has(table) || this.turns.tables.has(table);
    if (!needed) this.connection.unwatch(table);
  }

  /** Reconnect as another player, or signed out. */
  async signedIn() {
    await this.refresh();
    this.connection.restart();
  }

  /** Run something as the signed-in player, after signing in if needed. @param {(me: Wire.Me) => unknown} then */
  withAccount(then) {
    const goOn = () => this.me && then(this.me);
    if (this.me) goOn();
    else accountDialog(this, goOn);
  }

  /** @param {string} hash */
  go(hash) {
    if (location.hash === hash) this.route();
    else location.hash = hash;
  }

  /** Show the screen for the current address. */
  route() {
    // An invite's address is a secret, and so is a recap's: once the player has gone on, it is gone from the bar too.
    if ((inviteIn(location.pathname) || recapIn(location.pathname)) && location.hash)
      history.replaceState(null, "", `/${location.hash}`);
    if (this.screen?.moveTo?.(location.hash)) this.turns.draw();
    else this.change();
  }

  /** Replace the screen with the one for the current address; until a rare one is loaded, the old one stays. */
  change() {
    const { pathname, hash } = location;
    const [, kind = "", id = "", link = ""] = hash.replace(/^#/, "").split("/").map(decodeURIComponent);
    const invite = inviteIn(pathname);
    const recap = recapIn(pathname);
    const tables = tablesIn(hash);
    if (invite) this.show("invite", () => new InviteScreen(this, invite));
    else if (recap) this.showRare("recap", ({ RecapScreen }) => new RecapScreen(this, "", recap));
    else if (tables?.length) {
      const fit = tables.length <= MOST_TABLES;
      this.show("table", () => (fit ? new TablesScreen(this, tables) : new TooManyScreen(tables)));
    } else if (kind) this.showRare(kind, ({ rareScreen }) => rareScreen(this, kind, id, link));
    else this.show("lobby", () => new LobbyScreen(this));
  }

  /** @param {string} name @param {(rare: typeof import("./rare-screens.js")) => Screen} make */
  async showRare(name, make) {
    const { href } = location;
    const rare = await import("./rare-screens.js").catch(() => null);
    if (location.href === href) this.show(name, () => (rare ? make(rare) : new NotLoadedScreen()));
  }

  /** @param {string} name @param {() => Screen} make called when the old screen has gone */
  show(name, make) {
    const old = this.screen;
    this.screen = null;
    old?.leave?.();
    this.wakeLock.want(false);
    const next = make();
    this.screen = next;
    attribute(document.body, "data-screen", name);
    part("view").replaceChildren(next.root);
    part("where").replaceChildren(...(next.where ?? []));
    titled(next.title);
    next.enter?.();
    if (old) part("view").focus({ preventScroll: true });
    scrollTo(0, 0);
    this.turns.draw();
  }
}
