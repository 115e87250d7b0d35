/** Who one is: the corner of the page, and the dialog to come in. */

import { api } from "./api.js";
import { field, form, helpDialog, openDialog } from "./dialogs.js";
import { chips, el } from "./dom.js";
import { hueOf, icon } from "./draw.js";
import { prefer, preferences } from "./preferences.js";

/** @typedef {import("./main.js").TheApp} App */

/** @param {App} app @param {HTMLElement} corner */
export function drawAccount(app, corner) {
  const settings = el(
    "button",
    { class: "quiet round", type: "button", "aria-label": "Settings", onclick: () => settingsDialog(app) },
    icon("menu"),
  );
  if (!app.me) {
    corner.replaceChildren(
      el("button", { class: "primary small", type: "button", onclick: () => accountDialog(app) }, "Sign in"),
      settings,
    );
    return;
  }
  const balance = el(
    "span",
    { class: "balance", title: "Your play money" },
    el("span", { class: "coin", "aria-hidden": "true" }),
    el("span", { class: "unseen" }, "Balance "),
    chips(app.me.balance),
  );
  const who = el("span", { class: "me", vars: { "--hue": hueOf(app.me.player) } }, app.me.player);
  corner.replaceChildren(balance, who, settings);
}

/** @param {App} app */
function settingsDialog(app) {
  const deck = el("input", { type: "checkbox", name: "four", onchange: () => prefer({ fourColours: deck.checked }) });
  deck.checked = preferences().fourColours;
  const dialog = openDialog(
    "Settings",
    [
      el(
        "label",
        { class: "switch" },
        deck,
        el("span", {}, "Four-colour deck", el("span", { class: "hint" }, "Diamonds blue, clubs green")),
      ),
      el(
        "button",
        {
          class: "secondary",
          type: "button",
          onclick: () => {
            dialog.close();
            helpDialog();
          },
        },
        "Keys",
      ),
      el("a", { class: "secondary", href: "/api/docs" }, "For programs: the API"),
      app.me &&
        el(
          "button",
          {
            class: "secondary",
            type: "button",
            onclick: () => {
              dialog.close();
              refill(app);
            },
          },
          "Get new chips",
        ),
      app.me &&
        el(
          "button",
          {
            class: "secondary",
            type: "button",
            onclick: async () => {
              await api.signOut();
              dialog.close();
              await app.signedIn();
              app.go("#/");
            },
          },
          `Sign out ${app.me.player}`,
        ),
    ].filter(Boolean),
  );
}

/** Ask for play money, which the house gives once a day. @param {App} app */
async function refill(app) {
  try {
    const { chips: given } = await api.refill();
    app.toast(`The house gave you ${chips(given)}.`, "good");
    await app.refresh();
  } catch (error) {
    app.toast(/** @type {Error} */ (error).message, "bad");
  }
}

/** Come in: as a guest with one click, or with an account. @param {App} app @param {() => void} [then] */
export function accountDialog(app, then) {
  const done = async () => {
    await app.signedIn();
    dialog.close();
    then?.();
  };
  const credentials = [
    field("Name", {
      name: "name",
      autocomplete: "username",
      minlength: 3,
      maxlength: 20,
      required: true,
      spellcheck: "false",
      autocapitalize: "off",
    }),
    field(
      "Password",
      {
        name: "password",
        type: "password",
        autocomplete: "current-password",
        minlength: 8,
        maxlength: 200,
        required: true,
      },
      "At least 8 characters",
    ),
  ];
  const create = el("button", { class: "secondary", type: "submit", name: "new", value: "1" }, "Create account");
  const account = form(
    credentials,
    "Sign in",
    async ({ name, password }) => {
      await (clicked === create ? api.signUp : api.signIn)({ name, password });
      await done();
    },
    [create],
  );
  account.querySelector("[type=submit]:last-child").className = "secondary";
  /** @type {Element | null} */
  let clicked = null;
  account.addEventListener(
    "submit",
    (/** @type {SubmitEvent} */ event) => {
      clicked = event.submitter;
    },
    { capture: true },
  );
  const guest = form(
    [
      field(
        "Name",
        {
          name: "name",
          minlength: 3,
          maxlength: 20,
          pattern: "[A-Za-z0-9_\\-]+",
          autocomplete: "nickname",
          spellcheck: "false",
          autocapitalize: "off",
          placeholder: "as you like, or none",
        },
        "3 to 20 letters, digits, - or _",
      ),
    ],
    "Play as a guest",
    async ({ name }) => {
      await api.guest(name ? { name } : {});
      await done();
    },
  );
  guest.classList.add("guest-form");
  const dialog = openDialog("Come in", [
    el("p", { class: "lead" }, "Everybody starts with the same play money. No mail address, nothing to pay."),
    guest,
    el("div", { class: "or" }, el("span", {}, "or with an account that stays yours")),
    account,
  ]);
}
