import { type FullPermission, permissions } from '@/api/settings/permissions'
import { resourceTargets, subjectTarget } from '@/lib/settings/permission-words'
import { resourcePath } from '@/shared/routing/registry'
import { CommandError, type Effects, type Outcome, type Target } from '../command'

type One = { permission: readonly Target<'permission'>[] }

/** Opens the page of the subject, such as a notification rule. */
export const openPermissionSubject = ({ permission: [one] }: One, effects: Effects): Promise<Outcome | void> =>
  open(one, effects, subjectTarget, 'The subject of this permission has no page: it is a role, or was deleted.')

/** Opens the page of the resource, if the permission names a single one. */
export const openPermissionResource = ({ permission: [one] }: One, effects: Effects): Promise<Outcome | void> =>
  open(
    one,
    effects,
    (row) => resourceTargets(row)[0],
    'This permission names no single resource: it is for an area or a selector.'
  )

async function open(
  target: Target | undefined,
  effects: Effects,
  find: (row: FullPermission) => Target | undefined,
  nothing: string
): Promise<Outcome | void> {
  const row = target && (await effects.fetch(permissions.one(target.id)))
  if (!row) throw new CommandError('This permission no longer exists.')
  const found = find(row)
  const path = found && resourcePath(found.kind, found.id)
  if (path === undefined) return { message: nothing, isFailure: true }
  effects.navigate(path)
}
