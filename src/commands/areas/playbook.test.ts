import { expect, test } from 'vitest'
import { formatCall, parseCall } from '../call'
import { type Command, type Effects, NotDone, type Target } from '../command'
import { type Context, contextIn, type Environment } from '../context'
import { explain } from '../macro'
import { answeredAnew, prepare } from '../prepare'
import { NO_RESOURCE, playbookCommands } from './playbook'
import { run } from './playbook.runs'

const ID = '5a000022-0000-4000-8000-000000000001'
const CHECK: Target<'check'> = { kind: 'check', id: '5a000008-0000-4000-8000-000000000001', label: 'homepage' }

const environment: Environment = { path: '/health', roles: ['admin'], online: true, nameOf: () => undefined }
const on = (...targets: Target[]): Context =>
  contextIn(
    targets.map((target) => ({ scope: 'list', target })),
    environment
  )
const find = (id: string) => playbookCommands.find((one) => one.id === id)
const planned = (call: string, context: Context) => prepare({ call, origin: 'button' }, context, find)

test('with a playbook the dialog asks for what it is run; without one that is asked first', () => {
  expect(planned('playbook.run', on())).toMatchObject({ step: 'ask', slotName: 'target' })
  expect(planned(`playbook.run?playbook=${ID}`, on())).toMatchObject({ step: 'open', known: { playbook: ID } })
  expect(planned('playbook.run', on(CHECK))).toMatchObject({ step: 'open', known: { target: [{ id: CHECK.id }] } })
})

test('what is for nothing in particular stays so, whatever is under the cursor, also when it is repeated', () => {
  const call = `playbook.run?target=none&playbook=${ID}`
  const plan = planned(call, on(CHECK))
  expect(plan).toMatchObject({ step: 'open', known: { target: [], playbook: ID } })
  expect(plan.step === 'open' && formatCall(plan.call)).toBe(call)
  expect(answeredAnew(parseCall(call), find('playbook.run'), on(CHECK))).toBe(call)
  // What was for a thing is for the one under the cursor.
  const forAnother = `playbook.run?target=check:${ID}&playbook=${ID}`
  expect(answeredAnew(parseCall(forAnother), find('playbook.run'), on(CHECK))).toBe(`playbook.run?playbook=${ID}`)
})

test('a macro does not run a playbook for nothing where its thing is of no kind that a playbook is run for', () => {
  const call = formatCall({ id: 'playbook.run', args: { playbook: ID, params: '{}' } })
  const incident: Target = { kind: 'incident', id: 'i', label: 'Cart is down' }
  const refusalFor = (thing: Target) => explain({ place: 0, thing, call }, on(thing), find).refusal
  expect(refusalFor(incident)).toBe('Run playbook is not possible for Cart is down.')
  expect(refusalFor(CHECK)).toBeUndefined()
})

test('it says for what it runs', () => {
  const { preview } = find('playbook.run') as Command
  expect(preview?.({ target: [CHECK] })).toBe('Runs the playbook for homepage.')
  expect(preview?.({ target: [] })).toBe('Runs the playbook.')
})

/** Runs it in front of a server that knows the playbook, or may not be asked what it is called. */
async function ran(target: readonly Target<'check'>[] | undefined, title?: string) {
  const sent: unknown[] = []
  const effects = {
    here: () => '/health',
    navigate: () => undefined,
    async fetch({ queryKey }: { queryKey: readonly unknown[] }) {
      if (queryKey.includes('state')) return { status: 'pending_approval', error: null, playbook_run_actions: [] }
      if (title === undefined) throw new Error('Forbidden')
      return { id: ID, title, description: '', spec: {} }
    },
    mutate: async (_how: unknown, what: unknown) => {
      sent.push(what)
      return ID
    },
  } as unknown as Effects
  const outcome = await run({ target, playbook: ID, params: {}, secrets: undefined }, effects)
  return { sent, said: outcome.said }
}

test('a run for nothing in particular names no thing', async () => {
  expect(await ran([], 'Refund')).toEqual({
    sent: [{ id: ID, resource: undefined, params: {} }],
    said: '“Refund” waits for approval.',
  })
})

test('who may not read what it is called can run it', async () => {
  expect((await ran([CHECK])).said).toBe('“Playbook” for homepage waits for approval.')
})

test('without a word of what it is for, nothing is sent', async () => {
  await expect(ran(undefined)).rejects.toThrow(new NotDone(NO_RESOURCE))
})
