import { formatCount } from '@/shared/format'
import type { HealthRow } from './order'

/** The names by id of the checks that became unhealthy or recovered since the last digest. */
export type HealthChanges = { broken: ReadonlyMap<string, string>; recovered: ReadonlyMap<string, string> }

export const noHealthChanges: HealthChanges = { broken: new Map(), recovered: new Map() }

/** Adds the differences between two lists to earlier changes. A check that is back in its initial state is dropped. */
export function addHealthChanges(
  { broken, recovered }: HealthChanges,
  before: readonly HealthRow[],
  after: readonly HealthRow[]
): HealthChanges {
  const was = new Map(before.map(({ id, status }) => [id, status]))
  const next = { broken: new Map(broken), recovered: new Map(recovered) }
  for (const { id, name, status } of after) {
    const old = was.get(id)
    if (old === undefined || old === status) continue
    if (status === 'unhealthy' && !next.recovered.delete(id)) next.broken.set(id, name)
    if (status === 'healthy' && old === 'unhealthy' && !next.broken.delete(id)) next.recovered.set(id, name)
  }
  return next
}

/**
 * The digest, such as `payments became unhealthy, 2 checks recovered.` A single check is named. Undefined if there is
 * nothing to announce.
 */
export function formatDigest(
  { broken, recovered }: HealthChanges,
  level: 'off' | 'critical' | 'all'
): string | undefined {
  if (level === 'off') return undefined
  const parts = [
    ...(broken.size > 0 ? [`${subjectOf(broken)} became unhealthy`] : []),
    ...(level === 'all' && recovered.size > 0 ? [`${subjectOf(recovered)} recovered`] : []),
  ]
  return parts.length === 0 ? undefined : `${parts.join(', ')}.`
}

function subjectOf(checks: ReadonlyMap<string, string>): string {
  const [name, another] = checks.values()
  return name !== undefined && another === undefined ? name : formatCount(checks.size, 'check')
}
