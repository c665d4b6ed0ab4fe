const HOUR_MS = 3_600_000

type Period = { from?: string | null | undefined; until?: string | null | undefined }

/** Whether a silence holds messages back now. */
export function silenceState({ from, until }: Period, now: Date): 'active' | 'upcoming' | 'expired' {
  if (until && new Date(until) < now) return 'expired'
  return from && new Date(from) > now ? 'upcoming' : 'active'
}

type Scope = Period & {
  filter?: string | null | undefined
  selectors?: unknown
  error?: string | null | undefined
}

/** What a reader of the list should look at, in words; the most important first. */
export function silenceRemarks(silence: Scope, now: Date): string[] {
  const { until, error } = silence
  if (silenceState(silence, now) === 'expired') return []
  return [
    ...(error ? [`Has no effect: ${error}`] : []),
    ...(coversEverything(silence) ? ['Covers everything'] : []),
    ...(until && new Date(until).getTime() - now.getTime() < HOUR_MS ? ['Ends within 1 hour'] : []),
  ]
}

/** Only obvious cases: a filter that is always true, and the selector of all resources. */
const coversEverything = ({ filter, selectors }: Scope): boolean =>
  filter?.trim() === 'true' ||
  (Array.isArray(selectors) &&
    selectors.some(
      (one: unknown) =>
        typeof one === 'object' && one !== null && Object.keys(one).length === 1 && 'name' in one && one.name === '*'
    ))
