/** Pages with tables to sort or to filter. */

import "./page/choosing.js";
import "./page/sorting.js";
