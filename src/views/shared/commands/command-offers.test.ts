import { writtenCall } from '@tests/helpers/written-call'
import { expect, test } from 'vitest'
import type { CommandContext } from '@/commands/context'
import { allCommands } from '@/commands/every-command'
import { keymap } from '@/keymap/keymap'
import { keysForMode } from '@/keymap/live'
import { listOffers } from './command-offers'

const keys = keysForMode(keymap, 'on', false)
const context = (roles: CommandContext['roles']): CommandContext => ({
  path: '/health',
  roles,
  online: true,
  nameOf: () => undefined,
  places: [],
  targets: [],
  selection: [],
  handler: () => undefined,
  choices: () => [],
  settle: () => undefined,
})
const check = { kind: 'check', id: 'a', label: 'payments-api' } as const

test('offers all commands for the kind of a resource, with their keys', () => {
  const offers = listOffers(check, allCommands, keys, context(['admin']))
  expect(offers).toContainEqual({
    call: { id: 'check.run', args: { checks: [check] } },
    title: 'Run check now',
    group: 'Health',
    keys: 'r',
  })
  expect(offers.map(({ call }) => writtenCall(call))).toContain('copy.link?target=check:a')
})

test('gives the reason for a command that the role forbids', () => {
  const run = listOffers(check, allCommands, keys, context(['viewer'])).find(({ call }) => call.id === 'check.run')
  expect(run?.refusal).toBe(
    'Requires the right to run checks. Administrators, editors, commanders and responders have it.'
  )
})

test('offers only commands that accept several resources for selected rows', () => {
  const calls = listOffers({ selected: 'check' }, allCommands, keys, context(['admin'])).map(({ call }) =>
    writtenCall(call)
  )
  expect(calls).toContain('check.run')
  expect(calls).not.toContain('nav.tab')
})

test('offers the general commands for a kind without its own commands', () => {
  const groups = listOffers({ ...check, kind: 'insight' }, allCommands, keys, context(['admin'])).map(
    ({ group }) => group
  )
  expect(groups).not.toContain('Health')
  expect(groups).toContain('Copy')
})
