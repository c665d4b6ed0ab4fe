import { formatCount } from '../../lib/format'
import type { Row } from './order'

/** How checks changed since they were looked at: ids of those that became unhealthy, and of those that recovered. */
export type Changes = { broken: ReadonlySet<string>; recovered: ReadonlySet<string> }

export const noChanges: Changes = { broken: new Set(), recovered: new Set() }

/** What two lists differ in, on top of what had changed before: what came and went in between is no news. */
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

/** `2 checks became unhealthy, 1 recovered.`; undefined when there is nothing to say. */
export function digestOf({ broken, recovered }: Changes, level: 'off' | 'critical' | 'all'): string | undefined {
  const announced = level === 'all' ? recovered.size : 0
  if (level === 'off' || broken.size + announced === 0) return undefined
  if (broken.size === 0) return `${formatCount(announced, 'check')} recovered.`
  return `${formatCount(broken.size, 'check')} became unhealthy${announced > 0 ? `, ${announced} recovered` : ''}.`
}
