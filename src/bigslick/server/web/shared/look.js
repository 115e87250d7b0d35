/** Before the first paint: the chosen theme and deck. The font comes when all the rest is there. */

import { applyPreferences } from "./preferences.js";

/** Until then, and without it, the text has a font of the system with the same widths: see tokens.css. */
async function loadFont() {
  /** @type {HTMLLinkElement | null} */
  const file = document.querySelector('link[rel="x-font"]');
  if (!file) return;
  const { family = "" } = file.dataset;
  const face = new FontFace(family, `url("${file.href}")`, { weight: "400 760", display: "swap" });
  document.fonts.add(face);
  await face.load().catch(() => document.fonts.delete(face));
}

applyPreferences();
addEventListener("load", loadFont, { once: true });
