import { z } from 'zod/mini'
import { isOver, overStatuses } from '../lib/incidents'
import { call } from './http'
import { eq, ilike, limit, notIn, order, select } from './postgrest'

const named = z.object({
  id: z.guid(),
  /** `INC-12`. */
  incident_id: z.string(),
  title: z.string(),
  severity: z.string(),
  status: z.string(),
})
export type IncidentNamed = z.infer<typeof named>

const MOST = 20
/** `12`, `inc 12` and `INC-12`. */
const number = /^(?:inc[\s-]?)?(?<digits>\d{1,6})$/i

/** What an incident of this number is called, such as `INC-12`; undefined where the text is no number. */
function numberIn(text: string): string | undefined {
  const digits = number.exec(text)?.groups?.['digits']
  return digits && `INC-${Number(digits)}`
}

/**
 * Incidents by their number or a text in their title: that of the number first, then those that are not over, the newest
 * first. Without a text those that are not over.
 */
export async function findNamed(text: string, signal?: AbortSignal): Promise<IncidentNamed[]> {
  const words = text.trim()
  const numbered = numberIn(words)
  const read = (condition: ReturnType<typeof eq>) =>
    call({
      path: '/api/db/incidents',
      // Those that are not over have no such moment, and come first.
      query: [select(...Object.keys(named.shape)), condition, order('resolved.desc', 'created_at.desc'), limit(MOST)],
      schema: z.array(named),
      signal,
    })
  const [exact, rows] = await Promise.all([
    numbered === undefined ? [] : read(eq('incident_id', numbered)),
    read(words === '' ? notIn('status', overStatuses) : ilike('title', words)),
  ])
  const others = rows.filter(({ id }) => exact.every((one) => one.id !== id))
  return [...exact, ...others.toSorted((a, b) => Number(isOver(a)) - Number(isOver(b)))]
}
