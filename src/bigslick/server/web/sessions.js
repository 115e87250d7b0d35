/** The dialog for an account: where it is signed in, tokens for programs, and the password. */

import { api } from "./api.js";
import { BOUNDS } from "./bounds.js";
import { field, form, openDialog, submitButton } from "./dialogs.js";
import { el, text } from "./dom.js";

/** @import { App } from "./app.js" */

const DATE = new Intl.DateTimeFormat("en-US", { dateStyle: "medium" });

/** @param {App} app */
export function sessionsDialog(app) {
  const list = el("ul", { class: "bot-list", "aria-label": "Signed in" });
  const wrong = el("p", { class: "wrong", role: "alert" });
  const everywhere = { class: "secondary", type: "button", onclick: () => signOutEverywhere(app, dialog) };
  const dialog = openDialog(
    "Account and sessions",
    list,
    wrong,
    tokenForm(refresh),
    app.me && !app.me.guest && passwordForm(app, refresh),
    el("button", everywhere, "Sign out everywhere"),
  );

  async function refresh() {
    try {
      list.replaceChildren(...(await api.sessions()).map((session) => row(session, end)));
      text(wrong, "");
    } catch (error) {
      text(wrong, /** @type {Error} */ (error).message);
    }
  }

  /** @param {Wire.MySession} session */
  async function end(session) {
    try {
      await api.endSession(session.id);
    } catch (error) {
      app.toast(/** @type {Error} */ (error).message, "bad");
    }
    await refresh();
  }

  refresh();
}

/** @param {Wire.MySession} session @param {(session: Wire.MySession) => Promise<void>} end */
function row(session, end) {
  const name = session.kind === "bot" ? session.label || "A program" : "A browser";
  const since = el("span", { class: "hint" }, `since ${DATE.format(session.created_at)}`);
  const words = el("span", {}, session.current ? "This browser" : name, " ", since);
  const attributes = {
    class: "secondary small",
    type: "button",
    "aria-label": `End ${name}`,
    onclick: () => end(session),
  };
  return el("li", {}, words, session.current ? null : el("button", attributes, "End"));
}

/** A token is shown once, in a field to copy from. @param {() => Promise<void>} done */
function tokenForm(done) {
  const shown = el("input", { class: "token", readonly: true, hidden: true, "aria-label": "The new token" });
  const label = field("What for", { name: "label", placeholder: "my bot", ...BOUNDS.TokenLabel.label });
  const made = form([label, shown], [submitButton("New token for a program", "secondary")], async (values) => {
    const { token } = await api.newToken({ label: values.label ?? "" });
    shown.setAttribute("value", token);
    shown.hidden = false;
    await done();
  });
  return made;
}

/** @param {App} app @param {() => Promise<void>} done */
function passwordForm(app, done) {
  const secret = { type: "password", required: true };
  const fields = [
    field("Password", {
      name: "password",
      autocomplete: "current-password",
      ...secret,
      ...BOUNDS.NewPassword.password,
    }),
    field(
      "New password",
      { name: "new_password", autocomplete: "new-password", ...secret, ...BOUNDS.NewPassword.new_password },
      "Ends every other session and token",
    ),
  ];
  const made = form(fields, [submitButton("Change the password", "secondary")], async (values) => {
    await api.changePassword({ password: values.password ?? "", new_password: values.new_password ?? "" });
    app.toast("Your password is changed.", "good");
    made.reset();
    await done();
  });
  return made;
}

/** @param {App} app @param {HTMLDialogElement} dialog */
async function signOutEverywhere(app, dialog) {
  try {
    await api.signOutEverywhere();
  } catch (error) {
    app.toast(/** @type {Error} */ (error).message, "bad");
    return;
  }
  dialog.close();
  await app.signedIn();
  app.go("#/");
}
