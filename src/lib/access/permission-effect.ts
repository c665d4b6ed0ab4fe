import type { AffectedPeople, Counted, Named, PermissionEffect, RightsChange } from '@/shared/access/explanation'
import { capital, formatCount, formatNames } from '@/shared/format'
import { objectName } from './right-words'

const isChange = ({ rights, runs }: RightsChange) => rights.length > 0 || runs.length > 0

/** How many people lose or gain rights: `3 people lose rights, 1 of them an administrator. You are one of them.` */
export function describePermissionEffect({ isInForce, isConditional, holders, groups }: PermissionEffect): string {
  if (!isInForce) return 'The end is in the past, so the permission has no effect.'
  if (groups.length === 0) {
    if (holders === 0) return 'No person has this permission, so nobody loses or gains a right.'
    const rest = isConditional ? ' Individual resources are checked only when playbooks run.' : ''
    return `Nobody loses or gains a right: ${formatCount(holders, 'person')} would have the permission.${rest}`
  }
  return (['loses', 'gains'] as const)
    .flatMap((way) => {
      const list = groups.filter((group) => isChange(group[way]))
      const count = list.reduce((sum, { people }) => sum + people.count, 0)
      if (count === 0) return []
      const administrators = list.reduce((sum, one) => sum + one.administrators, 0)
      const admins =
        administrators === 0
          ? ''
          : count === 1
            ? ', an administrator'
            : `, ${administrators} of them ${administrators === 1 ? 'an administrator' : 'administrators'}`
      const you = list.some(({ includesCaller }) => includesCaller)
        ? count === 1
          ? ' It is you.'
          : ' You are one of them.'
        : ''
      const verb = way === 'loses' ? (count === 1 ? 'loses' : 'lose') : count === 1 ? 'gains' : 'gain'
      return [`${formatCount(count, 'person')} ${verb} rights${admins}.${you}`]
    })
    .join(' ')
}

/** The names of people, with the number of the others: `Ada, Bo and 3 more`; `5 people` without names. */
export const describePeople = ({ people: { count, first } }: AffectedPeople): string =>
  first.length === 0 ? formatCount(count, 'person') : formatFirst({ count, first })

const formatFirst = ({ count, first }: Counted<Named>, most = 5): string => {
  const names = first.slice(0, most).map(({ name }) => name)
  return formatNames(
    count > names.length ? [...names, `${(count - names.length).toLocaleString('en')} more`] : names,
    most + 1
  )
}

/** What these people lose or gain, one sentence for each object. */
export function describeChange({ loses, gains }: AffectedPeople): string[] {
  return [...describeRights('lose', loses), ...describeRights('gain', gains)]
}

function describeRights(verb: 'lose' | 'gain', { rights, runs }: RightsChange): string[] {
  const all = rights.map(
    ({ object, actions }) => `${capital(verb)} ${formatNames(actions, 7)} on ${objectName(object)}.`
  )
  const single = runs.map(({ action, playbooks, resources }) => {
    const on = `${formatCount(playbooks.count, 'playbook')}: ${formatFirst(playbooks)}`
    const target =
      resources.count > 0 ? `, for ${formatCount(resources.count, 'resource')}: ${formatFirst(resources)}` : ''
    return `${capital(verb)} ${action} on ${on}${target}.`
  })
  return [...all, ...single]
}
