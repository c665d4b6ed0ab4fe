import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod/mini'
import { macroCommands } from './account/macros.commands'
import {
  defineCommand,
  type Command,
  type Effects,
  type KnownArgs,
  CommandError,
  type Outcome,
  type Target,
} from './command'
import { type CommandContext, buildContext, type CommandEnvironment } from './context'
import { createJournal, type Journal } from './journal'
import { expandMacro, explainMacroCall } from './macro'
import { formatCall, toCall } from './call'
import { type PerformDeps, performCall as performValues } from './perform'
import type { CallRequest } from './prepare'
import { undoLastChange } from './undo'
import { targetSlot, targetsSlot, textField, textSlot } from './slots'
import { saveMacro, LAST_RECORDING_ID, findMacro, macros } from './stores/macro-store'
import { removeRecordedStep, clearRecording, lastRecording, addRecordedStep } from './stores/recording'

const check = (id: string): Target<'check'> => ({ kind: 'check', id, label: `name of ${id}` })

/** The changes that were sent to the server. */
let sent: string[]
/** The rows on the server. An undo removes them. */
let rows: string[]
let roles: CommandEnvironment['roles']
let journal: Journal
const toast = vi.fn<PerformDeps['toast']>()

const change = (id: string, { noUndo = false, slot = {} } = {}): Command =>
  defineCommand({
    id,
    title: `Do ${id}`,
    group: 'Checks',
    slots: { checks: targetsSlot('check'), ...slot },
    available: (context: CommandContext) => (context.roles?.includes('admin') ? true : 'Your role may not.'),
    effect: 'change',
    undo: noUndo ? 'none' : 'inverse',
    preview: (known: KnownArgs) => `${id} of ${(known['checks'] as Target[])[0]?.id}.`,
    async run(known: KnownArgs): Promise<Outcome> {
      const [one] = known['checks'] as Target[]
      const row = [id, one?.id, known['until']].filter(Boolean).join(' ')
      if (one?.id === 'broken') throw new CommandError('The server is away.')
      sent.push(row)
      rows.push(row)
      return {
        message: `Did ${row}.`,
        ...(noUndo
          ? {}
          : {
              undo() {
                rows = rows.filter((other) => other !== row)
                return { message: `Undid ${row}.` }
              },
            }),
      }
    },
  } as unknown as Command)

const commands = [
  ...macroCommands,
  change('check.run', { noUndo: true }),
  change('check.silence', { slot: { until: textSlot('For how long', 'Such as 2h') } }),
  change('check.link', { slot: { incident: targetSlot('incident') } }),
  change('check.note', { slot: { text: textField('Text', z.string().check(z.minLength(1))) } }),
  defineCommand({
    id: 'item.touch',
    title: 'Touch item',
    group: 'Items',
    slots: { item: targetSlot('config') },
    effect: 'change',
    undo: 'inverse',
    run: () => ({ message: 'Touched.' }),
  }),
]
const find = (id: string) => commands.find((one) => one.id === id)
const environment = (): CommandEnvironment => ({
  path: '/',
  roles,
  online: true,
  nameOf: (_kind, id) => `name of ${id}`,
})
const on = (thing: Target) => buildContext([{ scope: 'list', target: thing }], environment())

let deps: PerformDeps
beforeEach(() => {
  sent = []
  rows = []
  roles = ['admin']
  macros.set([])
  clearRecording()
  toast.mockReset()
  journal = createJournal(() => new Date('2026-11-26T05:00:00Z'))
  journal.onUndone(({ id }) => removeRecordedStep(id))
  deps = {
    find,
    effects: {} as Effects,
    journal,
    say: () => undefined,
    toast,
    show: () => undefined,
    open: () => undefined,
    reveal: () => undefined,
    ask: () => undefined,
    onUsed: () => undefined,
    onKeyPressed: () => undefined,
    onRecorded: (made) => addRecordedStep(made, find),
    contextOf: (places) => buildContext(places, environment()),
    now: () => 0,
  }
})

// Other tests use the same stores.
afterEach(() => {
  macros.set([])
  clearRecording()
})

/** Performs a written call. */
const performCall = ({ call, ...rest }: CallRequest, here: CommandContext, used: PerformDeps) =>
  performValues({ ...rest, call: toCall(call, find) }, here, used)

const press = (call: string, thing: Target) => performCall({ call, origin: 'form' }, on(thing), deps)
const replay = (things: readonly Target[], args = '') =>
  performCall(
    {
      call: `macro.replay?macro=night&things=${things.map(({ kind, id }) => `${kind}:${id}`).join(',')}${args}`,
      origin: 'form',
    },
    buildContext([], environment()),
    deps
  )
