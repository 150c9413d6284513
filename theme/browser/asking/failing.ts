/** A question to Python that failed: whether somebody ended it, and why else there is no answer. */

import { isOld } from "../page/release.js";

/** What went wrong, in words. */
export const reason = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Whether somebody ended the question: who did so needs no telling. */
export const withdrawn = (error: unknown): boolean => error instanceof Error && error.name === "AbortError";

const RELOAD = { text: "Reload with this battle", scenario: null, sure: false, reload: true };

/** The failure as an answer with that problem, for those who tell of both alike. */
export const unanswered = (error: unknown): { errors: MecatolProblem[] } => ({
  errors: [{ field: "", message: reason(error), ...(isOld(error) ? { mends: [RELOAD] } : {}) }],
});
