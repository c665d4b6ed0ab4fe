import { expect, test } from 'vitest'
import type { CommandContext } from './context'
import { commandAvailability } from './prepare'
import { allCommands } from './every-command'

const context = (isReadOnly: boolean): CommandContext => ({
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
  const gone = allCommands.filter(
    (command) =>
      commandAvailability(command, context(false)) !== false && commandAvailability(command, context(true)) === false
  )
  expect(gone.map(({ id }) => id)).toEqual(
    expect.arrayContaining(['check.run', 'check.runShown', 'check.edit', 'playbook.run', 'evidence.link'])
  )
  const left = allCommands.filter(
    (command) => command.effect === 'change' && commandAvailability(command, context(true)) !== false
  )
  for (const { group } of left) expect(['Help', 'Preferences', 'Palette']).toContain(group)
})
