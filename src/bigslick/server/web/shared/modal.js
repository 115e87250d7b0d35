/**
 * Modal dialogs in every browser. If `dialog` has no `showModal` (WebKit before 15.4), we do the same by hand: make the
 * rest of the page inert, close on Escape, and give the element the dialog role.
 */

/** What gets the focus first: a field, or otherwise the main button. */
const FIRST = "[autofocus], input:not([type=range]), select, textarea, .primary, button";

/** @param {HTMLDialogElement} dialog */
function openByHand(dialog) {
  const beside = [...document.body.children].filter((element) => element !== dialog && !element.matches("[inert]"));
  const onKey = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    dialog.close();
  };
  dialog.close = () => {
    if (!dialog.hasAttribute("open")) return;
    dialog.removeAttribute("open");
    for (const element of beside) element.removeAttribute("inert");
    removeEventListener("keydown", onKey);
    dialog.dispatchEvent(new Event("close"));
  };
  for (const element of beside) element.setAttribute("inert", "");
  addEventListener("keydown", onKey);
  dialog.setAttribute("open", "");
  dialog.setAttribute("role", "dialog");
  dialog.setAttribute("aria-modal", "true");
  dialog.classList.add("by-hand");
}

/**
 * Open a dialog that is in the page. Focus moves into it, and back when it closes.
 * @param {HTMLDialogElement} dialog
 */
export function showModal(dialog) {
  const before = document.activeElement;
  dialog.addEventListener("close", () => {
    // The browser restores the focus before the close event, so by now it may have moved on.
    const now = document.activeElement;
    if (now && now !== document.body && !dialog.contains(now)) return;
    // Safari does not focus a clicked button; then the screen gets the focus.
    const back = before instanceof HTMLElement && before !== document.body && before.isConnected ? before : null;
    (back ?? document.getElementById("view"))?.focus({ preventScroll: true });
  });
  if (typeof dialog.showModal === "function") dialog.showModal();
  else openByHand(dialog);
  /** @type {HTMLElement | null} */
  const first = dialog.querySelector(`:scope :is(form, .moment-go) :is(${FIRST})`) ?? dialog.querySelector(FIRST);
  first?.focus({ preventScroll: true });
}
