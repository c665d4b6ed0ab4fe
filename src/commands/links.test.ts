import { expect, test } from 'vitest'
import { buildContext } from './context'
import { allCommands } from './every-command'
import { planCall } from './prepare'
import { findCommand } from './registry'

// A link can come from anyone, and an address can carry any command.

const handlers = Object.fromEntries(allCommands.map(({ id }) => [id, () => undefined]))
const context = buildContext([{ scope: 'app', handlers }], {
  path: '/',
  roles: ['admin'],
  online: true,
  nameOf: () => undefined,
})
const follow = (id: string) => planCall({ call: { id, args: {} }, origin: 'link' }, context, findCommand)

test('a link starts nothing that continues, repeats or takes back what the user did', () => {
  const refused = allCommands.filter(({ id }) => {
    const plan = follow(id)
    return plan.step === 'refused' && plan.reason.startsWith('A link cannot start')
  })
  expect(refused.map(({ id }) => id).toSorted()).toEqual(
    `check.runShown edit.repeat edit.stop edit.undo form.cancel form.submit macro.record message.act message.dismiss palette.actions palette.back
    palette.complete palette.next palette.previous palette.run palette.runKeep triage.takeBack`.split(/\s+/)
  )
})

test('a link to a change never runs at once', () => {
  const changes = allCommands.filter(({ effect }) => effect === 'change')
  expect(changes.length).toBeGreaterThan(70)
  expect(changes.filter(({ id }) => follow(id).step === 'run').map(({ id }) => id)).toEqual([])
})