const night = (asks: { step: number; slot: string }[] = []) =>
  saveMacro({
    id: 'night',
    name: 'Night',
    steps: ['check.run', 'check.silence?until=2h', 'check.note?text=seen', 'check.silence?until=4h'],
    asks,
  })

test('records changes as steps, without undone ones and without the target', async () => {
  await press('macro.record', check('a'))
  await press('check.run', check('a'))
  await press('check.silence?until=2h', check('a'))
  await press('check.note?text=wrong', check('a'))
  await undoLastChange(deps)
  await press('macro.record', check('a'))
  expect(findMacro(LAST_RECORDING_ID)).toMatchObject({
    steps: ['check.run?checks=check:a', 'check.silence?checks=check:a&until=2h'],
  })
  expect(journal.messages.get()[0]).toMatchObject({
    text: 'Recorded 2 steps.',
    next: [{ title: 'Replay', call: { id: 'macro.replay', args: { macro: 'last' } } }, { title: 'Save' }],
  })
  const calls = expandMacro({ steps: findMacro(LAST_RECORDING_ID)?.steps ?? [], asks: [] }, [check('b')], {})
  expect(calls.map((one) => explainMacroCall(one, on(one.thing), find).effect)).toEqual([
    'check.run of b.',
    'check.silence of b.',
  ])
})

test('performs no step that its caller may not perform at that moment, whatever the rights of its author', async () => {
  await press('macro.record', check('a'))
  await press('check.silence?until=2h', check('a'))
  await press('macro.record', check('a'))
  saveMacro({ id: 'night', name: 'Night', steps: findMacro(LAST_RECORDING_ID)?.steps ?? [], asks: [] })
  sent = []
  roles = ['viewer']
  await replay([check('b')])
  expect([sent, journal.messages.get()[0]?.text]).toEqual([
    [],
    'Stopped “Night” at name of b, after 0 of 1 change: Your role may not.',
  ])
})

test('stops at the step before which its caller loses the right', async () => {
  night()
  // The permission is withdrawn while the macro runs.
  journal.onChangeStart(({ command }) => (command === 'check.silence' ? () => void (roles = ['viewer']) : undefined))
  await replay([check('a')])
  expect(sent).toEqual(['check.run a', 'check.silence a 2h'])
})

test.each([
  ['macro.replay?macro=night&things=check:b', 'Replay “Night”'],
  ['edit.undo', 'Undo'],
  ['theme?theme=dark', 'Theme'],
])('contains only changes of shared data, and not %s', async (step, title) => {
  const undo = { id: 'edit.undo', title: 'Undo', group: 'Page', effect: 'view' } as unknown as Command
  const theme = { id: 'theme', title: 'Theme', group: 'Preferences', effect: 'change', undo: 'needless' }
  const finding = deps.find
  deps.find = (id) => [undo, theme as unknown as Command].find((one) => one.id === id) ?? finding(id)
  saveMacro({ id: 'night', name: 'Night', steps: [step, 'check.silence?until=2h'], asks: [] })
  await replay([check('a')])
  expect([sent, journal.messages.get()[0]?.text]).toEqual([
    [],
    `Stopped “Night” at name of a, after 0 of 2 changes: A macro cannot contain “${title}”.`,
  ])
})

test('replays a macro of four steps for 30 targets like manual input, with one message and one undo', async () => {
  const things = Array.from({ length: 30 }, (_, n) => check(`c${n}`))
  night()
  for (const thing of things) for (const step of findMacro('night')?.steps ?? []) await press(step, thing)
  const byHand = sent
  sent = []
  rows = []
  toast.mockReset()
  expect(await replay(things)).toBeUndefined()
  expect(sent).toEqual(byHand)
  expect(sent).toHaveLength(120)
  expect(toast.mock.calls.map(([{ text }]) => text)).toEqual([
    'Replayed “Night” for name of c0, name of c1, name of c2, name of c3, name of c4 and 25 more: 120 changes.',
  ])
  await undoLastChange(deps)
  // Check runs cannot be undone.
  expect(rows).toEqual(things.map(({ id }) => `check.run ${id}`))
  expect(journal.messages.get()[0]?.text).toBe('Undid 90 of 120 changes of “Night”.')
})

test('reports the key and offers nothing before the first recording', async () => {
  await performCall({ call: `macro.replay?macro=${LAST_RECORDING_ID}`, origin: 'key' }, on(check('a')), deps)
  expect(journal.messages.get()[0]?.text).toBe('There is no recording. Record a macro first.')
  await performCall({ call: 'macro.replay', origin: 'menu' }, on(check('a')), deps)
  expect(journal.messages.get()).toHaveLength(1)
})

