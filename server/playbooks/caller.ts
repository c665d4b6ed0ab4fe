/** The user who requests or approves a run. */
export type Caller = { id: string; email: string | null }
