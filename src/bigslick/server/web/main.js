/** Starts the page: icons, connection, keys, and the first screen. */

import { people } from "./account/people.js";
import { App } from "./app.js";
import { recapAddress } from "./recap/recap-address.js";
import { loadShapes } from "./shared/cards.js";
import { watchConnection } from "./shared/connection-strip.js";
import { helpDialog } from "./shared/dialogs.js";
import { el, part } from "./shared/dom.js";
import { serverWords, worth } from "./shared/format.js";
import { keepOfflinePage } from "./shared/install.js";
import { say, sayDocument } from "./shared/language.js";
import { watchStillness } from "./shared/motion.js";
import { onNotice } from "./shared/notices.js";
import { applyPreferences } from "./shared/preferences.js";
import { readyForSound } from "./sound/player.js";
import { switchSound } from "./sound/settings.js";
import { addressOf, tablesIn } from "./table/open-tables.js";

/** Inputs that take no letters: shortcut keys still work while one has the focus. */
const LETTERLESS = ["range", "checkbox", "radio", "button"];

/** Whether a key belongs to a field, an open dialog or the browser. @param {KeyboardEvent} event */
function isTyping(event) {
  const { target } = event;
  if (document.querySelector("dialog[open]") || event.isComposing) return true;
  if (event.ctrlKey || event.metaKey || event.altKey || event.key === "Tab") return true;
  if (target instanceof HTMLInputElement) return !LETTERLESS.includes(target.type);
  return target instanceof HTMLElement && (target.isContentEditable || target.matches("textarea, select"));
}

/** Follow the player to a new seat, or offer to. @param {App} app @param {Wire.PlayerMoved} moved */
function follow(app, moved) {
  const { reason, wording } = moved;
  const words = reason
    ? say("You have a new seat: {reason}.", { reason: serverWords({ sentence: reason, wording }) })
    : say("You have a new seat.");
  const address = addressOf([moved.table]);
  app.announce(words);
  const next = app.screen?.addressAfter ? app.screen.addressAfter(moved) : address;
  if (next) {
    app.toast(words, "good");
    app.go(next);
  } else app.toast(words, "good", el("a", { href: address }, say("Go to your table")));
}

/** Tell both players that a payment was marked; who marked it has seen that. @param {App} app @param {Wire.PaymentMarked} marked */
function tellPaid(app, { table, name, payer, payee, chips: amount, chip_value: value, paid, by }) {
  if (by === app.me?.player) return;
  const chips = worth(amount, value);
  const words = paid
    ? say("{payer}’s {chips} to {payee} for {name} are marked as paid.", { payer, chips, payee, name })
    : say("{payer}’s {chips} to {payee} for {name} are not paid yet, says {by}.", { payer, chips, payee, name, by });
  app.toast(words, "good", el("a", { href: recapAddress(table) }, say("The night’s recap")));
}

/** @param {App} app */
function listen(app) {
  const { connection } = app;
  watchConnection(app, part("connection"));
  readyForSound();
  // The screen that asked to watch reports its own refusal.
  connection.on("refused", ({ sentence, code, table }) => table || code === "unknown" || app.toast(sentence, "bad"));
  connection.on("avatar", ({ at, player, avatar }) => people.dress(at, { [player]: avatar }));
  connection.on("moved", (moved) => follow(app, moved));
  connection.on("payment_marked", (marked) => tellPaid(app, marked));
  connection.on("lobby", ({ balance }) => {
    if (app.me && balance !== null && balance !== app.me.balance) app.become({ ...app.me, balance });
  });
  addEventListener("hashchange", () => app.route());
  onNotice((address) => tablesIn(address)?.every((table) => app.screen?.shows?.(table)) || app.go(address));
  addEventListener("keydown", (event) => {
    if (!document.querySelector("dialog[open]") && app.screen?.shortcut?.(event)) {
      event.preventDefault();
      return;
    }
    if (isTyping(event)) return;
    if (event.key === "?") helpDialog();
    else if (event.key.toLowerCase() === "m") switchSound();
    else if (!app.screen?.key?.(event)) return;
    event.preventDefault();
  });
}

async function start() {
  sayDocument();
  const app = new App();
  watchStillness(applyPreferences);
  loadShapes("avatars"); // not needed to play
  listen(app);
  app.connection.open();
  const known = app.refresh().catch((error) => {
    app.toast(/** @type {Error} */ (error).message, "bad");
    app.become(null);
  });
  await Promise.all([loadShapes(), known]);
  app.route();
  keepOfflinePage();
}

/** Load the rare screens while nothing else happens, so they open at once. If that fails, they load when wanted. */
const loadAhead = () => import("./rare-screens.js").catch(() => {});

const whenIdle = window.requestIdleCallback ?? ((run) => setTimeout(run, 1_000)); // Safari has none
addEventListener("load", () => whenIdle(loadAhead), { once: true });
start();
