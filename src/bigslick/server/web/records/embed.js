/**
 * A hand widget for other sites' pages. It always shows what a spectator saw, and requests it without the session, so a
 * foreign page never holds anything private.
 */

import { handAsSpectator } from "../shared/api.js";
import { loadShapes } from "../shared/cards.js";
import { el } from "../shared/dom.js";
import { say, sayDocument } from "../shared/language.js";
import { CompactView } from "./compact.js";
import { HandPlayer } from "./hand-player.js";
import { handLink } from "./share.js";

const MOST_SPOKEN = 20;

/** Announce something to screen readers. @param {string} words */
function announce(words) {
  const live = document.getElementById("live");
  live?.append(el("p", {}, words));
  while (live && live.childElementCount > MOST_SPOKEN) live.firstElementChild?.remove();
}

/** @param {Wire.HandReplay} replay @param {string} link @param {HTMLElement} place */
function show(replay, link, place) {
  const player = new HandPlayer(announce, new CompactView());
  player.load(replay);
  player.show(player.last); // the picture on the page; playing starts from the first step
  const number = player.steps[0].state.play?.hand ?? 0;
  const open = { class: "embed-open", href: handLink(replay.id, link), target: "_blank", rel: "noopener" };
  const head = el(
    "header",
    { class: "embed-head" },
    el("h1", {}, say("{table} · hand {number}", { table: replay.name, number: String(number) })),
    el("a", open, say("Open in the card room")),
  );
  const log = el("details", { class: "embed-log" }, el("summary", {}, say("All steps")), player.log);
  const dock = el("div", { class: "dock replay-dock" }, player.line, player.bar, log);
  place.replaceChildren(el("div", { class: "embed" }, head, player.view.root, dock));
  document.title = say("Replay of hand {number} at {table}", { number: String(number), table: replay.name });
  addEventListener("keydown", (event) => {
    const sliding = event.target === player.slider && event.key.startsWith("Arrow");
    if (sliding || event.ctrlKey || event.metaKey || event.altKey || !player.key(event)) return;
    event.preventDefault();
  });
}

async function start() {
  const place = document.getElementById("embed");
  if (!place) return;
  const id = decodeURIComponent(location.pathname.split("/").pop() ?? "");
  const link = decodeURIComponent(location.hash.slice(1));
  try {
    const [replay] = await Promise.all([handAsSpectator(id, link), loadShapes()]);
    show(replay, link, place);
  } catch (error) {
    place.replaceChildren(el("p", { class: "nothing", role: "alert" }, /** @type {Error} */ (error).message));
  }
}

sayDocument();
start();
