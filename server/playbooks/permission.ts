import type { AccessAction, AccessRule } from '../../src/shared/access/policy'
import { HttpError } from '../http/errors'
import { decidePlaybookRight, type PlaybookSubject } from '../identity/access/resource-rules'

/**
 * Requires that these rules let the caller do this with this playbook for this resource, see `decidePlaybookRight`.
 * @throws {HttpError} 403 with the message of the protocol.
 */
export function requirePlaybookRight(rules: readonly AccessRule[], action: AccessAction, about: PlaybookSubject): void {
  const { missing } = decidePlaybookRight(rules, action, about)
  const { playbook, resource } = about
  if (missing === 'resource') throw new HttpError(403, `access denied: read on ${resource?.kind} '${resource?.id}'`)
  if (missing === 'playbook') throw new HttpError(403, `access denied: ${action} on playbook '${playbook.name}'`)
}
