import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { isOver, overStatuses } from '@/lib/incidents/incidents'
import { call } from '../http'
import { eq, ilike, limit, notIn, order, select } from '../postgrest'
import { everyWord, everyWordWithTypo } from '../word-conditions'

const named = z.object({
  id: z.guid(),
  /** For example `INC-12`. */
  incident_id: z.string(),
  title: z.string(),
  severity: z.string(),
  status: z.string(),
  type: z.nullish(z.string()),
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

type Conditions = readonly ReturnType<typeof eq>[]

const readIncidents = (conditions: Conditions, most: number, signal: AbortSignal | undefined) =>
  call({
    path: '/api/db/incidents',
    // Open incidents have no resolution time, and therefore come first.
    query: [select(...Object.keys(named.shape)), ...conditions, order('resolved.desc', 'created_at.desc'), limit(most)],
    schema: z.array(named),
    signal,
  })

/** The number of incidents that are loaded at once. */
export const MOST_RECENT_INCIDENTS = 100

/** The open incidents and then the others, the newest first, to search them without a request. */
export const recentIncidents = () =>
  queryOptions({
    // A key below `incidents.all`, so that changes of incidents reload the list.
    queryKey: ['incidents', 'recent'] as readonly string[],
    queryFn: ({ signal }) => readIncidents([], MOST_RECENT_INCIDENTS, signal),
  })

/**
 * Finds incidents by their number or by the words of their title, in any order. The incident with the number comes
 * first, then open incidents, the newest first. Without a text, only open incidents are found.
 * @param hasTypo words may have one wrong letter; the rows are candidates to compare
 */
export async function searchIncidents(
  text: string,
  signal?: AbortSignal,
  { hasTypo }: { hasTypo?: true } = {}
): Promise<IncidentMatch[]> {
  const words = text.trim()
  const numbered = numberIn(words)
  const titled = hasTypo ? everyWordWithTypo(words, 'title') : everyWord(words, (word) => [ilike('title', word)])
  const [exact, rows] = await Promise.all([
    numbered === undefined ? [] : readIncidents([eq('incident_id', numbered)], MOST, signal),
    readIncidents(words === '' ? [notIn('status', overStatuses)] : titled, MOST, signal),
  ])
  const others = rows.filter(({ id }) => exact.every((one) => one.id !== id))
  return [...exact, ...others.toSorted((a, b) => Number(isOver(a)) - Number(isOver(b)))]
}
