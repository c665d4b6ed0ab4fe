import { expect, test } from 'vitest'
import { withMacros } from '../../tests/helpers/macros'
import { type Flags, readFlags } from '../shared/access/flags'
import type { UndoPolicy } from './command'
import { buildContext } from './context'
import type { PlaceData } from './place'
import { commandAvailability, planCall } from './prepare'
import { allCommands } from './every-command'
import { findCommand } from './registry'
import { parseCall } from './call'

// offers.txt contains the availability of commands by role, place and connection, so that changes show up in review.
// Commands that are available to all roles everywhere are omitted.

withMacros()

const roles = ['admin', 'editor', 'commander', 'responder', 'viewer', 'guest'] as const
const check: PlaceData = {
  scope: 'list',
  of: 'check',
  target: { kind: 'check', id: 'a', label: 'homepage' },
  choices: { sort: [{ value: 'name', label: 'Name' }], filter: [{ value: 'labels', label: 'Labels' }] },
}
const app: PlaceData = { scope: 'app' }
const places: Record<string, readonly PlaceData[]> = { 'on a check': [check, app], 'on a page': [app] }

/** Commands without a `run` count as handled; the tests of the views check their handlers. */
const everyHandler = Object.fromEntries(allCommands.filter(({ run }) => !run).map(({ id }) => [id, () => undefined]))

function answersOf(id: string): string[] {
  const command = findCommand(id)
  if (!command) return []
  return Object.entries(places).flatMap(([where, path]) =>
    [true, false].map((online) => {
      const offers = roles.map((role) => {
        const environment = { path: '/health', roles: [role], online, nameOf: () => undefined }
        return commandAvailability(command, buildContext([{ ...app, handlers: everyHandler }, ...path], environment))
      })
      const words = offers.map((offer) => (offer === true ? 'yes' : offer === false ? 'absent' : offer))
      const byRole = roles.map((role, index) => `${role}: ${words[index]}`)
      const all = new Set(words).size === 1 ? `all roles: ${words[0]}` : byRole.join('; ')
      return `  ${where}, ${online ? 'online' : 'offline'}: ${all}`
    })
  )
}

test('offers each command to each role as listed in offers.txt', async () => {
  const offers = allCommands
    .map(({ id }) => ({ id, lines: answersOf(id) }))
    .filter(({ lines }) => lines.some((line) => !line.endsWith('all roles: yes')))
    .map(({ id, lines }) => `${id}\n${lines.join('\n')}\n`)
  await expect(offers.join('\n')).toMatchFileSnapshot('offers.txt')
})

test.each([
  [
    'health.disable',
    [
      'check.open',
      'check.run',
      'check.runShown',
      'health.hidePassing',
      'health.pivot',
      'go.health',
      'check.edit',
      'check.explain',
      'go.canaries',
      'go.jobs',
      'job.copyResource',
      'job.filterName',
      'job.open',
      'job.openAgent',
      'job.openResource',
    ],
  ],
  ['settings.health.disable', ['check.edit', 'go.canaries']],
  [
    'logs.disable',
    [
      'go.logs',
      'logs.open',
      'logs.component',
      'logs.follow',
      'logs.wrap',
      'logs.download',
      'logs.context',
      'logs.copy',
      'go.logBackends',
    ],
  ],
  ['settings.config_scraper.disable', ['scraper.run', 'go.scrapers']],
  ['settings.topology.disable', ['topology.run', 'go.topologies']],
  ['settings.rules.disable', ['go.incidentRules']],
  [
    'incidents.disable',
    [
      'go.incidents',
      'incident.open',
      'incident.create',
      'incident.edit',
      'incident.status',
      'incident.severity',
      'incident.type',
      'incident.take',
      'incident.commander',
      'incident.communicator',
      'responder.add',
      'responder.remove',
      'comment.add',
      'hypothesis.create',
      'hypothesis.rename',
      'hypothesis.status',
      'hypothesis.accept',
      'hypothesis.delete',
      'evidence.weigh',
      'evidence.done',
      'evidence.definition',
      'done.add',
      'done.automate',
      'evidence.script',
      'evidence.remove',
      'evidence.link',
      'incident.postmortem',
      'report.print',
    ],
  ],
  ['settings.integrations.disable', ['go.integrations', 'integration.open', 'integration.add']],
])('with %s, these commands do not exist: %j [FLAG-02 FLAG-03 INC-26]', (name, expected) => {
  const everywhere = { ...check, choices: { ...check.choices, pivot: [{ value: 'label', label: 'Label' }] } }
  const offersWith = (flags: Flags) => {
    const environment = { path: '/health', roles: ['admin'], flags, online: true, nameOf: () => undefined }
    const context = buildContext([{ ...app, handlers: everyHandler }, everywhere, app], environment)
    return allCommands.filter((command) => commandAvailability(command, context) !== false).map(({ id }) => id)
  }
  const off = new Set(offersWith(readFlags([{ name, value: 'true' }])))
  expect(
    offersWith(new Set())
      .filter((id) => !off.has(id))
      .toSorted()
  ).toEqual(expected.toSorted())
})

