/** Who asks for a run, or approves one. */
export type Caller = { id: string; email: string | null }
