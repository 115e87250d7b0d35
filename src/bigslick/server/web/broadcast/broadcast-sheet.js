/** The broadcast in the host's dialog: starting it, its secret address, a new one, and the end. */

import { copied } from "../shared/clipboard.js";
import { choice } from "../shared/dialogs.js";
import { el, hint } from "../shared/dom.js";
import { say } from "../shared/language.js";
import { minutesOf } from "./broadcast-line.js";

/** @import { App } from "../app.js" */
/** @import { Question } from "../host/host.js" */

/** @type {[string, string][]} the first is as short as the room allows */
const DELAYS = [
  ["", say("As soon as the room allows")],
  ["600000", say("10 minutes later")],
  ["1200000", say("20 minutes later")],
  ["1800000", say("30 minutes later")],
];

/** @type {Record<"renew_broadcast" | "stop_broadcast", Question>} */
const SURE = {
  renew_broadcast: {
    title: say("Make a new address?"),
    words: say("The old address shows nothing from now on: put the new one into OBS."),
    go: say("New address"),
  },
  stop_broadcast: {
    title: say("Stop the broadcast?"),
    words: say("It ends at once. Hands that it has not shown yet are never shown."),
    go: say("Stop it"),
  },
};

/**
 * What the host sees and can do about the broadcast of a table.
 * @param {App} app @param {string} at @param {Wire.BroadcastNow | null} now
 * @param {(question: Question, type: "renew_broadcast" | "stop_broadcast") => void} ask confirms and sends
 * @returns {Node[]}
 */
export function broadcastSheet(app, at, now, ask) {
  if (!now?.on) {
    const delay = choice(say("Each hand is shown"), "delay_ms", DELAYS);
    const select = delay.querySelector("select");
    const start = () => {
      const late = Number(select?.value ?? "");
      return app.command("start_broadcast", late ? { at, delay_ms: late } : { at });
    };
    return [
      hint(
        say(
          "Stream this table with OBS: late, at a secret address, with the cards of players who agree. Everyone here is told and asked.",
        ),
      ),
      el("div", { class: "broadcast-start" }, delay, button(say("Start the broadcast"), start, "start")),
    ];
  }
  const address = `${location.origin}/stream#${now.secret ?? ""}`;
  const select = (/** @type {Event} */ { target }) => target instanceof HTMLInputElement && target.select();
  const link = el("input", {
    class: "invite-link",
    readonly: true,
    value: address,
    "aria-label": say("Address of the broadcast"),
    "data-key": "broadcast address",
    onclick: select,
  });
  const copy = async () => {
    if (await copied(address)) app.toast(say("The address is copied. Keep it secret."), "good");
    else link.select();
  };
  return [
    el("div", { class: "broadcast-address" }, link, button(say("Copy"), copy, "copy broadcast", "primary")),
    hint(
      say(
        "For a browser source in OBS, 1920 × 1080. It shows each hand at least {minutes} minutes after its end; add {option} for no background.",
        { minutes: minutesOf(now), option: "/transparent" },
      ),
    ),
    el(
      "div",
      { class: "host-buttons" },
      button(say("Renew the address"), () => ask(SURE.renew_broadcast, "renew_broadcast"), "renew broadcast"),
      button(
        say("Stop the broadcast"),
        () => ask(SURE.stop_broadcast, "stop_broadcast"),
        "stop broadcast",
        "secondary danger",
      ),
    ),
  ];
}

/** @param {string} words @param {() => unknown} onclick @param {string} key @param {string} [kind] */
const button = (words, onclick, key, kind = "secondary") =>
  el("button", { class: `${kind} small`, type: "button", "data-key": key, onclick }, words);
