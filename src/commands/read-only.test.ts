import { expect, test } from 'vitest'
import type { Context } from './context'
import { offerOf } from './prepare'
import { commands } from './every-command'

const context = (isReadOnly: boolean): Context => ({
  path: '/view/health',
  roles: ['admin'],
  online: true,
  isReadOnly,
  nameOf: () => undefined,
  places: [],
  targets: [{ kind: 'check', id: 'a', label: 'a' }],
  selection: [],
  handler: () => () => undefined,
  choices: () => [],
  settle: () => undefined,
})

test('a public page has no commands that change shared data', () => {
  const gone = commands.filter(
    (command) => offerOf(command, context(false)) !== false && offerOf(command, context(true)) === false
  )
  expect(gone.map(({ id }) => id)).toEqual(
    expect.arrayContaining(['check.run', 'check.runShown', 'check.edit', 'playbook.run', 'evidence.link'])
  )
  const left = commands.filter((command) => command.effect === 'change' && offerOf(command, context(true)) !== false)
  for (const { group } of left) expect(['Help', 'Preferences', 'Palette']).toContain(group)
})
