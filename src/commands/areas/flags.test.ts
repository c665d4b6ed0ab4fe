import '../every-command'
import { expect, test } from 'vitest'
import type { Property } from '../../api/properties'
import { may } from '../../lib/access'
import { rulesOfRoles } from '../../lib/policy'
import { idOfProperty, nameOfProperty } from '../../lib/property-id'
import type { Effects, Outcome, Target } from '../command'
import { contextIn } from '../context'
import { offerOf } from '../prepare'
import { findCommand } from '../registry'

const target = (name: string): Target<'property'> => ({ kind: 'property', id: idOfProperty(name), label: name })
const stored = (name: string, value = 'true'): Property => ({ name, value, source: 'db' })

/** Runs a command against a backend that has some properties. `asked` is what was written. */
async function run(id: string, args: Record<string, unknown>, known: Property[]) {
  const asked: unknown[] = []
  const effects: Partial<Effects> = {
    progress: () => undefined,
    signal: new AbortController().signal,
    fetch: (async ({ queryKey: [first] }: { queryKey: string[] }) =>
      first === 'properties' ? known : { payload: { user: { id: 'me' } } }) as unknown as Effects['fetch'],
    mutate: (async (_mutation: unknown, variables: unknown) =>
      void asked.push(variables)) as unknown as Effects['mutate'],
  }
  return { outcome: (await findCommand(id)?.run?.(args, effects as Effects)) as Outcome, asked }
}

test.each([
  [[], true],
  [[stored('logs.disable', 'false')], false],
])(
  'turning a feature off stores the word true for everybody, and can be taken back (stored: %j)',
  async (known, isNew) => {
    const { outcome, asked } = await run('feature.turnOff', { feature: 'logs' }, known)
    expect(outcome.message).toBe('logs is turned off.')
    await outcome.undo?.()
    const by = { name: 'logs.disable', created_by: 'me' }
    expect(asked).toEqual([
      { ...by, value: 'true', isNew },
      isNew ? 'logs.disable' : { ...by, value: 'false', isNew: false },
    ])
  }
)

test('turning a feature on stores that it is not off', async () => {
  const { asked } = await run('feature.turnOn', { feature: 'logs' }, [stored('logs.disable')])
  expect(asked).toEqual([{ name: 'logs.disable', value: 'false', created_by: 'me', isNew: false }])
})

test('a deleted property comes back with its value', async () => {
  const { outcome, asked } = await run('property.delete', { properties: [target('a.b')] }, [stored('a.b', '7')])
  expect(outcome.message).toBe('a.b deleted successfully.')
  await outcome.undo?.()
  expect(asked).toEqual(['a.b', { name: 'a.b', value: '7', created_by: 'me', isNew: true }])
})

test.each([
  ['property.delete', { properties: [target('logs.disable')] }],
  ['feature.turnOff', { feature: 'logs' }],
])('%s does not pretend to change what the server’s file says', async (id, args) => {
  await expect(run(id, args, [{ name: 'logs.disable', value: 'true', source: 'local' }])).rejects.toThrow(
    'logs.disable is set in the properties file of the server. Change it there.'
  )
})

test.each(['logs.disable', 'a,b', '~%7E', 'ü & ?', 'a:b'])('the name %s survives being written into a call', (name) => {
  expect(nameOfProperty(target(name).id)).toBe(name)
  expect(target(name).id).not.toMatch(/[,%&?]/)
})

test.each(['admin', 'editor', 'commander', 'responder', 'viewer', 'guest'])(
  'the properties area decides what a %s may do with flags [FLAG-11]',
  (role) => {
    const here = {
      path: '/',
      roles: [role],
      permissions: rulesOfRoles([role]),
      online: true,
      nameOf: () => undefined,
    }
    const offers = ['property.add', 'property.edit', 'property.delete', 'feature.turnOff', 'feature.turnOn'].map(
      (id) => {
        const command = findCommand(id)
        return command && offerOf(command, contextIn([], here)) === true
      }
    )
    expect(new Set(offers)).toEqual(new Set([may(here, 'properties', 'write')]))
    expect(may(here, 'properties', 'write')).toBe(role === 'admin' || role === 'editor')
  }
)
