import type { NotificationEvent } from '../event'
import { reportedHealth } from '../health-events'

/** Why the message about an event is no longer of use, as a sentence; undefined if it still is. */
export function describeObsolescence({ name, resource }: NotificationEvent): string | undefined {
  if (!resource) return undefined
  const { isDeleted, health, name: resourceName } = resource.selectable
  if (isDeleted) return name.endsWith('.deleted') ? undefined : `Not sent, because ${resourceName} was deleted.`
  const [kind = ''] = name.split('.')
  const reported = reportedHealth(name)
  // A check that fails has any health but healthy.
  const isSame = kind === 'check' ? (health === 'healthy') === (reported === 'healthy') : health === reported
  const isCurrent = reported === undefined || isSame
  return isCurrent ? undefined : `Not sent, because the health of ${resourceName} is ${health || 'unknown'} now.`
}
