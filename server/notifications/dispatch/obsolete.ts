import type { NotificationEvent } from '../event'

const healths = new Set(['healthy', 'unhealthy', 'warning', 'unknown'])

/** Why the message about an event is no longer of use, as a sentence; undefined if it still is. */
export function describeObsolescence({ name, resource }: NotificationEvent): string | undefined {
  if (!resource) return undefined
  const { isDeleted, health, name: resourceName } = resource.selectable
  const [kind, state = ''] = name.split('.')
  if (isDeleted) return state === 'deleted' ? undefined : `Not sent, because ${resourceName} was deleted.`
  const isHealthy = health === 'healthy'
  const isCurrent =
    kind === 'check'
      ? (state === 'passed' && isHealthy) || (state === 'failed' && !isHealthy)
      : !healths.has(state) || health === state
  return isCurrent ? undefined : `Not sent, because the health of ${resourceName} is ${health || 'unknown'} now.`
}
