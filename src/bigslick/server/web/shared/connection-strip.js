/** The strip that says whether the card room can be reached. */

import { LINE } from "../table/words.js";
import { attribute, text } from "./dom.js";

/** @import { App } from "../app.js" */

/** Say at once when the connection is lost, the room closes or stands still, and when it goes on. @param {App} app @param {HTMLElement} strip */
export function watchLine(app, strip) {
  const { connection } = app;
  let goodbye = "";
  let outage = "";
  const draw = () => {
    const lost = connection.status === "lost";
    const playing = connection.urgent ? LINE.lostInHand : LINE.lost;
    text(strip, lost ? goodbye || playing : outage);
    attribute(strip, "data-kind", lost ? "lost" : outage ? "outage" : null);
    strip.hidden = !lost && !outage;
  };
  connection.on("status", (status) => {
    if (status === "open") goodbye = "";
    else {
      outage = "";
      if (connection.urgent) app.announce(LINE.lostInHand);
    }
    draw();
  });
  connection.on("bye", ({ sentence }) => {
    goodbye = LINE.goodbye(sentence);
  });
  connection.on("outage", ({ sentence }) => {
    outage = sentence;
    app.announce(sentence || LINE.goesOn);
    draw();
  });
}
