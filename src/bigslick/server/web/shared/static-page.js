/** Translates the static pages: not found, and offline. */

import { sayDocument } from "./language.js";

sayDocument();
