import { expect, test } from 'vitest'
import type { AffectedPeople, PermissionEffect } from '@/shared/access/explanation'
import { describeChange, describePeople, describePermissionEffect } from './permission-effect'

const nothing = { rights: [], runs: [] }
const group = (rest: Partial<AffectedPeople> = {}): AffectedPeople => ({
  people: { count: 1, first: [{ id: 'a', name: 'Ada' }] },
  administrators: 0,
  includesCaller: false,
  loses: { rights: [{ object: 'catalog', actions: ['update', 'delete'] }], runs: [] },
  gains: nothing,
  ...rest,
})
const effect = (rest: Partial<PermissionEffect> = {}): PermissionEffect => ({
  isInForce: true,
  isConditional: false,
  holders: 1,
  groups: [group()],
  isPartial: false,
  ...rest,
})
const five = {
  count: 5,
  first: [
    { id: 'a', name: 'Ada' },
    { id: 'b', name: 'Bo' },
  ],
}

test.each<[string, PermissionEffect, string]>([
  ['one person', effect(), '1 person loses rights.'],
  ['the user', effect({ groups: [group({ includesCaller: true })] }), '1 person loses rights. It is you.'],
  [
    'administrators',
    effect({ groups: [group({ people: five, administrators: 2, includesCaller: true })] }),
    '5 people lose rights, 2 of them administrators. You are one of them.',
  ],
  [
    'people who lose and others who gain rights',
    effect({ groups: [group(), group({ people: five, loses: nothing, gains: group().loses })] }),
    '1 person loses rights. 5 people gain rights.',
  ],
  ['nobody', effect({ holders: 0, groups: [] }), 'No person has this permission, so nobody loses or gains a right.'],
  [
    'a person who has no such right',
    effect({ groups: [] }),
    'Nobody loses or gains a right: 1 person would have the permission.',
  ],
  [
    'a resource that nothing checks',
    effect({ groups: [], isConditional: true }),
    'Nobody loses or gains a right: 1 person would have the permission. Individual resources are checked only when playbooks run.',
  ],
  ['a past end', effect({ isInForce: false, groups: [] }), 'The end is in the past, so the permission has no effect.'],
])('describes the effect on %s', (_who, given, expected) => {
  expect(describePermissionEffect(given)).toBe(expected)
})

test('describes what people lose and gain', () => {
  expect(describePeople(group({ people: five }))).toBe('Ada, Bo and 3 more')
  expect(describePeople(group({ people: { count: 5, first: [] } }))).toBe('5 people')
  const run = {
    action: 'playbook:run',
    playbooks: { count: 1, first: [{ id: 'p', name: 'restart' }] },
    resources: { count: 12, first: [{ id: 'c', kind: 'config', name: 'api' }] },
  }
  expect(
    describeChange(
      group({
        loses: { ...group().loses, runs: [run] },
        gains: { rights: [], runs: [{ ...run, resources: { count: 0, first: [] } }] },
      })
    )
  ).toEqual([
    'Lose update and delete on the catalog.',
    'Lose playbook:run on 1 playbook: restart, for 12 resources: api and 11 more.',
    'Gain playbook:run on 1 playbook: restart.',
  ])
})
