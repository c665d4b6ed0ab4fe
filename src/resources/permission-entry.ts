import type { ResourcePermission } from '@/api/settings/resource-permissions'
import { capital, formatNames } from '@/shared/format'
import type { Target } from '@/lib/kinds'
import type { ItemListEntry } from './resource'

/**
 * A permission as an entry of a list.
 * @param it the resource in a sentence: `this playbook`
 * @param all resources of its kind: `playbooks`
 */
export const toPermissionEntry =
  (it: string, all: string) =>
  (one: ResourcePermission): ItemListEntry => {
    const reasons = { it, selector: `${all} that match a selector`, all: `all ${all}` }
    return {
      target: subjectOf(one),
      status: `${one.deny ? 'Cannot' : 'Can'} ${actionsOf(one)}`,
      tone: one.deny ? 'bad' : 'good',
      isOver: false,
      note: [reasons[one.by], one.until && `until ${one.until.slice(0, 10)}`].filter(Boolean).join(', '),
      at: one.created_at,
    }
  }

/** Formats `playbook:run,playbook:approve` as part of a sentence: `run and approve`. */
const actionsOf = ({ action }: ResourcePermission): string =>
  action === '*'
    ? 'do everything'
    : formatNames(action.split(',').map((one) => (one === 'update' ? 'change' : one.replace(/^playbook:/, ''))))

/** The subject of a permission. A group is a role, or has the name of one. */
function subjectOf(of: ResourcePermission): Target {
  const { subject_type: type, subject, person, team, notification, canary, playbook, scraper, topology } = of
  const known = new Map(Object.entries({ person, team, notification, canary, playbook, scraper, topology }))
  const { id, name } = known.get(type) ?? {}
  const label = name ?? subject ?? '(deleted)'
  return type === 'person' && id
    ? { kind: 'person', id, label }
    : // Subjects of other types have no page to link to.
      { kind: 'responder', id: of.id, label: type === 'group' ? label : `${capital(type)} ${label}` }
}