test('refuses to replay a macro during a recording', async () => {
  night()
  await press('macro.record', check('a'))
  expect((await replay([check('a')]))?.message).toBe('Stop recording first.')
  expect(sent).toEqual([])
})

test('stops at the first refusal, reports the target and the reason, and continues from there', async () => {
  night()
  await replay([check('a'), check('broken'), check('c')])
  expect(sent).toHaveLength(4)
  const [message] = journal.messages.get()
  expect(message?.text).toBe('Stopped “Night” at name of broken, after 4 of 12 changes: The server is away.')
  expect(message?.tone).toBe('bad')
  expect(message?.next.map(({ title }) => title)).toEqual(['Continue', 'Skip and continue'])
  const [goOn] = message?.next ?? []
  expect(goOn && formatCall(goOn.call, find)).toBe(
    'macro.replay?things=check:a,check:broken,check:c&macro=night&values=%7B%7D&from=4'
  )
  sent = []
  await replay([check('a'), check('broken'), check('c')], '&from=8')
  expect(sent).toEqual(['check.run c', 'check.silence c 2h', 'check.note c', 'check.silence c 4h'])
})

test('checks the permission of each step again', async () => {
  night()
  const steps = journal.onChangeStart(() => {
    if (sent.length === 5) roles = ['viewer']
    return undefined
  })
  await replay([check('a'), check('b')])
  steps()
  expect(sent).toHaveLength(6)
  expect(journal.messages.get()[0]?.text).toBe('Stopped “Night” at name of b, after 6 of 8 changes: Your role may not.')
})

test('replaces a recorded argument by the value entered for the replay', async () => {
  night([{ step: 1, slot: 'until' }])
  await replay([check('a')], `&values=${encodeURIComponent('{"1:until":"8h"}')}`)
  expect(sent).toEqual(['check.run a', 'check.silence a 8h', 'check.note a', 'check.silence a 4h'])
})

test('explains in advance why a step will fail: wrong kind of target, missing argument, unknown command', () => {
  const [item, note, gone] = expandMacro(
    { steps: ['item.touch', 'check.note', 'old.one'], asks: [] },
    [check('a')],
    {}
  ).map((one) => explainMacroCall(one, on(one.thing), find).refusal)
  expect(item).toBe('Touch item is not possible for name of a.')
  expect(note).toBe('The macro does not set “Text”.')
  expect(gone).toBe('The console has no such command.')
})

test("does not change the recorded target when the replay's target is of another kind", async () => {
  const incident: Target = { kind: 'incident', id: 'i', label: 'Cart is down' }
  saveMacro({ id: 'night', name: 'Night', steps: ['check.silence?checks=check:a&until=2h'], asks: [] })
  const [call] = expandMacro({ steps: ['check.silence?checks=check:a&until=2h'], asks: [] }, [incident], {})
  expect(call && explainMacroCall(call, on(incident), find).refusal).toBe(
    'Do check.silence is not possible for Cart is down.'
  )
  await replay([incident])
  expect(sent).toEqual([])
  expect(journal.messages.get()[0]?.text).toMatch(/^Stopped “Night” at .*: Do check\.silence is not possible for /)
})

test('keeps the second resource that a step names', async () => {
  const steps = ['check.link?checks=check:a&incident=incident:i']
  const [call] = expandMacro({ steps, asks: [] }, [check('b')], {})
  expect(call && explainMacroCall(call, on(check('b')), find)).toMatchObject({
    refusal: undefined,
    effect: 'check.link of b.',
  })
})

const contents = (steps: string[]) => encodeURIComponent(JSON.stringify({ steps, asks: [] }))

test('saves, edits and removes a macro, each with undo', async () => {
  lastRecording.set(['check.run'])
  await press(`macro.save?name=Night&contents=${contents(['check.run'])}`, check('a'))
  const [kept] = macros.get()
  expect(kept).toMatchObject({ name: 'Night', steps: ['check.run'] })
  await press(`macro.edit?macro=${kept?.id}&name=Day&contents=${contents(['check.note'])}`, check('a'))
  expect(macros.get()[0]).toMatchObject({ id: kept?.id, name: 'Day', steps: ['check.note'] })
  await press(`macro.remove?macro=${kept?.id}`, check('a'))
  expect(macros.get()).toEqual([])
  for (const name of ['Day', 'Night']) {
    await undoLastChange(deps)
    expect(macros.get()[0]?.name).toBe(name)
  }
  await undoLastChange(deps)
  expect(macros.get()).toEqual([])
})
