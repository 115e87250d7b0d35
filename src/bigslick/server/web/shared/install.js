/** Makes the page an app: an offline page, and a screen that stays on while you have a seat. */

/** Register the service worker, which keeps the offline page. */
export function keepOfflinePage() {
  // Browsers have no service workers over plain HTTP, except on localhost.
  navigator.serviceWorker?.register("/sw.js").catch(() => {});
}

/** Keeps the screen on. Browsers drop the lock when the page is hidden, so we request it again. */
export class WakeLock {
  constructor() {
    this.wanted = false;
    /** @type {WakeLockSentinel | null} */
    this.held = null;
    /** Whether a request or release is in progress. */
    this.busy = false;
    document.addEventListener("visibilitychange", () => this.settle());
  }

  /** @param {boolean} wanted whether the screen must stay on */
  want(wanted) {
    if (this.wanted === wanted) return;
    this.wanted = wanted;
    this.settle();
  }

  /** Request or release the lock until it matches `wanted`, which can change meanwhile. */
  async settle() {
    if (this.busy || !navigator.wakeLock) return;
    this.busy = true;
    try {
      while (this.wanted !== (this.held !== null) && !document.hidden) {
        const { held } = this;
        this.held = null;
        if (held) await held.release();
        else this.hold(await navigator.wakeLock.request("screen"));
      }
    } catch {
      // A phone in battery-saver mode refuses, and the screen goes dark as usual.
    } finally {
      this.busy = false;
    }
  }

  /** @param {WakeLockSentinel} lock */
  hold(lock) {
    this.held = lock;
    lock.addEventListener("release", () => {
      if (this.held === lock) this.held = null;
    });
  }
}
