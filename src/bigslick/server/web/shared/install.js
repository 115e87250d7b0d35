/** What makes the page an app: the offline page, and a screen that stays on while you have a seat. */

/** Register the service worker, which keeps the offline page. */
export function keepOfflinePage() {
  // Browsers have no service workers over plain HTTP, except on localhost.
  navigator.serviceWorker?.register("/sw.js").catch(() => {});
}

/** Keeps the screen on. Browsers drop the lock when the page is hidden, so we ask again. */
export class WakeLock {
  constructor() {
    this.wanted = false;
    /** @type {WakeLockSentinel | null} */
    this.held = null;
    this.asking = false;
    document.addEventListener("visibilitychange", () => this.renew());
  }

  /** @param {boolean} wanted whether the screen must stay on */
  want(wanted) {
    if (this.wanted === wanted) return;
    this.wanted = wanted;
    if (wanted) this.renew();
    else this.held?.release();
  }

  async renew() {
    if (!this.wanted || this.held || this.asking || document.hidden || !navigator.wakeLock) return;
    this.asking = true;
    try {
      const held = await navigator.wakeLock.request("screen");
      this.held = held;
      held.addEventListener("release", () => {
        this.held = null;
      });
      if (!this.wanted) await held.release();
    } catch {
      // A phone that saves its battery refuses, and the screen goes dark as usual.
    } finally {
      this.asking = false;
    }
  }
}
