const HOUR_MS = 3_600_000

type Period = { from?: string | null | undefined; until?: string | null | undefined }

/** Whether a silence holds messages back now. */
export function silenceState({ from, until }: Period, now: Date): 'active' | 'upcoming' | 'expired' {
  if (until && new Date(until) < now) return 'expired'
  return from && new Date(from) > now ? 'upcoming' : 'active'
}

/** The figures of a silence, as far as the backend has them. */
type Figures = { heldBack?: number | undefined; incidents?: number | undefined; endsOnRecovery?: boolean | undefined }

const DAY_MS = 24 * HOUR_MS

type Scope = Period &
  Figures & {
    created_at?: string | null | undefined
    filter?: string | null | undefined
    selectors?: unknown
    error?: string | null | undefined
  }

/** What a reader of the list should look at, in words; the most important first. */
export function silenceRemarks(silence: Scope, now: Date): string[] {
  const { until, error } = silence
  if (silenceState(silence, now) === 'expired') return hiddenIncidents(silence)
  return [
    ...(error ? [`Has no effect: ${error}`] : []),
    ...(coversEverything(silence) ? ['Covers everything'] : []),
    ...hiddenIncidents(silence),
    ...(neverMatched(silence, now) ? ['Never matched'] : []),
    ...(until && new Date(until).getTime() - now.getTime() < HOUR_MS ? ['Ends within 1 hour'] : []),
  ]
}

/** Incidents that were opened while the silence held back messages about the same resources. */
const hiddenIncidents = ({ incidents = 0 }: Figures): string[] =>
  incidents === 0 ? [] : [incidents === 1 ? 'Hid an incident' : `Hid ${incidents} incidents`]

/** Active for more than a day, and nothing was held back: its filter may be wrong, or it is no longer needed. */
function neverMatched({ from, created_at: createdAt, heldBack, ...rest }: Scope, now: Date): boolean {
  const since = from ?? createdAt
  const isLong = Boolean(since) && now.getTime() - new Date(since ?? '').getTime() > DAY_MS
  return heldBack === 0 && isLong && silenceState({ from, ...rest }, now) === 'active'
}

/** Only obvious cases: a filter that is always true, and the selector of all resources. */
const coversEverything = ({ filter, selectors }: Scope): boolean =>
  filter?.trim() === 'true' ||
  (Array.isArray(selectors) &&
    selectors.some(
      (one: unknown) =>
        typeof one === 'object' && one !== null && Object.keys(one).length === 1 && 'name' in one && one.name === '*'
    ))
