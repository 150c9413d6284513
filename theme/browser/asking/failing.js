/** A question to Python that failed: whether somebody ended it, and why else there is no answer. */

/** What went wrong, in words. @type {(error: unknown) => string} */
export const reason = (error) => (error instanceof Error ? error.message : String(error));

/** Whether somebody ended the question: who did so needs no telling. @type {(error: unknown) => boolean} */
export const withdrawn = (error) => error instanceof Error && error.name === "AbortError";

/** The failure as an answer with that problem, for those who tell of both alike. @type {(error: unknown) => { errors: MecatolProblem[] }} */
export const unanswered = (error) => ({ errors: [{ field: "", message: reason(error) }] });
