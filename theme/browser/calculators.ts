/** Pages that hold a calculator. */

import "./asking/paste.js";
import "./forms/calculator.js";
import "./forms/shaping.js";
import "./forms/tools.js";
