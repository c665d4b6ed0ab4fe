/**
 * The sessionStorage key of this tab's triage decisions. It is in a file of its own, so that clearing the decisions
 * does not need the code of their store.
 */
export const TRIAGE_STORAGE_KEY = 'console.triage'
