import { shorten } from '@/shared/format'
import type { DatabaseRow, Queryable, Reader } from '../../data/db/db'
import { sql } from '../../data/db/sql'
import { writeUnlessRefused } from '../../identity/access/refuse-escalation'
import { findExpressionError } from '../../platform/expression/evaluate'
import { notificationEvents } from '@/shared/notifications/events'
import { groupKeyPattern } from '../dispatch/groups'
import { parseRule, type Rule, RuleError, type RuleRecipient } from './rule'

/** Performs a write, unless it creates a rule that the engine cannot use, or makes a rule unusable. */
export const refuseInvalidRules = (db: Reader, write: (db: Reader) => Promise<Response>): Promise<Response> =>
  writeUnlessRefused(db, write, readRows, (before, after) => {
    // Rules of earlier versions can be renamed and deleted as they are.
    const changed = [...after].filter(([id, row]) => describe(before.get(id)) !== describe(row))
    for (const [, row] of changed) {
      const message = findRuleProblem(row)
      if (message !== undefined)
        return Response.json({ code: '23514', message, details: null, hint: null }, { status: 400 })
    }
    return undefined
  })

async function readRows(tx: Queryable): Promise<ReadonlyMap<string, DatabaseRow>> {
  const rows = await tx.query<{ id: string; rule: DatabaseRow }>(sql`
    select id::text, to_jsonb(notifications) as rule from notifications where deleted_at is null`)
  return new Map(rows.map(({ id, rule }) => [id, rule]))
}

const unread = new Set(['name', 'namespace', 'error', 'error_at', 'source', 'created_at', 'updated_at', 'created_by'])
const describe = (row: DatabaseRow | undefined): string =>
  JSON.stringify(row && Object.entries(row).filter(([column]) => !unread.has(column)))

const durations = ['wait_for', 'wait_for_eval_period', 'group_by_interval', 'fallback_delay'] as const

/** Why the engine cannot use a rule, as a sentence that begins with its column; undefined if it can. */
export function findRuleProblem(row: DatabaseRow): string | undefined {
  const negative = durations.find((column) => Number(row[column] ?? 0) < 0)
  if (negative !== undefined) return `${negative}: a duration must not be negative.`
  try {
    return findProblem(parseRule(row))
  } catch (error) {
    if (error instanceof RuleError) return error.message
    throw error
  }
}

function findProblem({ events, filter, groupBy, recipient, fallback }: Rule): string | undefined {
  if (events.length === 0) return 'events: a rule needs at least one event.'
  const unknown = events.find((name) => !notificationEvents.includes(name))
  if (unknown !== undefined) return `events: there is no event "${shorten(unknown, 100)}".`
  const key = groupBy.find((one) => !groupKeyPattern.test(one))
  if (key !== undefined)
    return `group_by: "${shorten(key, 100)}" is not type, description, status_reason, label:NAME or tag:NAME.`
  if (!recipient) return 'The rule has no recipient: set person_id, team_id, playbook_id or custom_services.'
  return (
    findFilterProblem('filter', filter) ??
    findServiceProblem('custom_services', recipient) ??
    findServiceProblem('fallback_custom_services', fallback?.recipient)
  )
}

function findFilterProblem(column: string, filter: string | undefined): string | undefined {
  const error = filter === undefined ? undefined : findExpressionError(filter)
  return error === undefined ? undefined : `${column}: the filter cannot be evaluated: ${error}.`
}

function findServiceProblem(column: string, recipient: RuleRecipient | undefined): string | undefined {
  for (const { connection, url, filter } of recipient?.kind === 'services' ? recipient.services : []) {
    if (connection === undefined && url === undefined) return `${column}: a service needs a connection or a url.`
    const problem = findFilterProblem(column, filter)
    if (problem !== undefined) return problem
  }
  return undefined
}
