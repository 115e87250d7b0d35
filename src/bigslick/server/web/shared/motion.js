/** Whether things may move: not for viewers who prefer it still, and not on a device that saves power or data. */

const PREFERS_STILL = matchMedia("(prefers-reduced-motion: reduce)");
const LOW_BATTERY = 0.2;

let low = false;

/** Whether the viewer's system or device asks for less motion. */
export const asksForStillness = () => PREFERS_STILL.matches || low || savesData();

/** tsc does not know the network's properties. */
const savesData = () => /** @type {any} */ (navigator).connection?.saveData === true;

/** Whether the page is drawn without motion; the style sheets follow the same attribute. */
export const isStill = () => document.documentElement.dataset.motion === "still";

/** Call back whenever the system or the device may ask for something else. @param {() => void} changed */
export async function watchStillness(changed) {
  PREFERS_STILL.addEventListener("change", changed);
  // Few browsers tell about the battery, and tsc about none.
  const battery = await /** @type {any} */ (navigator).getBattery?.().catch(() => null);
  if (!battery) return;
  const look = () => {
    low = !battery.charging && battery.level <= LOW_BATTERY;
    changed();
  };
  for (const kind of ["chargingchange", "levelchange"]) battery.addEventListener(kind, look);
  look();
}