test('refuses to open the checks without read access and gives the reason', () => {
  const go = findCommand('go.health')
  const environment = { path: '/', roles: ['no such role'], online: true, nameOf: () => undefined }
  expect(go && commandAvailability(go, buildContext([app], environment))).toBe(
    'Requires read access to canaries. Administrators, editors, commanders, responders, viewers and guests have it.'
  )
  expect(go && commandAvailability(go, buildContext([app], { ...environment, roles: [], isReadOnly: true }))).toBe(true)
})

const declared = (undo: UndoPolicy) => allCommands.filter((one) => one.undo === undo)

test('every change declares how it can be undone', () => {
  expect(allCommands.filter(({ effect, undo }) => (effect === 'change') !== (undo !== undefined))).toEqual([])
  // Checks, scrapers and topologies also run on schedule, the test of a connection changes nothing, and signing in again
  // returns to the same page.
  const needless = ['check.run', 'connection.test', 'scraper.run', 'session.signOut', 'topology.run']
  expect(
    declared('needless')
      .map(({ id }) => id)
      .toSorted()
  ).toEqual(needless)
})

/** Written values of slots whose options are not a list. */
const examples: Record<string, string> = {
  checks: 'check:6ba7b810-9dad-11d1-80b4-00c04fd430c8,check:b',
  agent: 'agent:a',
  agents: 'agent:a',
  team: 'team:a',
  check: 'check:6ba7b810-9dad-11d1-80b4-00c04fd430c8',
  target: 'check:a',
  things: 'check:a,config:b',
  person: 'person:a',
  people: 'person:a',
  invitation: 'invitation:a',
  invitations: 'invitation:a',
  sessions: 'session:a',
  hypothesis: 'hypothesis:a',
  row: 'playbook:a',
  notifications: 'notification:a',
  run: 'run:a',
  runs: 'run:a',
  evidences: 'evidence:a',
  role: 'viewer',
  rule: 'notificationrule:a',
  playbook: 'restart',
  tokens: 'token:a',
  params: '{}',
  macro: 'last',
  'permission.explain subject': 'viewer',
  'permission.explain permission': '6ba7b810-9dad-11d1-80b4-00c04fd430c8',
  'permission.explain action': 'playbook:run',
  'permission.explain object': 'catalog',
  'permission.explain playbook': '6ba7b810-9dad-11d1-80b4-00c04fd430c8',
  'permission.explain check': '6ba7b810-9dad-11d1-80b4-00c04fd430c8',
}

test.each(declared('none').map(({ id }) => id))(
  '%s, which cannot be undone, needs its own form or a confirmation',
  (id) => {
    const given = Object.keys(findCommand(id)?.slots ?? {}).flatMap((name) =>
      examples[name] ? [[name, examples[name]]] : []
    )
    const context = buildContext([app], { path: '/', roles: ['admin'], online: true, nameOf: () => undefined })
    const steps = (['key', 'palette', 'button', 'menu', 'link', 'repeat'] as const).map(
      (origin) =>
        planCall(
          { call: parseCall({ id, args: Object.fromEntries(given) }, findCommand).call, origin },
          context,
          findCommand
        ).step
    )
    expect(steps.filter((step) => step !== 'confirm' && step !== 'open')).toEqual([])
  }
)

const changing = allCommands.filter(({ effect }) => effect === 'change').map(({ id }) => id)
test.each(changing)('a link to %s runs nothing without confirmation', (id) => {
  const context = buildContext([{ ...check, handlers: everyHandler }, app], {
    path: '/health',
    roles: ['admin'],
    online: true,
    nameOf: () => undefined,
  })
  const { step } = planCall({ call: { id, args: {} }, origin: 'link' }, context, findCommand)
  expect(['ask', 'confirm', 'open', 'absent', 'refused']).toContain(step)
})

test.each(
  allCommands.flatMap(({ id, slots = {} }) =>
    Object.entries(slots).flatMap(([name, slot]) => {
      const listed =
        slot.options?.from === 'list'
          ? slot.options.list(
              buildContext([check, app], { path: '/', roles: ['admin'], online: true, nameOf: () => '' }),
              {}
            )
          : []
      const values = Array.isArray(listed) ? listed.map(({ value }) => slot.write(value)) : []
      const example = examples[`${id} ${name}`] ?? examples[name]
      const written = [...values, ...(example ? [example] : [])]
      return written.slice(0, 20).map((text) => [id, name, text] as const)
    })
  )
)('%s: reads and writes the argument %s unchanged: %s', (id, name, text) => {
  const slot = findCommand(id)?.slots?.[name]
  expect(slot?.write(slot.schema.parse(text))).toBe(text)
})
