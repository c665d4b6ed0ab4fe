/** The user who requests or approves a run. */
export type PlaybookCaller = { id: string; email: string | null }
