import { formatCount } from '../../lib/format'
import type { Row } from './order'

/** Ids of the checks that became unhealthy, and of those that recovered, since the last digest. */
export type Changes = { broken: ReadonlySet<string>; recovered: ReadonlySet<string> }

export const noChanges: Changes = { broken: new Set(), recovered: new Set() }

/** Adds the differences between two lists to earlier changes. A check that is back in its first state is dropped. */
export function withChanges({ broken, recovered }: Changes, before: readonly Row[], after: readonly Row[]): Changes {
  const was = new Map(before.map(({ id, status }) => [id, status]))
  const next = { broken: new Set(broken), recovered: new Set(recovered) }
  for (const { id, status } of after) {
    const old = was.get(id)
    if (old === undefined || old === status) continue
    if (status === 'unhealthy' && !next.recovered.delete(id)) next.broken.add(id)
    if (status === 'healthy' && old === 'unhealthy' && !next.broken.delete(id)) next.recovered.add(id)
  }
  return next
}

/** The digest, such as `2 checks became unhealthy, 1 recovered.`; undefined when there is nothing to announce. */
export function digestOf({ broken, recovered }: Changes, level: 'off' | 'critical' | 'all'): string | undefined {
  const announced = level === 'all' ? recovered.size : 0
  if (level === 'off' || broken.size + announced === 0) return undefined
  if (broken.size === 0) return `${formatCount(announced, 'check')} recovered.`
  return `${formatCount(broken.size, 'check')} became unhealthy${announced > 0 ? `, ${announced} recovered` : ''}.`
}
