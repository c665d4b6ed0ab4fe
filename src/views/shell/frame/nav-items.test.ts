import { expect, test } from 'vitest'
import { whoami, whoamiAnswer } from '@/api/sign-in/whoami'
import { buildContext, type CommandEnvironment } from '@/commands/context'
import { pageAvailability } from '@/commands/go'
import type { AccessCaller } from '@/shared/access/access'
import { type AccessObject, type AccessRule, buildRoleRules } from '@/shared/access/policy'
import { areaObjects } from '@/shared/access/role-table'
import { logsPage } from '@/shared/pages/logs'
import type { Page } from '@/shared/routing/page'
import { pages } from '@/shared/routing/registry'
import { listNavItems, listSettingsItems, type NavItem } from './nav-items'

// A stored denial of an object closes its pages in the console, as it does on the server.

const denial = (object: AccessObject): AccessRule => ({
  id: '0190',
  subject: 'a person',
  object,
  action: 'read',
  condition: 'true',
  deny: true,
})
const administrator = (...rules: AccessRule[]): AccessCaller => ({
  roles: ['everyone', 'admin'],
  permissions: [...buildRoleRules(['admin']), ...rules],
})

const pathsOf = (items: readonly NavItem[]): string[] =>
  items.flatMap(({ href, subpages }) => [href, ...pathsOf(subpages)])
const listed = (who: AccessCaller) => pathsOf([...listNavItems(who, undefined), ...listSettingsItems(who, undefined)])
const offerOf = (who: AccessCaller, page: Page) => {
  const environment: CommandEnvironment = { path: '/', online: true, nameOf: () => undefined, ...who }
  return pageAvailability(buildContext([], environment), page)
}

/** The objects that a page reads. */
const objectsOf = ({ access }: Page): AccessObject[] => [
  ...new Set([
    ...(access?.areas ?? []).flatMap((area): readonly AccessObject[] => areaObjects[area].read),
    ...(access?.objects ?? []),
  ]),
]
// No denial keeps an administrator from the stored permissions, which include the feature flags.
const cells = pages.flatMap((page) =>
  page.access?.action === 'read'
    ? objectsOf(page).flatMap((object) => (object === 'database.system' ? [] : [[page.title, object, page] as const]))
    : []
)

test.each(cells)('%s is closed to a person who is denied %s [SHELL-09 ROLE-20]', (_title, object, page) => {
  const everything = administrator()
  expect(offerOf(everything, page)).toBe(true)
  const denied = administrator(denial(object))
  expect(listed(denied)).not.toContain(page.path)
  expect(offerOf(denied, page)).toMatch(/^A permission denies you read access to .+\. Administrators can remove it\.$/)
})

test('covers the pages of the console, and hides only those of a denied object', () => {
  expect(cells.length).toBeGreaterThan(20)
  const open = listed(administrator())
  const closed = open.filter((path) => !listed(administrator(denial('catalog'))).includes(path))
  expect(closed).toEqual([
    '/catalog',
    '/catalog/summary',
    '/catalog/changes',
    '/catalog/insights',
    '/settings/event-queue-status',
    '/settings/jobs',
    '/settings/teams',
  ])
})

test('lists the pages of the settings [SHELL-03]', () => {
  const labels = listSettingsItems(administrator(), undefined).map(({ label }) => label)
  expect(labels).toEqual(
    expect.arrayContaining([
      'Connections',
      'Permissions',
      'Jobs History',
      'Feature Flags',
      'Log Backends',
      'Event Queue',
      'Agents',
      'Integrations',
    ])
  )
})

test('names no denial where a role lacks the access', () => {
  const nobody = { roles: ['everyone'], permissions: buildRoleRules([]) }
  const people = cells.find(([title]) => title === 'People')
  expect(people && offerOf(nobody, people[2])).toBe('Requires read access to people. Administrators have it.')
})

test('closes the logs to a person who is denied them, and to nobody who merely lacks a rule for them', () => {
  const viewer = { roles: ['everyone', 'viewer'], permissions: buildRoleRules(['viewer']) }
  expect(offerOf(viewer, logsPage)).toBe(true)
  expect(listed(administrator(denial('logs')))).not.toContain(logsPage.path)
})

/** The permissions of a Mission Control: the rules of everyone for reading are left out, and a denial has no condition. */
const ofMissionControl = whoamiAnswer.parse({
  message: 'success',
  payload: {
    hostname: 'mission-control-0',
    user: { id: '0190', name: 'Vi', email: 'vi@shop.example', properties: {} },
    roles: ['everyone', 'viewer'],
    permissions: [
      { id: 'na', subject: 'everyone', object: 'database.kratos', action: '*', deny: true },
      { id: 'na', subject: 'viewer', object: 'incident', action: 'read' },
      { id: '0191', subject: '0190', object: 'catalog', action: 'read', deny: true },
      { id: '0192', subject: '0190', object: 'playbooks', action: 'playbook:*', deny: true },
      {
        id: '0193',
        subject: '0190',
        object: 'topology',
        action: 'read',
        deny: true,
        condition: 'r.obj.Component.Name == "a"',
      },
    ],
  },
})

test('hides the pages of a denied object in front of a Mission Control', () => {
  const select = whoami().select
  const { roles, permissions } = select?.(ofMissionControl) ?? {}
  const who: AccessCaller = { roles, permissions }
  const paths = listed(who)
  expect(paths).not.toContain('/catalog')
  // A denial of one component closes no page.
  expect(['/health', '/topology', '/incidents'].filter((path) => paths.includes(path))).toHaveLength(3)
})
