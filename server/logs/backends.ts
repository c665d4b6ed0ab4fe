import { z } from 'zod'
import type { Queryable } from '../data/db/db'
import { sql } from '../data/db/sql'
import { LOCAL_AGENT } from '../platform/jobs/job-history'
import type { LogSelector } from '../platform/log-reader'
import { formatError } from '../platform/outside/error-text'
import { createFileBackend } from './files'
import type { ReadBudget } from './read-lines'
import { createServiceBackend } from './service'
import type { LogBackendReader } from './source'
import { parseLogBackend } from './spec'

export const logLabelsSchema = z.record(z.string().max(200), z.string().max(1000))

const selectors = z.array(z.object({ name: z.string(), labels: logLabelsSchema.nullish() }))

/** The selectors in the column `log_selectors` of a component; empty when the value is invalid. */
export const parseLogSelectors = (written: unknown): LogSelector[] => selectors.safeParse(written ?? []).data ?? []

/** A refused request, with the message of the protocol. */
export class LogRequestError extends Error {
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
const SERVICE_DEADLINE_MS = 10_000

/**
 * Returns the log backends for a selector: all their labels must be among the selector's. The bytes they read for one
 * request count against the budget.
 * @throws {LogRequestError} with the reasons, when there is none.
 */
export async function findLogBackends(
  db: Queryable,
  selector: LogSelector,
  now: () => Date,
  serviceDeadlineMs = SERVICE_DEADLINE_MS
): Promise<{ backends: LogBackendReader[]; notes: string[]; budget: ReadBudget }> {
  const budget: ReadBudget = { bytes: MOST_BYTES, until: performance.now() + LONGEST_MS }
  const rows = await db.query<{ id: string; name: string; labels: Record<string, string> | null; spec: unknown }>(sql`
    select id::text, name, labels, spec from logging_backends
    where deleted_at is null and coalesce(agent_id, ${LOCAL_AGENT}) = ${LOCAL_AGENT} order by name, id`)
  const own = selector.labels ?? {}
  const matching = rows.filter((row) => Object.entries(row.labels ?? {}).every(([key, value]) => own[key] === value))
  const notes: string[] = []
  const backends = matching.flatMap(({ id, name, labels: answersFor, spec }): LogBackendReader[] => {
    try {
      const { file, http } = parseLogBackend(spec)
      const labelled = { ...answersFor }
      return [
        ...(file
          ? [
              createFileBackend(name, { ...file, labels: { ...labelled, ...file.labels } }, own, {
                now: () => now().getTime(),
                budget,
              }),
            ]
          : []),
        ...(http
          ? [
              createServiceBackend(id, http, {
                name,
                selector: selector.name,
                labels: own,
                deadlineMs: serviceDeadlineMs,
              }),
            ]
          : []),
      ]
    } catch (error) {
      notes.push(`${name}: ${formatError(error)}`)
      return []
    }
  })
  if (backends.length > 0) return { backends, notes, budget }
  const why = notes.length > 0 ? `${notes.join('; ')}.` : 'Add one to the log backends in the settings.'
  throw new LogRequestError(500, `There is no log backend for ${selector.name}: ${why}`)
}
