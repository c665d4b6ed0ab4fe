/** The beginning of the error of an action that timed out; `timeout()` in a condition looks for it. */
export const TIMED_OUT = 'timed out after'
