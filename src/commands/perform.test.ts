import { beforeEach, expect, test, vi } from 'vitest'
import { command, type Command, type Effects, type Outcome, type Target } from './command'
import type { Context } from './context'
import { createJournal } from './journal'
import { type Deps, perform, undoLast } from './perform'
import { destination, oneOf, targets } from './slots'

const check = (id: string): Target<'check'> => ({ kind: 'check', id, label: `name of ${id}` })
const run = vi.fn<(args: Record<string, unknown>) => Promise<Outcome | void>>()
const undo = vi.fn<() => Outcome>(() => ({ said: 'Put back.' }))

const commands: Record<string, Command> = Object.fromEntries(
  [
    command({
      id: 'check.run',
      title: 'Run check',
      group: '',
      slots: { checks: targets('check') },
      available: ({ online }) => online || 'You are offline.',
      effect: 'change',
      confirm: 'many',
      run: (args) => run(args),
    }),
    command({
      id: 'check.open',
      title: 'Go',
      group: '',
      slots: { check: destination('check') },
      effect: 'view',
      run: (args) => run(args),
    }),
    command({
      id: 'theme',
      title: 'Theme',
      group: '',
      slots: { theme: oneOf('Theme', ['light', 'dark']) },
      effect: 'change',
      run: (args) => run(args),
    }),
    command({ id: 'hidden', title: 'Hidden', group: '', available: () => false, effect: 'view', run: () => run({}) }),
    command({ id: 'list.down', title: 'Down', group: '', effect: 'view' }),
  ].map((c) => [c.id, c])
)

const context = (rest: Partial<Context> = {}): Context => ({
  path: '/health',
  roles: ['admin'],
  online: true,
  nameOf: (_kind, id) => `name of ${id}`,
  targets: [],
  selection: [],
  handler: () => undefined,
  ...rest,
})

let deps: Deps & { said: [string, boolean][]; asked: string[] }
beforeEach(() => {
  run.mockReset()
  const said: [string, boolean][] = []
  const asked: string[] = []
  deps = {
    said,
    asked,
    find: (id) => commands[id],
    effects: {} as Effects,
    journal: createJournal(() => new Date('2026-11-21T05:00:00Z')),
    say: (text, options) => said.push([text, options?.urgent ?? false]),
    toast: () => undefined,
    ask: (plan) => asked.push(plan.step === 'ask' ? `ask ${plan.slotName}` : `confirm ${plan.command.id}`),
    used: () => undefined,
  }
})

const argument = () => run.mock.calls[0]?.[0]

test('the row under the cursor answers a missing target', async () => {
  await perform({ call: 'check.run' }, context({ targets: [check('a')] }), deps)
  expect(argument()).toEqual({ checks: [check('a')] })
})

test('a written target wins over the context and gets its name', async () => {
  await perform({ call: 'check.run?checks=check:b' }, context({ targets: [check('a')] }), deps)
  expect(argument()).toEqual({ checks: [check('b')] })
})

test('ticked rows win over the cursor, and many are asked about first', async () => {
  const here = context({ targets: [check('c')], selection: [check('a'), check('b')] })
  await perform({ call: 'check.run' }, here, deps)
  expect(deps.asked).toEqual(['confirm check.run'])
  expect(run).not.toHaveBeenCalled()
  await perform({ call: 'check.run', confirmed: true }, here, deps)
  expect(argument()).toEqual({ checks: [check('a'), check('b')] })
})

test('what nobody knows is asked', async () => {
  await perform({ call: 'check.run' }, context(), deps)
  await perform({ call: 'theme' }, context(), deps)
  expect(deps.asked).toEqual(['ask checks', 'ask theme'])
})

test('a destination is asked even on a row', async () => {
  await perform({ call: 'check.open' }, context({ targets: [check('a')] }), deps)
  expect(deps.asked).toEqual(['ask check'])
})

test('an argument that does not parse counts as missing', async () => {
  await perform({ call: 'theme?theme=pink' }, context(), deps)
  expect(deps.asked).toEqual(['ask theme'])
})

test('a refusal is said with its reason, and nothing runs', async () => {
  await perform({ call: 'check.run' }, context({ online: false, targets: [check('a')] }), deps)
  expect(deps.said).toEqual([['You are offline.', true]])
  expect(run).not.toHaveBeenCalled()
})

test.each(['hidden', 'no.such', 'list.down'])('%s does nothing where it does not exist', async (call) => {
  await perform({ call }, context(), deps)
  expect([deps.said, deps.asked, run.mock.calls]).toEqual([[], [], []])
})

test('a command without a run is done by the view, with the count', async () => {
  const down = vi.fn<(count: number) => void>()
  await perform(
    { call: 'list.down', count: 12 },
    context({ handler: (id) => (id === 'list.down' ? down : undefined) }),
    deps
  )
  expect(down).toHaveBeenCalledWith(12)
})

test('an outcome is said and kept [CMD-20]', async () => {
  run.mockResolvedValue({ said: 'Theme: dark.' })
  await perform({ call: 'theme?theme=dark' }, context(), deps)
  expect(deps.said).toEqual([['Theme: dark.', false]])
  expect(deps.journal.messages.get()).toMatchObject([
    { text: 'Theme: dark.', tone: 'good', at: '2026-11-21T05:00:00.000Z' },
  ])
})

test('a failure says the server’s words, urgently, and can be tried again', async () => {
  run.mockRejectedValue(new Error('unauthorized: create on canaries'))
  await perform({ call: 'check.run' }, context({ targets: [check('a')] }), deps)
  expect(deps.said).toEqual([['unauthorized: create on canaries', true]])
  expect(deps.journal.messages.get()[0]?.next).toEqual([{ title: 'Try again', call: 'check.run?checks=check:a' }])
})

test('a bad result is a result: it does not interrupt', async () => {
  run.mockResolvedValue({ said: 'Ran a: unhealthy.', bad: true })
  await perform({ call: 'check.run' }, context({ targets: [check('a')] }), deps)
  expect(deps.said).toEqual([['Ran a: unhealthy.', false]])
  expect(deps.journal.messages.get()[0]?.tone).toBe('bad')
})

test('undo takes back the newest outcome, once', async () => {
  run.mockResolvedValue({ said: 'Theme: dark.', undo })
  await perform({ call: 'theme?theme=dark' }, context(), deps)
  await undoLast(deps)
  await undoLast(deps)
  expect(undo).toHaveBeenCalledOnce()
  expect(deps.said.map(([text]) => text)).toEqual(['Theme: dark.', 'Put back.', 'Nothing to undo.'])
})
