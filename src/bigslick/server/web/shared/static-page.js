/** A page that only says something: it says it in the language of whoever reads it. */

import { sayDocument } from "./language.js";

sayDocument();
