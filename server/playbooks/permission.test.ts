import { expect, test } from 'vitest'
import { type AccessAction, type AccessRule, buildRoleRules } from '../../src/shared/access/policy'
import { requirePlaybookRight } from './permission'
import type { PlaybookTarget, PlaybookTargetKind } from './playbook-target'

const playbook = { id: 'p1', name: 'restart', namespace: 'default' }
const thing = (kind: PlaybookTargetKind, more: Partial<PlaybookTarget['selectable']> = {}): PlaybookTarget => ({
  kind,
  id: `${kind}-1`,
  selectable: {
    id: `${kind}-1`,
    name: 'api',
    namespace: 'shop',
    type: 'Kubernetes::Pod',
    status: 'Running',
    health: 'healthy',
    agent: { id: 'a1', name: 'edge' },
    labels: { app: 'api' },
    tags: { cluster: 'eu' },
    properties: {},
    scope: ['canary-1', 'default/web'],
    isDeleted: false,
    ...more,
  },
  env: {},
})
const config = thing('config')

const rule = (condition: object | 'true' | 'false', more: Partial<AccessRule> = {}): AccessRule => ({
  id: 'stored',
  subject: 'guest',
  object: 'playbooks',
  action: 'playbook:run',
  condition: typeof condition === 'string' ? condition : JSON.stringify(condition),
  ...more,
})

