/** Links to series of tournaments. */

import { el } from "./dom.js";

/** @param {string} id */
export const seriesAddress = (id) => `#/series/${encodeURIComponent(id)}`;

/** @param {Wire.SeriesLink} series */
export const seriesLink = ({ id, name }) => el("a", { class: "series-link", href: seriesAddress(id) }, name);
