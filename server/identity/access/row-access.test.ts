import { expect, test } from 'vitest'
import type { AccessRule } from '@/shared/access/policy'
import { isLimited, toRowAccess } from './row-access'

const rule = (condition: object | string, more: Partial<AccessRule> = {}): AccessRule => ({
  id: 'stored',
  subject: 'guest',
  object: '*',
  action: 'read',
  condition: typeof condition === 'string' ? condition : JSON.stringify(condition),
  ...more,
})
const deny = true

test.each<[string, AccessRule, object[], object[]]>([
  ['for an agent', rule({ agents: ['edge'] }), [{ agents: ['edge'] }], [{ agents: ['edge'] }]],
  ['with tags', rule({ tags: { team: 'shop' } }), [{ tags: { team: 'shop' } }], [{ tags: { team: 'shop' } }]],
  ['with tags that are numbers', rule({ tags: { tier: 1 } }, { object: 'catalog' }), [{ tags: { tier: '1' } }], []],
  [
    'for an agent with tags',
    rule({ agents: ['a'], tags: { b: 'c' } }, { object: 'topology' }),
    [],
    [{ agents: ['a'], tags: { b: 'c' } }],
  ],
  ['with every action', rule({ agents: ['a'] }, { action: '*', object: 'catalog' }), [{ agents: ['a'] }], []],
  ['to update', rule({ agents: ['a'] }, { action: 'update' }), [], []],
  ['on another object', rule({ agents: ['a'] }, { object: 'playbooks' }), [], []],
  ['on everything', rule('true'), [], []],
  ['nothing', rule('false'), [], []],
  ['with a selector', rule({ agents: ['a'], selector: { configs: [{ name: 'x' }] } }), [], []],
  ['for one playbook', rule({ agents: ['a'], playbook: 'p' }), [], []],
  ['for one item', rule({ config: 'c' }), [], []],
  ['with tags that are no texts', rule({ tags: { team: ['shop'] } }), [], []],
])('converts a read permission %s to row access', (_name, given, configs, components) => {
  const access = toRowAccess([given])
  expect([access.configs.shown, access.components.shown]).toEqual([configs, components])
  expect([access.configs.hidden, access.components.hidden]).toEqual([[], []])
})

test.each<[string, AccessRule, object[], object[]]>([
  ['for an agent', rule({ agents: ['edge'] }, { deny }), [{ agents: ['edge'] }], [{ agents: ['edge'] }]],
  ['with tags', rule({ tags: { team: 'pay' } }, { deny, object: 'catalog' }), [{ tags: { team: 'pay' } }], []],
  ['for one item', rule({ config: 'c' }, { deny }), [{ id: 'c' }], []],
  ['for one component', rule({ component: 'k' }, { deny }), [], [{ id: 'k' }]],
  ['for one item and one playbook', rule({ config: 'c', playbook: 'p' }, { deny }), [{ id: 'c' }], []],
  ['for items by a selector', rule({ selector: { configs: [{ name: 'x' }] } }, { deny }), [{}], []],
  [
    'with tags that are no texts',
    rule({ tags: { team: ['x'], a: 'b' } }, { deny, object: 'catalog' }),
    [{ tags: { a: 'b' } }],
    [],
  ],
  ['for one playbook', rule({ playbook: 'p' }, { deny }), [], []],
])('converts a denial %s to row access', (_name, given, configs, components) => {
  const access = toRowAccess([given])
  expect([access.configs.hidden, access.components.hidden]).toEqual([configs, components])
  expect([access.configs.shown, access.components.shown]).toEqual([[], []])
})

test.each<[string, string[], boolean]>([
  ['guests', ['everyone', 'guest'], true],
  ['callers without a role', ['everyone'], true],
  ['callers with an unknown role', ['everyone', 'owner'], true],
  ['a guest who is also a viewer', ['everyone', 'viewer', 'guest'], false],
  ['administrators', ['everyone', 'admin'], false],
  ['agents', ['everyone', 'agent'], false],
])('decides whether row access is limited for %s', (_name, roles, expected) => {
  expect(isLimited(roles)).toBe(expected)
})
