/** A calculator that is used. */

import "./answers/many.js";
import "./asking/ahead.js";
import "./asking/onward.js";
import "./drawing/picture.js";
import "./forms/sheet.js";
import "./forms/listing.js";
import "./keeping/memory.js";
