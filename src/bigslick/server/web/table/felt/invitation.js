/** The invitation on the felt: for the host of a table where fewer than two play. */

import { InviteSheet } from "../../host/invite-sheet.js";
import { button, el, toggle } from "../../shared/dom.js";
import { say } from "../../shared/language.js";
import { isPlaying } from "../reduce.js";

/** @import { App } from "../../app.js" */
/** @import { HostCorner } from "../../host/host.js" */
/** @import { Table } from "../reduce.js" */
/** @import { TableView } from "./draw.js" */

/** In the middle of the table until two play, then a small button. */
export class FeltInvitation {
  /** @param {App} app @param {string} table @param {HostCorner} host @param {TableView} view */
  constructor(app, table, host, view) {
    this.host = host;
    this.view = view;
    this.sheet = new InviteSheet(app, table);
    this.panel = el(
      "section",
      { class: "felt-invitation", "aria-label": say("Invitation"), hidden: true },
      el("h2", {}, say("Invite your friends")),
      this.sheet.root,
    );
    this.button = button("secondary small felt-invite", () => host.open(), say("Invite"));
    this.button.hidden = true;
    view.root.append(this.panel, this.button);
  }

  /** @param {Table} state */
  draw(state) {
    const { now } = this.host;
    const hosted = this.host.hosted();
    const hosts = Boolean(now?.desk) && !state.spec.tournament && !state.closed;
    const playing = isPlaying(state) || state.seats.filter((seat) => seat !== null).length >= 2;
    this.panel.hidden = !hosts || playing;
    this.button.hidden = !hosts || !playing || !state.seats.includes(null);
    toggle(this.view.root, "inviting", !this.panel.hidden);
    if (now && hosted && !this.panel.hidden) this.sheet.draw(now, hosted);
  }
}
