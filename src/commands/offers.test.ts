import { expect, test } from 'vitest'
import { type Flags, flagsOf } from '../lib/flags'
import { contextIn } from './context'
import type { Place } from './place'
import { offerOf, prepare } from './prepare'
import { commands, findCommand } from './registry'
import { formatCall } from './call'

// What is offered to whom, where and when, as text that is read in review: offers.txt. A command that is offered to
// everybody everywhere is not in it.

const roles = ['admin', 'editor', 'commander', 'responder', 'viewer', 'guest'] as const
const check: Place = {
  scope: 'list',
  of: 'check',
  target: { kind: 'check', id: 'a', label: 'homepage' },
  choices: { sort: [{ value: 'name', label: 'Name' }], filter: [{ value: 'labels', label: 'Labels' }] },
}
const app: Place = { scope: 'app' }
const places: Record<string, readonly Place[]> = { 'on a check': [check, app], 'on a page': [app] }

/** Those whose view is not here, are taken as if it were: whether it is, is the view's own test. */
const everyHandler = Object.fromEntries(commands.filter(({ run }) => !run).map(({ id }) => [id, () => undefined]))

function answersOf(id: string): string[] {
  const command = findCommand(id)
  if (!command) return []
  return Object.entries(places).flatMap(([where, path]) =>
    [true, false].map((online) => {
      const offers = roles.map((role) => {
        const environment = { path: '/health', roles: [role], online, nameOf: () => undefined }
        return offerOf(command, contextIn([{ ...app, handlers: everyHandler }, ...path], environment))
      })
      const words = offers.map((offer) => (offer === true ? 'yes' : offer === false ? 'absent' : offer))
      const told = roles.map((role, index) => `${role}: ${words[index]}`)
      const all = new Set(words).size === 1 ? `everybody: ${words[0]}` : told.join('; ')
      return `  ${where}, ${online ? 'online' : 'offline'}: ${all}`
    })
  )
}

test('what is refused or absent for whom is as it was reviewed', async () => {
  const told = commands
    .map(({ id }) => ({ id, lines: answersOf(id) }))
    .filter(({ lines }) => lines.some((line) => !line.endsWith('everybody: yes')))
    .map(({ id, lines }) => `${id}\n${lines.join('\n')}\n`)
  await expect(told.join('\n')).toMatchFileSnapshot('offers.txt')
})

test.each([
  [
    'health.disable',
    [
      'check.open',
      'check.run',
      'check.runShown',
      'health.hidePassing',
      'health.filters',
      'health.pivot',
      'go.health',
      'check.edit',
      'copy.spec',
    ],
  ],
  ['settings.health.disable', ['check.edit']],
  ['logs.disable', ['go.logBackends', 'resource.create', 'resource.edit', 'resource.delete']],
])('with %s these do not exist for anybody: %j [FLAG-02 FLAG-03]', (name, expected) => {
  const everywhere = { ...check, choices: { ...check.choices, pivot: [{ value: 'label', label: 'Label' }] } }
  const offersWith = (flags: Flags) => {
    const environment = { path: '/health', roles: ['admin'], flags, online: true, nameOf: () => undefined }
    const context = contextIn([{ ...app, handlers: everyHandler }, everywhere, app], environment)
    return commands.filter((command) => offerOf(command, context) !== false).map(({ id }) => id)
  }
  const off = new Set(offersWith(flagsOf([{ name, value: 'true' }])))
  expect(offersWith(new Set()).filter((id) => !off.has(id))).toEqual(expected)
})

test('who may not read the checks is told so when going there', () => {
  const go = findCommand('go.health')
  const environment = { path: '/', roles: ['no such role'], online: true, nameOf: () => undefined }
  expect(go && offerOf(go, contextIn([app], environment))).toBe('Needs read access to canaries.')
  expect(go && offerOf(go, contextIn([app], { ...environment, roles: [], isReadOnly: true }))).toBe(true)
})

test('what changes something and can neither be undone nor is asked about is on this list', () => {
  const bold = commands.filter(
    ({ effect, undoable, confirm, opens }) => effect === 'change' && !undoable && !confirm && opens !== 'form'
  )
  // Signing in again leads back to the same place.
  expect(bold.map(({ id }) => id)).toEqual(['session.signOut'])
})

const changing = commands.filter(({ effect }) => effect === 'change').map(({ id }) => id)
test.each(changing)('a link to %s runs nothing before somebody has confirmed it', (id) => {
  const context = contextIn([{ ...check, handlers: everyHandler }, app], {
    path: '/health',
    roles: ['admin'],
    online: true,
    nameOf: () => undefined,
  })
  const { step } = prepare({ call: formatCall({ id, args: {} }), origin: 'link' }, context, findCommand)
  expect(['ask', 'confirm', 'open', 'absent', 'refused']).toContain(step)
})

/** A written example of every kind of slot: what is read from it is written as the same. */
const examples: Record<string, string> = {
  checks: 'check:6ba7b810-9dad-11d1-80b4-00c04fd430c8,check:b',
  check: 'check:6ba7b810-9dad-11d1-80b4-00c04fd430c8',
  target: 'check:a',
  things: 'check:a,config:b',
}

test.each(
  commands.flatMap(({ id, slots = {} }) =>
    Object.entries(slots).flatMap(([name, slot]) => {
      const listed =
        slot.options?.from === 'list'
          ? slot.options.list(
              contextIn([check, app], { path: '/', roles: ['admin'], online: true, nameOf: () => '' }),
              {}
            )
          : []
      const values = Array.isArray(listed) ? listed.map(({ value }) => slot.write(value)) : []
      const written = [...values, ...(examples[name] ? [examples[name]] : [])]
      return written.slice(0, 20).map((text) => [id, name, text] as const)
    })
  )
)('%s: the argument %s is written as it is read: %s', (id, name, text) => {
  const slot = findCommand(id)?.slots?.[name]
  expect(slot?.write(slot.schema.parse(text))).toBe(text)
})
