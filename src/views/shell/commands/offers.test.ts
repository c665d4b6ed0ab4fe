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

test('all commands for the kind of a thing are offered, with their keys', () => {
  const offers = offersFor(check, commands, keys, context(['admin']))
  expect(offers).toContainEqual({
    call: 'check.run?checks=check:a',
    title: 'Run check now',
    group: 'Health',
    keys: 'r',
  })
  expect(offers.map(({ call }) => call)).toContain('copy.link?target=check:a')
})

test('a command that the role forbids has the reason', () => {
  const run = offersFor(check, commands, keys, context(['viewer'])).find(({ call }) => call.startsWith('check.run'))
  expect(run?.refusal).toBe('Your role may not run checks.')
})

test('only commands that take several things are offered for ticked rows', () => {
  const calls = offersFor({ ticked: 'check' }, commands, keys, context(['admin'])).map(({ call }) => call)
  expect(calls).toContain('check.run')
  expect(calls).not.toContain('nav.tab')
})

test('a kind without commands of its own has those for any thing', () => {
  const groups = offersFor({ ...check, kind: 'insight' }, commands, keys, context(['admin'])).map(({ group }) => group)
  expect(groups).not.toContain('Health')
  expect(groups).toContain('Copy')
})
