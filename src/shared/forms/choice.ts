/** A selectable option. */
export type Choice = {
  value: string
  label: string
  /** Shown and announced after the label. */
  hint?: string
  /** Options of one group must be adjacent. */
  group?: string
}

/** Finds options for a text. Aborted by the next search. */
export type FindChoices<C extends Choice> = (text: string, signal: AbortSignal) => Promise<readonly C[]> | readonly C[]

/** When to search for a typed text. */
export type SearchPace = {
  /** Minimum length of the text, because shorter texts match too much. */
  shortest: number
  /** The pause in typing before the search. */
  delayMs: number
}

/**
 * Pauses in typing before a search, in milliseconds. `select`: the options of one relation. `resources`: checks,
 * components and config items in a form. Source: specification, "Business constants". `palette`: shorter, so that the
 * results of the server are shown within 300 ms.
 */
export const searchDelays = { select: 100, resources: 300, palette: 150 } as const
