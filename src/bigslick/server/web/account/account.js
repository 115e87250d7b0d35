/** The account menu in the top bar, and the sign-in dialog. */

import { BOUNDS } from "../generated/bounds.js";
import { languageChoice } from "../lobby/welcome.js";
import { alertSwitches } from "../shared/alerts.js";
import { api } from "../shared/api.js";
import { choice, closingButton, field, form, helpDialog, openDialog, submitButton } from "../shared/dialogs.js";
import { el, icon } from "../shared/dom.js";
import { chips } from "../shared/format.js";
import { say } from "../shared/language.js";
import { whenLoaded } from "../shared/later.js";
import { backChoice, feltChoice } from "../shared/picture-choice.js";
import { preferenceSwitch } from "../shared/preference-switch.js";
import { prefer, preferences } from "../shared/preferences.js";
import { soundSettings, switchSound } from "../sound/settings.js";
import { sizesDialog } from "../table/dock/sizes-dialog.js";
import { hueOf } from "./avatar.js";
import { guestSignOutDialog, memberDialog } from "./member.js";
import { nameDialog, nameField } from "./name.js";
import { avatarDialog } from "./notes.js";
import { refillOrSay } from "./refill.js";

/** @import { App } from "../app.js" */
/** @import { Theme } from "../shared/preferences.js" */

const PLAIN_TEXT = { spellcheck: "false", autocapitalize: "off" };

/** @param {App} app @param {HTMLElement} corner */
export function drawAccount(app, corner) {
  const { me } = app;
  const open = {
    class: "quiet round",
    type: "button",
    "aria-label": say("Settings"),
    onclick: () => settingsDialog(app),
  };
  const mute = { class: "quiet round sound-off", type: "button", "aria-label": say("Switch sound on") };
  const settings = [el("button", { ...mute, onclick: switchSound }, icon("muted")), el("button", open, icon("menu"))];
  if (!me) {
    const signIn = { class: "primary small", type: "button", onclick: () => accountDialog(app) };
    corner.replaceChildren(el("button", signIn, say("Sign in")), ...settings);
    return;
  }
  const balance = el(
    "span",
    { class: "balance", title: say("Your play money") },
    el("span", { class: "coin", "aria-hidden": "true" }),
    el("span", { class: "unseen" }, say("Balance"), " "),
    chips(me.balance),
  );
  const hands = { class: "quiet round my-hands-open", href: "#/hands", "aria-label": say("My hands") };
  corner.replaceChildren(
    el("a", hands, icon("hands")),
    balance,
    el("span", { class: "me", vars: { "--hue": hueOf(me.player) } }, me.player),
    ...settings,
  );
}

/** @param {App} app */
function settingsDialog(app) {
  const button = (/** @type {string} */ name, /** @type {() => void} */ run) => closingButton(name, "secondary", run);
  openDialog(
    say("Settings"),
    themeChoice(),
    preferenceSwitch("fourColours", say("Four-colour deck"), say("Blue diamonds, green clubs")),
    backChoice(),
    feltChoice(),
    preferenceSwitch("muckLosing", say("Muck losing hands"), say("You can still show them until the next deal")),
    preferenceSwitch("bigBlinds", say("Amounts in big blinds"), say("At the tables; the key B switches it too")),
    languageChoice(),
    soundSettings(),
    alertSwitches(),
    preferenceSwitch("emotes", say("Emotes"), say("Pictures that players send float over their seats")),
    preferenceSwitch("fewerAnimations", say("Fewer animations"), say("Cards and chips are in their places at once")),
    app.me?.guest && button(say("Create an account"), () => memberDialog(app)),
    app.me && button(say("Change your name"), () => nameDialog(app)),
    app.me && button(say("Avatar"), () => avatarDialog(app)),
    app.me && button(say("My hands"), () => app.go("#/hands")),
    button(say("Your wager sizes"), sizesDialog),
    button(say("Keys"), helpDialog),
    el("a", { class: "secondary", href: "/api/docs" }, say("API for programs")),
    app.me && button(say("Get more chips"), () => refillOrSay(app)),
    app.me &&
      button(say("Account and sessions"), () =>
        whenLoaded(import("./sessions.js"), ({ sessionsDialog }) => sessionsDialog(app)),
      ),
    app.me && button(say("Sign out {player}", { player: app.me.player }), () => signOut(app)),
  );
}

/** Choose the theme; the page follows at once. */
function themeChoice() {
  const made = choice(
    say("Theme"),
    "theme",
    [
      ["system", say("As the system")],
      ["dark", say("Dark")],
      ["light", say("Light")],
    ],
    preferences().theme,
  );
  made.addEventListener("change", ({ target }) => {
    if (target instanceof HTMLSelectElement) prefer({ theme: /** @type {Theme} */ (target.value) });
  });
  return made;
}

/** Sign out; a guest is asked first. @param {App} app */
function signOut(app) {
  const go = async () => {
    await api.signOut();
    await app.signedIn();
    app.go("#/");
  };
  return app.me?.guest ? guestSignOutDialog(app, go) : go();
}

/** Sign in as a guest with one click, or with an account. @param {App} app @param {() => void} [then] */
export function accountDialog(app, then) {
  const done = async () => {
    await app.signedIn();
    dialog.close();
    then?.();
  };
  const dialog = openDialog(
    say("Join the room"),
    el("p", { class: "lead" }, say("Every player starts with the same play money. No email, nothing to pay.")),
    guestForm(done),
    el("div", { class: "or" }, el("span", {}, say("or use an account"))),
    accountForm(done),
  );
}

/** @param {() => Promise<void>} done */
function guestForm(done) {
  const name = nameField({ placeholder: say("optional") });
  const made = form([name], [submitButton(say("Play as a guest"))], async (values) => {
    const chosen = values.name.trim(); // keyboards of phones add a blank
    await api.guest(chosen ? { name: chosen } : {});
    await done();
  });
  made.classList.add("guest-form");
  return made;
}

/** @param {() => Promise<void>} done */
function accountForm(done) {
  const name = { name: "name", autocomplete: "username", ...PLAIN_TEXT, ...BOUNDS.Credentials.name };
  const secret = { name: "password", type: "password", autocomplete: "current-password", required: true };
  const fields = [
    field(say("Name"), name),
    field(say("Password"), { ...secret, ...BOUNDS.Credentials.password }, say("At least 8 characters")),
  ];
  // Enter presses the first button.
  const create = submitButton(say("Create account"), "secondary");
  return form(fields, [submitButton(say("Sign in")), create], async (values, button) => {
    const credentials = { name: values.name.trim(), password: values.password };
    await (button === create ? api.signUp(credentials) : api.signIn(credentials));
    await done();
  });
}
