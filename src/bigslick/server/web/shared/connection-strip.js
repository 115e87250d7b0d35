/** The strip that appears when the connection is lost. */

import { attribute, text } from "./dom.js";
import { say } from "./language.js";

/** @import { App } from "../app.js" */

/**
 * Show when the connection is lost or back, and when the room closes, stops or resumes.
 * @param {App} app @param {HTMLElement} strip
 */
export function watchConnection(app, strip) {
  const { connection } = app;
  let goodbye = "";
  let outage = "";
  const draw = () => {
    const lost = connection.status === "lost";
    const playing = connection.urgent
      ? say("Connection lost. Reconnecting… Your hand is safe: you get extra time.")
      : say("Connection lost. Reconnecting…");
    text(strip, lost ? goodbye || playing : outage);
    attribute(strip, "data-kind", lost ? "lost" : outage ? "outage" : null);
    strip.hidden = !lost && !outage;
  };
  connection.on("status", (status) => {
    if (status === "open") goodbye = "";
    else {
      outage = "";
      if (connection.urgent) app.announce(say("Connection lost. Reconnecting… Your hand is safe: you get extra time."));
    }
    draw();
  });
  connection.on("bye", ({ sentence }) => {
    goodbye = say("{sentence} Reconnecting…", { sentence });
  });
  connection.on("outage", ({ sentence }) => {
    outage = sentence;
    app.announce(sentence || say("The card room goes on."));
    draw();
  });
}
