import '../every-command'
import { expect, test } from 'vitest'
import type { Property } from '@/api/settings/properties'
import { isAllowed } from '@/shared/access/access'
import { buildRoleRules } from '@/shared/access/policy'
import { formatPropertyId, parsePropertyId } from '@/lib/settings/property-id'
import type { Effects, Outcome, Target } from '../command'
import { buildContext } from '../context'
import { commandAvailability } from '../prepare'
import { findCommand } from '../registry'

const target = (name: string): Target<'property'> => ({ kind: 'property', id: formatPropertyId(name), label: name })
const stored = (name: string, value = 'true'): Property => ({ name, value, source: 'db' })

/** Runs a command against a backend with these properties. `written` is the list of writes. */
async function run(id: string, args: Record<string, unknown>, known: Property[]) {
  const written: unknown[] = []
  const effects: Partial<Effects> = {
    progress: () => undefined,
    signal: new AbortController().signal,
    fetch: (async ({ queryKey: [first] }: { queryKey: string[] }) =>
      first === 'properties' ? known : { payload: { user: { id: 'me' } } }) as unknown as Effects['fetch'],
    mutate: (async (_mutation: unknown, variables: unknown) =>
      void written.push(variables)) as unknown as Effects['mutate'],
  }
  return { outcome: (await findCommand(id)?.run?.(args, effects as Effects)) as Outcome, written }
}

test.each([
  [[], true],
  [[stored('logs.disable', 'false')], false],
])('turns a feature off for all users, with undo (stored: %j)', async (known, isNew) => {
  const { outcome, written } = await run('feature.turnOff', { feature: 'logs' }, known)
  expect(outcome.message).toBe('Turned logs off.')
  await outcome.undo?.()
  const by = { name: 'logs.disable', created_by: 'me' }
  expect(written).toEqual([
    { ...by, value: 'true', isNew },
    isNew ? 'logs.disable' : { ...by, value: 'false', isNew: false },
  ])
})

test('turns a feature on by storing false', async () => {
  const { written } = await run('feature.turnOn', { feature: 'logs' }, [stored('logs.disable')])
  expect(written).toEqual([{ name: 'logs.disable', value: 'false', created_by: 'me', isNew: false }])
})

test('restores a deleted property with its value', async () => {
  const { outcome, written } = await run('property.delete', { properties: [target('a.b')] }, [stored('a.b', '7')])
  expect(outcome.message).toBe('a.b deleted successfully')
  await outcome.undo?.()
  expect(written).toEqual(['a.b', { name: 'a.b', value: '7', created_by: 'me', isNew: true }])
})

test.each([
  ['property.delete', { properties: [target('logs.disable')] }],
  ['feature.turnOff', { feature: 'logs' }],
])('%s refuses to change a property from the server’s file', async (id, args) => {
  await expect(run(id, args, [{ name: 'logs.disable', value: 'true', source: 'local' }])).rejects.toThrow(
    'logs.disable is set in the server’s properties file. Change it there.'
  )
})

test.each(['logs.disable', 'a,b', '~%7E', 'ü & ?', 'a:b'])(
  'the name %s survives a round trip through a call',
  (name) => {
    expect(parsePropertyId(target(name).id)).toBe(name)
    expect(target(name).id).not.toMatch(/[,%&?]/)
  }
)

test.each(['admin', 'editor', 'commander', 'responder', 'viewer', 'guest'])(
  'checks access of the %s role to flags by the properties area [FLAG-11]',
  (role) => {
    const here = {
      path: '/',
      roles: [role],
      permissions: buildRoleRules([role]),
      online: true,
      nameOf: () => undefined,
    }
    const offers = ['property.add', 'property.edit', 'property.delete', 'feature.turnOff', 'feature.turnOn'].map(
      (id) => {
        const command = findCommand(id)
        return command && commandAvailability(command, buildContext([], here)) === true
      }
    )
    expect(new Set(offers)).toEqual(new Set([isAllowed(here, 'properties', 'write')]))
    expect(isAllowed(here, 'properties', 'write')).toBe(role === 'admin' || role === 'editor')
  }
)
