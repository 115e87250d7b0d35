/**
 * System notifications. Phones show them only through a service worker, which also receives the click; other browsers
 * make them in the page itself.
 */

/** @typedef {{ title: string, body: string, tag: string, address: string }} Notice a click goes to `address` */

/** Handles a click on a notification. @type {(address: string) => void} */
let open = () => {};

/** Set what a click on a notification does. @param {(address: string) => void} go */
export function onNotice(go) {
  open = go;
  navigator.serviceWorker?.addEventListener("message", ({ data }) => {
    if (typeof data?.address === "string") go(data.address);
  });
}

/** Whether the player and the browser allow notifications. */
export const mayNotify = () => "Notification" in window && Notification.permission === "granted";

/** The page's active service worker, or null. */
async function worker() {
  const found = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  return found?.active ? found : null;
}

/**
 * Show a notification; null if this browser cannot.
 * @param {Notice} notice @returns {Promise<(() => unknown) | null>} removes it
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

/**
 * Show a notification until it is closed.
 * @param {Notice} notice @returns {() => void} withdraws it, even before it is shown
 */
export function notify(notice) {
  if (!mayNotify()) return () => {};
  const shown = show(notice);
  return () => shown.then((close) => close?.());
}

/** Show a notification; false if the browser cannot. @param {Notice} notice */
export async function canNotify(notice) {
  return (await show(notice)) !== null;
}
