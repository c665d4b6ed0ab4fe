/** How the error of an action begins whose time was up; `timeout()` in a condition looks for it. */
export const TIMED_OUT = 'timed out after'
