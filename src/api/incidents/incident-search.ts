import { z } from 'zod/mini'
import { isOver, overStatuses } from '@/lib/incidents/incidents'
import { call } from '../http'
import { eq, ilike, limit, notIn, order, select } from '../postgrest'

const named = z.object({
  id: z.guid(),
  /** For example `INC-12`. */
  incident_id: z.string(),
  title: z.string(),
  severity: z.string(),
  status: z.string(),
})
export type IncidentMatch = z.infer<typeof named>

const MOST = 20
/** Matches `12`, `inc 12` and `INC-12`. */
const number = /^(?:inc[\s-]?)?(?<digits>\d{1,6})$/i

/** The incident number in the form `INC-12`; undefined if the text is not a number. */
function numberIn(text: string): string | undefined {
  const digits = number.exec(text)?.groups?.['digits']
  return digits && `INC-${Number(digits)}`
}

/**
 * Finds incidents by their number or a text in their title. The incident with the number comes first, then open
 * incidents, the newest first. Without a text, only open incidents are found.
 */
export async function searchIncidents(text: string, signal?: AbortSignal): Promise<IncidentMatch[]> {
  const words = text.trim()
  const numbered = numberIn(words)
  const read = (condition: ReturnType<typeof eq>) =>
    call({
      path: '/api/db/incidents',
      // Open incidents have no resolution time, and therefore come first.
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
