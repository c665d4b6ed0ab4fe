import { beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod/mini'
import {
  defineCommand,
  type CallSource,
  type Command,
  type Effects,
  type KnownArgs,
  CommandError,
  type Outcome,
  type Target,
} from './command'
import { type CommandContext, buildContext } from './context'
import { createJournal } from './journal'
import { formatCall, toCall } from './call'
import { type PerformDeps, performCall as performValues, repeatLastChange } from './perform'
import type { CallRequest } from './prepare'
import { undoLastChange } from './undo'
import { choiceSlot, destinationSlot, enumSlot, targetSlot, targetsSlot, textField, textSlot } from './slots'

const check = (id: string): Target<'check'> => ({ kind: 'check', id, label: `name of ${id}` })
const run = vi.fn<(args: KnownArgs, effects?: Effects) => Promise<Outcome | void>>()
const undo = vi.fn<() => Outcome>(() => ({ message: 'Put back.' }))

/** Counts how often the values of a slot are written and read. */
const countingSlot = {
  write: vi.fn<(value: unknown) => string>((value) => JSON.stringify(value)),
  parse: vi.fn<(text: string) => unknown>((text) => JSON.parse(text)),
}

const commands: Record<string, Command> = Object.fromEntries(
  [
    defineCommand({
      id: 'check.run',
      title: 'Run check',
      group: '',
      slots: { checks: targetsSlot('check') },
      available: ({ online }) => online || 'You are offline.',
      effect: 'change',
      undo: 'inverse',
      confirm: 'many',
      run: (args, effects) => run(args, effects),
    }),
    defineCommand({
      id: 'check.open',
      title: 'Go',
      group: '',
      slots: { check: destinationSlot('check') },
      effect: 'view',
      run: (args) => run(args),
    }),
    defineCommand({
      id: 'theme',
      title: 'Theme',
      group: '',
      slots: { theme: enumSlot('Theme', ['light', 'dark']) },
      effect: 'change',
      undo: 'inverse',
      run: (args) => run(args),
    }),
    defineCommand({
      id: 'hidden',
      title: 'Hidden',
      group: '',
      available: () => false,
      effect: 'view',
      run: () => run({}),
    }),
    defineCommand({
      id: 'evidence.link',
      title: 'Link evidence',
      group: '',
      slots: {
        source: targetSlot('check', 'config'),
        incident: textSlot('Incident', 'The name of a new one'),
        severity: { ...enumSlot('Severity', ['low', 'high']), ask: ({ incident }) => incident === 'new' },
        description: { ...textSlot('Description', 'Anything'), optional: true },
      },
      effect: 'change',
      undo: 'inverse',
      run: (args) => run(args),
    }),
    defineCommand({
      id: 'list.sort',
      title: 'Sort',
      group: '',
      slots: { field: choiceSlot('sort', 'Column') },
      effect: 'view',
    }),
    defineCommand({
      id: 'check.note',
      title: 'Note',
      group: '',
      slots: {
        check: targetSlot('check'),
        text: textField('Text', z.string().check(z.minLength(1))),
        tag: textField('Tag', z.string(), { isOptional: true }),
        token: textField('Token', z.string(), {
          isOptional: true,
          isPrivate: true,
          isMissing: ({ tag }) => tag === 'secret',
        }),
      },
      effect: 'change',
      undo: 'inverse',
      opens: 'form',
      preview: () => '',
      run,
    }),
    defineCommand({
      id: 'check.label',
      title: 'Label',
      group: '',
      slots: {
        check: targetSlot('check'),
        labels: {
          label: 'Labels',
          schema: z.pipe(
            z.string(),
            z.transform((text): unknown => countingSlot.parse(text))
          ),
          write: countingSlot.write,
          field: true,
        },
      },
      effect: 'change',
      undo: 'inverse',
      opens: 'form',
      preview: () => '',
      run,
    }),
    defineCommand({
      id: 'check.show',
      title: 'Show',
      group: '',
      slots: { check: targetSlot('check') },
      effect: 'view',
      opens: 'dialog',
    }),
    defineCommand({ id: 'list.down', title: 'Down', group: '', effect: 'view' }),
  ].map((c) => [c.id, c])
)

const context = (rest: Partial<CommandContext> = {}): CommandContext => ({
  path: '/health',
  roles: ['admin'],
  online: true,
  nameOf: (_kind, id) => `name of ${id}`,
  places: [],
  targets: [],
  selection: [],
  handler: () => undefined,
  choices: () => [],
  settle: () => undefined,
  ...rest,
})

let recorded: string[]
let deps: PerformDeps & { said: [string, boolean][]; asked: string[] }
beforeEach(() => {
  run.mockReset()
  countingSlot.write.mockClear()
  countingSlot.parse.mockClear()
  recorded = []
  const said: [string, boolean][] = []
  const asked: string[] = []
  deps = {
    said,
    asked,
    find,
    effects: {} as Effects,
    journal: createJournal(() => new Date('2026-11-21T05:00:00Z')),
    say: (text, options) => said.push([text, options?.urgent ?? false]),
    toast: () => undefined,
    show: () => undefined,
    open: (plan) => asked.push(`open ${plan.command.id}`),
    reveal: () => undefined,
    ask: (plan) => asked.push(plan.step === 'ask' ? `ask ${plan.slotName}` : `confirm ${plan.command.id}`),
    onUsed: () => undefined,
    onKeyPressed: () => undefined,
    contextOf: (places) => buildContext(places, context()),
    onRecorded: ({ call }) => recorded.push(formatCall(call, find)),
    now: () => 0,
  }
})

const find = (id: string) => commands[id]

/** Performs a written call. */
const performCall = ({ call, ...rest }: CallRequest, here: CommandContext, used: PerformDeps) =>
  performValues({ ...rest, call: toCall(call, used.find) }, here, used)

const written = (call: CallSource | undefined) => call && formatCall(call, find)
const offeredCalls = () =>
  deps.journal.messages.get()[0]?.next.map(({ title, call }) => ({ title, call: written(call) }))

const argument = () => run.mock.calls[0]?.[0]

test('notifies listeners of the start and the result of each change', async () => {
  const heard: unknown[] = []
  const end = deps.journal.onChangeStart(({ command: id, targets: of, places }) => {
    heard.push([id, of.map((one) => one.id), places.map(({ scope }) => scope)])
    return (message) => heard.push(message?.text)
  })
  const undone: unknown[] = []
  deps.journal.onUndone(({ text }) => undone.push(text))
  const here = context({ places: [{ scope: 'list' }], targets: [check('a')] })
  run.mockResolvedValueOnce({ message: 'Ran a.', undo: () => ({ message: 'Put back.' }) })
  await performCall({ call: 'check.run', origin: 'key' }, here, deps)
  run.mockRejectedValueOnce(new Error('No.'))
  await performCall({ call: 'check.run', origin: 'key' }, here, deps)
  await performCall({ call: 'check.open?check=check:a', origin: 'key' }, here, deps)
  const began = ['check.run', ['a'], ['list']]
  expect(heard).toEqual([began, 'Ran a.', began, undefined])
  await undoLastChange(deps)
  expect(undone).toEqual(['Ran a.'])
  end()
  await performCall({ call: 'check.run', origin: 'key' }, here, deps)
  expect(heard).toHaveLength(4)
})

test('takes a missing target from the row under the cursor', async () => {
  await performCall({ call: 'check.run', origin: 'key' }, context({ targets: [check('a')] }), deps)
  expect(argument()).toEqual({ checks: [check('a')] })
})

test('prefers a written target to the context and resolves its name', async () => {
  await performCall({ call: 'check.run?checks=check:b', origin: 'key' }, context({ targets: [check('a')] }), deps)
  expect(argument()).toEqual({ checks: [check('b')] })
})

test('prefers selected rows to the cursor and confirms a change of several', async () => {
  const here = context({ targets: [check('c')], selection: [check('a'), check('b')] })
  await performCall({ call: 'check.run', origin: 'key' }, here, deps)
  expect(deps.asked).toEqual(['confirm check.run'])
  expect(run).not.toHaveBeenCalled()
  await performCall({ call: 'check.run', origin: 'key', confirmed: true }, here, deps)
  expect(argument()).toEqual({ checks: [check('a'), check('b')] })
})

test.each<[string, NonNullable<Command['refusal']>, string[], string[]]>([
  ['refused', async () => 'media comes from a file.', [], ['media comes from a file.']],
  ['not known', () => Promise.reject(new Error('offline')), ['confirm check.run'], []],
  ['possible', async () => undefined, ['confirm check.run'], []],
])('asks for confirmation unless the change is %s', async (_what, refusal, asked, messages) => {
  const refusing: PerformDeps = {
    ...deps,
    find: (id) => Object.assign({}, deps.find(id), { confirm: 'always', refusal }),
  }
  await performCall({ call: 'check.run?checks=check:a', origin: 'key' }, context({}), refusing)
  expect(deps.asked).toEqual(asked)
  expect(deps.journal.messages.get().map(({ text }) => text)).toEqual(messages)
  expect(run).not.toHaveBeenCalled()
})

test('says what a page lacks for a key that has no effect there', async () => {
  const lacking = { ...deps, find: (id: string) => Object.assign({}, deps.find(id), { absence: 'There is no list.' }) }
  await performCall({ call: 'list.sort', origin: 'key' }, context({}), lacking)
  expect(deps.journal.messages.get().map(({ text }) => text)).toEqual(['There is no list.'])
})

test('confirms a harmless command only above its number of targets', async () => {
  const harmless = { ...deps, find: (id: string) => Object.assign({}, deps.find(id), { confirm: { above: 3 } }) }
  const withSelected = (count: number) =>
    context({ selection: Array.from({ length: count }, (_, at) => check(`c${at}`)) })
  await performCall({ call: 'check.run', origin: 'key' }, withSelected(3), harmless)
  expect([deps.asked, run.mock.calls.length]).toEqual([[], 1])
  await performCall({ call: 'check.run', origin: 'key' }, withSelected(4), harmless)
  expect([deps.asked, run.mock.calls.length]).toEqual([['confirm check.run'], 1])
  // A link is always confirmed, because its author can be anyone.
  await performCall({ call: 'check.run?checks=check:a', origin: 'link' }, context(), harmless)
  expect(deps.asked).toHaveLength(2)
})

test('prompts for an argument that neither the call nor the context has', async () => {
  await performCall({ call: 'check.run', origin: 'key' }, context(), deps)
  await performCall({ call: 'theme', origin: 'key' }, context(), deps)
  expect(deps.asked).toEqual(['ask checks', 'ask theme'])
})

test('prompts for a destination even when the cursor is on a row', async () => {
  await performCall({ call: 'check.open', origin: 'key' }, context({ targets: [check('a')] }), deps)
  expect(deps.asked).toEqual(['ask check'])
})

test('treats an invalid argument as missing', async () => {
  await performCall({ call: 'theme?theme=pink', origin: 'key' }, context(), deps)
  expect(deps.asked).toEqual(['ask theme'])
})

test('gives all messages of a command the same kind, whatever its result', async () => {
  const here = context({ targets: [check('a')] })
  run.mockResolvedValueOnce({
    message: 'Ran a.',
    undo: () => ({ message: 'Put back.' }),
    followUp: async () => ({ message: 'Ran a: healthy.' }),
  })
  await performCall({ call: 'check.run', origin: 'key' }, here, deps)
  run.mockRejectedValueOnce(new Error('timed out'))
  await performCall({ call: 'check.run', origin: 'key' }, here, deps)
  await performCall({ call: 'check.run', origin: 'key' }, { ...here, online: false }, deps)
  await undoLastChange(deps)
  await undoLastChange(deps)
  expect(deps.journal.messages.get().map(({ kind }) => kind)).toEqual([
    'edit.undo',
    'edit.undo',
    ...Array.from({ length: 4 }, () => 'check.run'),
  ])
})

test('announces the reason of a refusal and runs nothing', async () => {
  await performCall({ call: 'check.run', origin: 'key' }, context({ online: false, targets: [check('a')] }), deps)
  expect(deps.said).toEqual([['You are offline.', true]])
  expect(run).not.toHaveBeenCalled()
})

test.each(['hidden', 'no.such', 'list.down'])('does nothing for %s where it does not exist', async (call) => {
  for (const origin of ['palette', 'button', 'menu', 'link', 'repeat'] as const)
    await performCall({ call, origin }, context(), deps)
  await performCall({ call, origin: 'key', isRepeat: true }, context(), deps)
  expect([deps.said, deps.asked, run.mock.calls]).toEqual([[], [], []])
})

test("announces that a key's command does not exist here", async () => {
  for (const call of ['hidden', 'list.down', 'no.such']) await performCall({ call, origin: 'key' }, context(), deps)
  expect(deps.said.map(([text]) => text)).toEqual(['Hidden is not possible here.', 'Down is not possible here.'])
  expect(run).not.toHaveBeenCalled()
})

test('passes the count to the view for a command without a run', async () => {
  const down = vi.fn<(count: number, args: KnownArgs) => void>()
  await performCall(
    { call: 'list.down', origin: 'key', count: 12 },
    context({ handler: (id) => (id === 'list.down' ? down : undefined) }),
    deps
  )
  expect(down).toHaveBeenCalledWith(12, {})
})

test('announces and stores an outcome [CMD-20]', async () => {
  run.mockResolvedValue({ message: 'Theme: dark.' })
  await performCall({ call: 'theme?theme=dark', origin: 'key' }, context(), deps)
  expect(deps.said).toEqual([['Theme: dark.', false]])
  expect(deps.journal.messages.get()).toMatchObject([
    { text: 'Theme: dark.', tone: 'good', at: '2026-11-21T05:00:00.000Z' },
  ])
})

test("announces a failure urgently, with the operation and the server's message, and offers a retry", async () => {
  run.mockRejectedValue(new Error('unauthorized: create on canaries'))
  await performCall({ call: 'check.run', origin: 'key' }, context({ targets: [check('a')] }), deps)
  expect(deps.said).toEqual([['Run check, name of a: unauthorized: create on canaries', true]])
  expect(offeredCalls()).toEqual([{ title: 'Try again', call: 'check.run?checks=check:a' }])
})

test('announces a bad result without interrupting speech', async () => {
  run.mockResolvedValue({ message: 'Ran a: unhealthy.', isFailure: true })
  await performCall({ call: 'check.run', origin: 'key' }, context({ targets: [check('a')] }), deps)
  expect(deps.said).toEqual([['Ran a: unhealthy.', false]])
  expect(deps.journal.messages.get()[0]?.tone).toBe('bad')
})

test('undoes the newest outcome once', async () => {
  run.mockResolvedValue({ message: 'Theme: dark.', undo })
  await performCall({ call: 'theme?theme=dark', origin: 'key' }, context(), deps)
  await undoLastChange(deps)
  await undoLastChange(deps)
  expect(undo).toHaveBeenCalledOnce()
  expect(deps.said.map(([text]) => text)).toEqual(['Theme: dark.', 'Put back.', 'Nothing to undo.'])
})

test('does not undo an undo: the next undo applies to the previous change', async () => {
  const first = vi.fn<() => Outcome>(() => ({ message: 'Put back.' }))
  const putBack = vi.fn<() => Outcome>((): Outcome => ({ message: 'Put back.', undo: () => putBack() }))
  run.mockResolvedValueOnce({ message: 'One.', undo: first }).mockResolvedValueOnce({ message: 'Two.', undo: putBack })
  await performCall({ call: 'theme?theme=dark', origin: 'key' }, context(), deps)
  await performCall({ call: 'theme?theme=light', origin: 'key' }, context(), deps)
  await undoLastChange(deps)
  expect(first).not.toHaveBeenCalled()
  await undoLastChange(deps)
  expect(first).toHaveBeenCalledOnce()
  expect([...deps.journal.undoable.get()]).toEqual([])
})

/** A change that runs until `end`. */
function slowly(call: string) {
  let [resolve, reject] = [(_outcome: Outcome) => {}, (_error: Error) => {}]
  run.mockReturnValueOnce(new Promise((done, failed) => ([resolve, reject] = [done, failed])))
  const ended = performCall({ call, origin: 'key' }, context({ targets: [check('a')] }), deps)
  return {
    fail: () => (reject(new Error('No.')), ended),
    end(said: string) {
      resolve({ message: said, undo: () => ({ message: `Not: ${said}` }) })
      return ended
    },
  }
}

test('undoes a running change when it ends, before any earlier change', async () => {
  run.mockResolvedValueOnce({ message: 'Zero.', undo: () => ({ message: 'Not: Zero.' }) })
  await performCall({ call: 'theme?theme=dark', origin: 'key' }, context(), deps)
  const [first, second] = [slowly('theme?theme=light'), slowly('check.run')]
  const undone = Promise.all([undoLastChange(deps), undoLastChange(deps), undoLastChange(deps)])
  await first.end('One.')
  expect(deps.said.map(([text]) => text)).toEqual(['Zero.', 'One.'])
  await second.end('Two.')
  await undone
  expect(deps.said.slice(2).map(([text]) => text)).toEqual(['Two.', 'Not: Two.', 'Not: One.', 'Not: Zero.'])
})

test('reports that a failed change needs no undo and undoes nothing else', async () => {
  run.mockResolvedValueOnce({ message: 'Zero.', undo })
  await performCall({ call: 'theme?theme=dark', origin: 'key' }, context(), deps)
  undo.mockClear()
  const one = slowly('check.run')
  vi.useFakeTimers()
  const undone = undoLastChange(deps)
  await vi.advanceTimersByTimeAsync(1000)
  vi.useRealTimers()
  expect(deps.said.at(-1)).toEqual(['“Run check” is still running. It will be undone when it finishes.', false])
  await one.fail()
  await undone
  expect(deps.said.at(-1)).toEqual(['Nothing to undo: “Run check” changed nothing.', false])
  expect(undo).not.toHaveBeenCalled()
  await undoLastChange(deps)
  expect(undo).toHaveBeenCalledOnce()
})

test('reports a failed undo and allows another attempt', async () => {
  const putBack = vi.fn<() => Outcome>(() => ({ message: 'Enabled bob.' }))
  putBack.mockImplementationOnce(() => {
    throw new Error('timed out')
  })
  run.mockResolvedValueOnce({ message: 'Disabled bob.', undo: putBack })
  await performCall({ call: 'theme?theme=dark', origin: 'key' }, context(), deps)
  await undoLastChange(deps)
  expect(deps.said.at(-1)).toEqual(['Could not undo “Disabled bob.”: timed out', true])
  await undoLastChange(deps)
  expect(deps.said.at(-1)).toEqual(['Enabled bob.', false])
})

test('undoes an older outcome by its message', async () => {
  run.mockResolvedValueOnce({ message: 'Theme: dark.', undo })
  await performCall({ call: 'theme?theme=dark', origin: 'key' }, context(), deps)
  run.mockResolvedValueOnce({ message: 'Theme: light.', undo: () => ({ message: 'Dark again.' }) })
  await performCall({ call: 'theme?theme=light', origin: 'key' }, context(), deps)
  const [, first] = deps.journal.messages.get()
  expect([...deps.journal.undoable.get()]).toHaveLength(2)
  await undoLastChange(deps, first?.id)
  expect(deps.said.at(-1)).toEqual(['Put back.', false])
  expect([...deps.journal.undoable.get()]).not.toContain(first?.id)
})

const asked = () => deps.asked.at(-1)
const link = (args: string, rest: { isAsking?: true } = {}) =>
  performCall({ call: `evidence.link?${args}`, origin: 'palette', ...rest }, context(), deps)

test('prompts for arguments in order and skips steps that do not apply', async () => {
  await link('')
  expect(asked()).toBe('ask source')
  await link('source=check:a')
  expect(asked()).toBe('ask incident')
  await link('source=check:a&incident=new')
  expect(asked()).toBe('ask severity')
  await link('source=check:a&incident=7')
  expect(argument()).toMatchObject({ incident: '7' })
})

test('prompts for an optional argument only together with others and accepts an empty one', async () => {
  await link('source=check:a&incident=7', { isAsking: true })
  expect(asked()).toBe('ask description')
  await link('source=check:a&incident=7&description=', { isAsking: true })
  expect(run).toHaveBeenCalledOnce()
})

test('a single-target slot takes the nearest target of its kinds, not the selection', async () => {
  const config: Target = { kind: 'config', id: 'c', label: 'c' }
  const here = context({ targets: [{ kind: 'change', id: 'x', label: 'x' }, config], selection: [check('b')] })
  await performCall({ call: 'evidence.link?incident=7', origin: 'key' }, here, deps)
  expect(argument()).toMatchObject({ source: [config] })
})

test('confirms a change from a link even if its command needs no confirmation', async () => {
  await performCall({ call: 'theme?theme=dark', origin: 'link' }, context(), deps)
  expect([asked(), run.mock.calls]).toEqual(['confirm theme', []])
  await performCall({ call: 'check.open?check=check:a', origin: 'link' }, context(), deps)
  expect(run).toHaveBeenCalledOnce()
})

test('repeats the last change, and no other command, on the target under the cursor', async () => {
  await performCall({ call: 'evidence.link?source=check:a&incident=7', origin: 'key' }, context(), deps)
  await performCall({ call: 'check.open?check=check:a', origin: 'key' }, context(), deps)
  await repeatLastChange(context({ targets: [check('b')] }), deps)
  expect(run.mock.calls.at(-1)?.[0]).toMatchObject({ source: [check('b')], incident: '7' })
  await repeatLastChange(context(), deps)
  expect(run.mock.calls.at(-1)?.[0]).toMatchObject({ source: [check('b')] })
})

test('refuses to repeat a change on a target of another kind', async () => {
  await performCall({ call: 'evidence.link?source=check:a&incident=7', origin: 'key' }, context(), deps)
  run.mockClear()
  await repeatLastChange(context({ targets: [{ kind: 'person', id: 'p', label: 'Ada' }] }), deps)
  expect(run).not.toHaveBeenCalled()
  expect(deps.said.at(-1)).toEqual(['Link evidence is not possible for Ada.', true])
})

test('has nothing to repeat before the first change', async () => {
  await repeatLastChange(context(), deps)
  expect(deps.said).toEqual([['Nothing to repeat.', false]])
})

test('keeps failed targets selected', async () => {
  const settle = vi.fn<(failed: readonly Target[]) => void>()
  run.mockResolvedValue({ message: 'Ran 1 of 2.', failed: [check('b')] })
  const here = context({ selection: [check('a'), check('b')], settle })
  await performCall({ call: 'check.run', origin: 'key', confirmed: true }, here, deps)
  expect(settle).toHaveBeenCalledWith([check('b')])
})

test('always shows progress, announces it every five seconds, and can be stopped', async () => {
  let now = 0
  deps.now = () => now
  run.mockImplementation(async (_args, effects) => {
    effects?.progress(0, 8)
    for (const done of [1, 2, 3, 4, 5, 6, 7, 8]) {
      now += 2000
      effects?.progress(done, 8)
      expect(deps.journal.running.get()).toMatchObject([{ done, of: 8 }])
    }
    deps.journal.running.get()[0]?.stop()
    expect(effects?.signal.aborted).toBe(true)
    return { message: 'Ran 8 checks.' }
  })
  await performCall({ call: 'check.run', origin: 'key' }, context({ targets: [check('a')] }), deps)
  expect(deps.said.map(([said]) => said)).toEqual(['Run check: started.', '3 of 8.', '6 of 8.', 'Ran 8 checks.'])
  expect(deps.journal.running.get()).toEqual([])
})

test('passes the chosen option of a place to its handler', async () => {
  const sort = vi.fn<(count: number, args: KnownArgs) => void>()
  const here = context({
    handler: () => sort,
    choices: (name) => (name === 'sort' ? [{ value: 'uptime', label: 'Uptime' }] : []),
  })
  const options = commands['list.sort']?.slots?.['field']?.options
  expect(options?.from === 'list' && options.list(here, {})).toEqual([{ value: 'uptime', label: 'Uptime' }])
  await performCall({ call: 'list.sort?field=uptime', origin: 'palette' }, here, deps)
  expect(sort).toHaveBeenCalledWith(1, { field: 'uptime' })
})

test('announces a failure without a message [TOAST-08]', async () => {
  run.mockRejectedValue(new Error(''))
  await performCall({ call: 'theme?theme=dark', origin: 'key' }, context(), deps)
  expect(deps.said).toEqual([['Theme: An error occurred', true]])
})

const noted = 'check.note?check=check:a&text=slow'

test.each<[string, Parameters<typeof performCall>[0], string[]]>([
  ['prompts for the target first', { call: 'check.note', origin: 'key' }, ['ask check']],
  ['then opens the form', { call: 'check.note?check=check:a', origin: 'key' }, ['open check.note']],
  [
    'does not count an optional field alone as filled in',
    { call: 'check.note?check=check:a&tag=x', origin: 'key' },
    ['open check.note'],
  ],
  [
    'opens the form from a link even with all fields',
    { call: noted, origin: 'link', confirmed: true },
    ['open check.note'],
  ],
  [
    'opens the dialog of a command that only shows something',
    { call: 'check.show?check=check:a', origin: 'key' },
    ['open check.show'],
  ],
  [
    'opens the form from the palette even with all fields, which can only come from a link',
    { call: noted, origin: 'palette', confirmed: true },
    ['open check.note'],
  ],
  [
    'prompts again for a required secret, which is not stored',
    { call: `${noted}&tag=secret`, origin: 'repeat' },
    ['open check.note'],
  ],
  ['runs a repeated call with all fields', { call: noted, origin: 'repeat' }, []],
  ['runs a call from the form', { call: noted, origin: 'form' }, []],
])('a command with a form: %s', async (_what, invocation, expected) => {
  await performCall(invocation, context(), deps)
  expect(deps.asked).toEqual(expected)
  expect(run).toHaveBeenCalledTimes(expected.length === 0 ? 1 : 0)
})

test('passes the values of a form to the command as they are, without writing them', async () => {
  run.mockResolvedValue({ message: 'Labelled.' })
  const labels = { team: 'shop' }
  await performValues(
    { call: { id: 'check.label', args: { check: [check('a')], labels } }, origin: 'form' },
    context(),
    { ...deps, onRecorded: () => undefined }
  )
  expect(argument()?.['labels']).toBe(labels)
  expect([countingSlot.write.mock.calls, countingSlot.parse.mock.calls]).toEqual([[], []])
  await repeatLastChange(context({ targets: [check('b')] }), deps)
  expect(countingSlot.write).not.toHaveBeenCalled()
  expect(written(deps.journal.lastChange.get())).toBe('check.label?check=check:a&labels=%7B%22team%22:%22shop%22%7D')
  expect(countingSlot.write).toHaveBeenCalledOnce()
})

test('returns a failure to the form without announcing it', async () => {
  run.mockRejectedValue(new CommandError('Taken.', { fields: { text: 'Taken' }, retryArgs: { tag: 'b', token: 's' } }))
  const failure = await performCall({ call: noted, origin: 'form' }, context(), deps)
  expect(failure).toEqual({ message: 'Taken.', fields: { text: 'Taken' }, retryArgs: { token: 's' } })
  expect([deps.said, deps.journal.messages.get()]).toEqual([[], []])
})

test('tells the form that its command is no longer available', async () => {
  const gone = await performCall({ call: 'no.such', origin: 'form' }, context(), deps)
  expect(gone?.message).toBe('This is no longer possible here.')
})

test('a retry after a partial failure continues where it ended, without private arguments', async () => {
  run.mockRejectedValue(new CommandError('Half done.', { retryArgs: { tag: 'b', token: 's' } }))
  await performCall({ call: `${noted}&token=s`, origin: 'repeat' }, context(), deps)
  expect(offeredCalls()).toEqual([{ title: 'Try again', call: `${noted}&tag=b` }])
  expect(written(deps.journal.lastChange.get())).toBe(noted)
})

test('closes the form before it announces the outcome', async () => {
  const order: string[] = []
  run.mockResolvedValue({ message: 'Noted.', followUp: async () => ({ message: 'Read.' }) })
  const say = (text: string) => order.push(text)
  const onDone = async () => {
    await Promise.resolve()
    order.push('closed')
  }
  await performCall({ call: noted, origin: 'form', onDone }, context(), { ...deps, say })
  await expect.poll(() => order).toEqual(['closed', 'Noted.', 'Read.'])
})

test('accepts a private argument from the form, but not from a link', async () => {
  const open = vi.fn<PerformDeps['open']>()
  await performCall({ call: `${noted}&token=theirs`, origin: 'link' }, context(), { ...deps, open })
  expect(open.mock.calls[0]?.[0].known).not.toHaveProperty('token')
  await performCall({ call: `${noted}&token=mine`, origin: 'form' }, context(), deps)
  expect(run.mock.calls[0]?.[0]).toMatchObject({ token: 'mine' })
})

test('shows a secret once and stores it nowhere', async () => {
  const reveal = vi.fn<PerformDeps['reveal']>()
  const secret = { title: 'Link', description: '', items: [{ label: 'Link', text: 'secret' }] }
  run.mockResolvedValue({ message: 'Made a link.', reveal: secret })
  await performCall({ call: noted, origin: 'form' }, context(), { ...deps, reveal })
  expect(reveal).toHaveBeenCalledWith(secret)
  expect(JSON.stringify(deps.journal.messages.get())).not.toContain('secret')
})

test('opens the form again for a repeat, with the target under the cursor', async () => {
  const open = vi.fn<PerformDeps['open']>()
  run.mockResolvedValue({ message: 'Noted.' })
  await performCall({ call: noted, origin: 'form' }, context(), deps)
  expect(written(deps.journal.lastChange.get())).toBe(noted)
  await repeatLastChange(context({ targets: [check('b')] }), { ...deps, open })
  await repeatLastChange(context(), { ...deps, open })
  expect(open.mock.calls.map(([{ known }]) => known)).toEqual([{ check: [check('b')] }, { check: [check('a')] }])
  expect(run).toHaveBeenCalledTimes(1)
})

test('repeats the values of a form if the outcome allows it', async () => {
  run.mockResolvedValue({ message: 'Noted.', repeatArgs: {} })
  await performCall({ call: noted, origin: 'form' }, context(), deps)
  await repeatLastChange(context({ targets: [check('b')] }), deps)
  expect(run.mock.calls.map(([args]) => args)).toEqual([
    { check: [check('a')], text: 'slow' },
    { check: [check('b')], text: 'slow' },
  ])
})

test('opens the form again for a repeat after a failure', async () => {
  run.mockRejectedValue(new Error('Taken.'))
  await performCall({ call: noted, origin: 'button' }, context(), deps)
  await repeatLastChange(context(), deps)
  expect(deps.asked).toEqual(['open check.note'])
})

test('repeats with the arguments of the outcome instead of those of the call', async () => {
  run.mockResolvedValue({ message: 'Noted.', repeatArgs: { text: 'slower' } })
  await performCall({ call: noted, origin: 'form' }, context(), deps)
  expect(written(deps.journal.lastChange.get())).toBe('check.note?check=check:a&text=slower')
})
