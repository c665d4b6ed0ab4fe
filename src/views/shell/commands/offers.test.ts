import { expect, test } from 'vitest'
import type { Context } from '../../../commands/context'
import { commands } from '../../../commands/every-command'
import { keymap } from '../../../keymap/keymap'
import { keysForMode } from '../../../keymap/live'
import { offersFor } from './offers'

const keys = keysForMode(keymap, 'on', false)
const context = (roles: Context['roles']): Context => ({
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
  const offers = offersFor(check, commands, keys, context(['admin']))
  expect(offers).toContainEqual({
    call: 'check.run?checks=check:a',
    title: 'Run check now',
    group: 'Health',
    keys: 'r',
  })
  expect(offers.map(({ call }) => call)).toContain('copy.link?target=check:a')
})

test('gives the reason for a command that the role forbids', () => {
  const run = offersFor(check, commands, keys, context(['viewer'])).find(({ call }) => call.startsWith('check.run'))
  expect(run?.refusal).toBe('Your role may not run checks.')
})

test('offers only commands that accept several resources for selected rows', () => {
  const calls = offersFor({ ticked: 'check' }, commands, keys, context(['admin'])).map(({ call }) => call)
  expect(calls).toContain('check.run')
  expect(calls).not.toContain('nav.tab')
})

test('offers the general commands for a kind without its own commands', () => {
  const groups = offersFor({ ...check, kind: 'insight' }, commands, keys, context(['admin'])).map(({ group }) => group)
  expect(groups).not.toContain('Health')
  expect(groups).toContain('Copy')
})
