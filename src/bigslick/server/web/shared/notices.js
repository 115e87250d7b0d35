/**
 * Notifications of the system. Phones show them only for a page with a service worker, and a click on one comes back
 * through it; other browsers make them in the page itself.
 */

/** @typedef {{ title: string, body: string, tag: string, address: string }} Notice `address` is where a click leads */

/** What a click on a notification does here. @type {(address: string) => void} */
let open = () => {};

/** Go where a notification leads, once it is clicked. @param {(address: string) => void} go */
export function onNotice(go) {
  open = go;
  navigator.serviceWorker?.addEventListener("message", ({ data }) => {
    if (typeof data?.address === "string") go(data.address);
  });
}

/** Whether the player and the browser allow them. */
export const mayNotify = () => "Notification" in window && Notification.permission === "granted";

/** The service worker of the page, once it works. */
async function worker() {
  const found = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  return found?.active ? found : null;
}

/**
 * Show one; null if this browser has no way to.
 * @param {Notice} notice @returns {Promise<(() => unknown) | null>} takes it away
 */
async function show({ title, body, tag, address }) {
  const options = { body, tag, icon: "/pictures/icon.svg", data: { address } };
  const found = await worker();
  try {
    if (found) {
      await found.showNotification(title, options);
      return async () => {
        for (const one of await found.getNotifications({ tag })) one.close();
      };
    }
    const notice = new Notification(title, options);
    notice.onclick = () => {
      window.focus();
      notice.close();
      open(address);
    };
    return () => notice.close();
  } catch {
    return null; // a phone without a service worker
  }
}

/** Show a notification until it is taken back. @param {Notice} notice @returns {() => void} takes it back, even before it is seen */
export function notify(notice) {
  if (!mayNotify()) return () => {};
  const shown = show(notice);
  return () => shown.then((close) => close?.());
}

/** Show one and say whether that worked. @param {Notice} notice */
export async function canNotify(notice) {
  return (await show(notice)) !== null;
}
