/** What makes the page an app: it can be installed, and the screen stays on while a seat is taken. */

/** Let the browser keep the page that says that the room cannot be reached. */
export function keepOfflinePage() {
  // Over plain HTTP, but for this machine itself, browsers have no service workers.
  navigator.serviceWorker?.register("/sw.js").catch(() => {});
}

/** Keeps the screen on. Browsers let go of it when the page is hidden, so it is asked for again. */
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
      // A phone that saves its battery refuses: the screen goes dark as it always does.
    } finally {
      this.asking = false;
    }
  }
}
