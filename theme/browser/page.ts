/** Every page. */

import "./finding/search.js";
import "./keeping/device.js";
import "./page/arriving.js";
import "./page/filtering.js";
import "./page/folds.js";
import "./page/frame.js";
import "./page/preview.js";
