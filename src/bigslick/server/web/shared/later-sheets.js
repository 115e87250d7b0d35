/** Loads the style sheets of rare screens with their scripts, so that none of them is drawn without. */

/** @type {NodeListOf<HTMLLinkElement>} */
const links = document.querySelectorAll('link[rel="x-later"]');

export const loaded = Promise.all(
  [...links].map(
    (link) =>
      new Promise((done) => {
        link.addEventListener("load", done);
        link.addEventListener("error", done); // it is better to see a screen without its style than none
        link.rel = "stylesheet";
      }),
  ),
);
await loaded;
