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

/** The selectors in the column `log_selectors` of a component; empty when the value is invalid. */
export const selectorsOf = (written: unknown): LogSelector[] => selectors.safeParse(written ?? []).data ?? []

/** A refused request, with the message of the protocol. */
export class Refused extends Error {
  constructor(
    readonly status: 400 | 404 | 500,
    message: string,
    /** The title, where the protocol defines one; the console shows it. */
    readonly error: string = message
  ) {
    super(message)
  }
}

/** Limits of one request: bytes and milliseconds. */
const MOST_BYTES = 256 * 1024 * 1024
const LONGEST_MS = 8000

/**
 * Returns the log backends for a selector: all their labels must be among the selector's. The bytes they read for one
 * request count against the budget.
 * @throws {Refused} with the reasons, when there is none.
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
  const why = notes.length > 0 ? `${notes.join('; ')}.` : 'Add one to the log backends in the settings.'
  throw new Refused(500, `There is no log backend for ${selector.name}: ${why}`)
}
