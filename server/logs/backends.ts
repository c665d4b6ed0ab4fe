import { z } from 'zod'
import type { Queryable } from '../db/db'
import { sql } from '../db/sql'
import { LOCAL_AGENT } from '../jobs/job-history'
import type { LogSelector } from '../log-reader'
import { errorText } from '../outside/error-text'
import { fileBackend } from './files'
import type { Budget } from './read-lines'
import { serviceBackend } from './service'
import type { Backend } from './source'
import { readBackend } from './spec'

export const labels = z.record(z.string().max(200), z.string().max(1000))

const selectors = z.array(z.object({ name: z.string(), labels: labels.nullish() }))

/** The selectors in the column `log_selectors` of a component; none where that is not readable. */
export const selectorsOf = (written: unknown): LogSelector[] => selectors.safeParse(written ?? []).data ?? []

/** Why nothing is answered, as the protocol says it. */
export class Refused extends Error {
  constructor(
    readonly status: 400 | 404 | 500,
    message: string,
    /** Its title, where the protocol has one; the console shows it. */
    readonly error: string = message
  ) {
    super(message)
  }
}

/** What one question may read, and how long. */
const MOST_BYTES = 256 * 1024 * 1024
const LONGEST_MS = 8000

/**
 * The log backends that answer for a selector: all of their labels are among its. What they read for one question is
 * counted against the budget.
 * @throws {Refused} where there is none, with the reasons.
 */
export async function backendsFor(
  db: Queryable,
  selector: LogSelector,
  now: () => Date
): Promise<{ backends: Backend[]; notes: string[]; budget: Budget }> {
  const budget: Budget = { bytes: MOST_BYTES, until: performance.now() + LONGEST_MS }
  const rows = await db.query<{ id: string; name: string; labels: Record<string, string> | null; spec: unknown }>(sql`
    select id::text, name, labels, spec from logging_backends
    where deleted_at is null and coalesce(agent_id, ${LOCAL_AGENT}) = ${LOCAL_AGENT} order by name, id`)
  const own = selector.labels ?? {}
  const fitting = rows.filter((row) => Object.entries(row.labels ?? {}).every(([key, value]) => own[key] === value))
  const notes: string[] = []
  const backends = fitting.flatMap(({ id, name, labels: answersFor, spec }): Backend[] => {
    try {
      const { file, http } = readBackend(spec)
      const labelled = { ...answersFor }
      return [
        ...(file
          ? [
              fileBackend(name, { ...file, labels: { ...labelled, ...file.labels } }, own, {
                now: () => now().getTime(),
                budget,
              }),
            ]
          : []),
        ...(http ? [serviceBackend(id, http, { name, selector: selector.name, labels: own })] : []),
      ]
    } catch (error) {
      notes.push(`${name}: ${errorText(error)}`)
      return []
    }
  })
  if (backends.length > 0) return { backends, notes, budget }
  const why = notes.length > 0 ? `${notes.join('; ')}.` : 'Add one among the log backends of the settings.'
  throw new Refused(500, `No log backend answers for ${selector.name}: ${why}`)
}