function may(
  rules: readonly AccessRule[],
  resource: PlaybookTarget | 'nothing' = config,
  action: AccessAction = 'playbook:run'
) {
  try {
    // All users may read the resource, unless a rule denies it.
    requirePlaybookRight([...buildRoleRules([]), ...rules], action, {
      playbook,
      resource: resource === 'nothing' ? undefined : resource,
    })
    return 'yes'
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
const refused = (action = 'playbook:run') => `access denied: ${action} on playbook 'restart'`

test.each([
  ['admin', 'yes', 'yes', 'yes'],
  ['editor', 'yes', 'yes', 'yes'],
  ['responder', refused(), refused('playbook:approve'), refused('playbook:cancel')],
  ['viewer', refused(), refused('playbook:approve'), refused('playbook:cancel')],
])('%s: run %s', (role, ...expected) => {
  const rules = buildRoleRules([role])
  expect(
    (['playbook:run', 'playbook:approve', 'playbook:cancel'] as const).map((action) => may(rules, config, action))
  ).toEqual(expected)
})

test.each<[string, object | 'true' | 'false', PlaybookTarget | 'nothing', boolean]>([
  ['all playbooks', 'true', config, true],
  ['all playbooks, for nothing', 'true', 'nothing', true],
  ['nothing', 'false', config, false],
  ['nothing, in other words', {}, config, false],
  ['this playbook', { playbook: 'p1' }, config, true],
  ['this playbook, for nothing', { playbook: 'p1' }, 'nothing', true],
  ['another playbook', { playbook: 'p2' }, config, false],
  ['this item', { config: 'config-1' }, config, true],
  ['this item, for nothing', { config: 'config-1' }, 'nothing', false],
  ['another item', { config: 'config-2' }, config, false],
  ['a component of that id', { component: 'config-1' }, config, false],
  ['this component', { component: 'component-1' }, thing('component'), true],
  ['checks of this canary', { canary: 'canary-1' }, thing('check'), true],
  ['a canary that is the scope of something else', { canary: 'canary-1' }, config, false],
  ['a connection', { connection: 'c1' }, config, false],
  ['this playbook for this item', { playbook: 'p1', config: 'config-1' }, config, true],
  ['this playbook for another item', { playbook: 'p1', config: 'config-2' }, config, false],
  ['resources of its agent, by name', { agents: ['edge'] }, config, true],
  ['resources of its agent, by id', { agents: ['other', 'a1'] }, config, true],
  ['resources of another agent', { agents: ['other'] }, config, false],
  ['resources of an agent, for nothing', { agents: ['edge'] }, 'nothing', false],
  ['resources with its tag', { tags: { cluster: 'eu' } }, config, true],
  ['resources with its tag and another', { tags: { cluster: 'eu', zone: 'a' } }, config, false],
  ['resources with another value', { tags: { cluster: 'us' } }, config, false],
  ['a tag that every object has', { tags: { constructor: 'x' } }, config, false],
  ['selected playbooks', { selector: { playbooks: [{ name: 'rest*' }] } }, config, true],
  ['other selected playbooks', { selector: { playbooks: [{ name: 'stop*' }] } }, config, false],
  [
    'selected items',
    {
      selector: {
        configs: [
          { name: 'x', agent: 'all' },
          { name: 'api', agent: 'all' },
        ],
      },
    },
    config,
    true,
  ],
  ['selected items of the local agent', { selector: { configs: [{ name: 'api' }] } }, config, false],
  ['every item', { selector: { configs: [{ name: '*' }] } }, config, true],
  ['every component', { selector: { components: [{ name: '*' }] } }, config, false],
  ['nothing selected', { selector: { configs: [{}] } }, config, false],
  ['an empty selector', { selector: {} }, config, false],
  [
    'selected playbooks for selected items',
    { selector: { playbooks: [{ name: 'restart' }], configs: [{ labelSelector: 'app=api', agent: 'edge' }] } },
    config,
    true,
  ],
  [
    'selected playbooks for other items',
    { selector: { playbooks: [{ name: 'restart' }], configs: [{ labelSelector: 'app=web', agent: 'edge' }] } },
    config,
    false,
  ],
  ['connections', { selector: { connections: [{ name: '*' }] } }, config, false],
  ['a selector with an unknown member', { selector: { configs: [{ name: '*', moon: 'full' }] } }, config, false],
  ['a condition with an unknown member', { playbook: 'p1', moon: 'full' }, config, false],
])('applies a permission for %s', (_name, condition, resource, expected) => {
  expect(may([rule(condition)], resource)).toBe(expected ? 'yes' : refused())
  // The same denial also applies to an administrator, and a condition that cannot be evaluated denies.
  const isUnknown = JSON.stringify(condition).includes('moon')
  const denied = may([...buildRoleRules(['admin']), rule(condition, { deny: true })], resource)
  expect(denied).toBe(expected || isUnknown ? refused() : 'yes')
})

test.each<[string, Partial<AccessRule>, boolean]>([
  ['about another action', { action: 'playbook:approve' }, false],
  ['about all actions', { action: '*' }, true],
  ['about one of several', { action: 'read,playbook:run' }, true],
  ['stored as about the catalog', { object: 'catalog', condition: '{"config":"config-1"}' }, true],
  ['about all of the catalog', { object: 'catalog' }, false],
  ['about all of everything', { object: '*' }, true],
  ['stored as about incidents', { object: 'incident', condition: '{"config":"config-1"}' }, false],
  ['that cannot be read', { condition: '{"config":' }, false],
])('applies a permission %s', (_name, more, expected) => {
  expect(may([rule('true', more)])).toBe(expected ? 'yes' : refused())
})

test('refuses to run for an unreadable resource', () => {
  const run = rule('true')
  const denial = { action: 'read', deny: true, object: 'catalog' } as const
  const message = "access denied: read on config 'config-1'"
  expect(may([run, rule('true', denial)])).toBe(message)
  expect(may([run, rule({ config: 'config-1' }, denial)])).toBe(message)
  expect(may([run, rule({ config: 'config-2' }, denial)])).toBe('yes')
  expect(may([run, rule('true', { ...denial, object: 'topology' })])).toBe('yes')
  // Reading a playbook is a separate permission.
  expect(may([run, rule({ playbook: 'p1' }, { ...denial, object: 'playbooks' })])).toBe('yes')
})
