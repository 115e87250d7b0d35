/** The account dialog: sessions, tokens for programs, and the password. */

import { BOUNDS } from "../generated/bounds.js";
import { api } from "../shared/api.js";
import { field, form, openDialog, submitButton } from "../shared/dialogs.js";
import { el, text } from "../shared/dom.js";
import { day } from "../shared/format.js";
import { say } from "../shared/language.js";
import { orToast } from "../shared/toasts.js";

/** @import { App } from "../app.js" */

/** @param {App} app */
export function sessionsDialog(app) {
  const list = el("ul", { class: "bot-list", "aria-label": say("Signed in") });
  const wrong = el("p", { class: "wrong", role: "alert" });
  const everywhere = { class: "secondary", type: "button", onclick: () => signOutEverywhere(app, dialog) };
  const dialog = openDialog(
    say("Account and sessions"),
    list,
    wrong,
    tokenForm(refresh),
    app.me && !app.me.guest && passwordForm(app, refresh),
    el("button", everywhere, say("Sign out everywhere")),
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
    await orToast(() => api.endSession(session.id));
    await refresh();
  }

  refresh();
}

/** @param {Wire.MySession} session @param {(session: Wire.MySession) => Promise<void>} end */
function row(session, end) {
  const name = session.kind === "bot" ? session.label || say("A program") : say("A browser");
  const since = el("span", { class: "hint" }, say("since {when}", { when: day(session.created_at) }));
  const words = el("span", {}, session.current ? say("This browser") : name, " ", since);
  const attributes = {
    class: "secondary small",
    type: "button",
    "aria-label": say("End {name}", { name }, "a session"),
    onclick: () => end(session),
  };
  return el("li", {}, words, session.current ? null : el("button", attributes, say("End", {}, "a session")));
}

/** Show a new token, once, in a field to copy from. @param {() => Promise<void>} done */
function tokenForm(done) {
  const shown = el("input", { class: "token", readonly: true, hidden: true, "aria-label": say("The new token") });
  const label = field(say("What for"), { name: "label", placeholder: say("my bot"), ...BOUNDS.TokenLabel.label });
  const made = form([label, shown], [submitButton(say("New token for a program"), "secondary")], async (values) => {
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
    field(say("Password"), {
      name: "password",
      autocomplete: "current-password",
      ...secret,
      ...BOUNDS.NewPassword.password,
    }),
    field(
      say("New password"),
      { name: "new_password", autocomplete: "new-password", ...secret, ...BOUNDS.NewPassword.new_password },
      say("Ends every other session and token"),
    ),
  ];
  const made = form(fields, [submitButton(say("Change the password"), "secondary")], async (values) => {
    await api.changePassword({ password: values.password ?? "", new_password: values.new_password ?? "" });
    app.toast(say("Your password is changed."), "good");
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
