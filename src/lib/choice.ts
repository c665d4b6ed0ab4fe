/** One thing to choose. */
export type Choice = {
  value: string
  label: string
  /** Shown and read after it. */
  hint?: string
  /** Options of one group follow each other. */
  group?: string
}

/** Finds matches for a text. Aborted by the next search. */
export type Find<C extends Choice> = (text: string, signal: AbortSignal) => Promise<readonly C[]> | readonly C[]

/** When a text that is typed is searched for. */
export type Pace = {
  /** Fewer characters find too much. */
  shortest: number
  /** Specification, "Business constants": resource search. */
  delayMs: number
}
