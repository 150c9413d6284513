/** The worker of a browser: what the site's pages run as well. */
import { work } from "./worker.js";

work();
