import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { formatCall, toCall } from '../call'
import { callTo } from '../call-to'
import { type Command, type Effects, CommandError, type Target } from '../command'
import { type CommandContext, buildContext, type CommandEnvironment } from '../context'
import { explainMacroCall } from '../macro'
import { rebindTargets, planCall } from '../prepare'
import { type DisplayedRun, registerDisplayedRuns } from '@/lib/playbooks/displayed-runs'
import { NO_RESOURCE, playbookCommands } from './playbook.commands'
import { findApplicablePlaybooks } from './playbook.finds'
import { runPlaybook } from './playbook.runs'
import { runCommands } from './runs.commands'

const ID = '5a000022-0000-4000-8000-000000000001'
const CHECK: Target<'check'> = { kind: 'check', id: '5a000008-0000-4000-8000-000000000001', label: 'homepage' }

const environment: CommandEnvironment = { path: '/health', roles: ['admin'], online: true, nameOf: () => undefined }
const on = (...targets: Target[]): CommandContext =>
  buildContext(
    targets.map((target) => ({ scope: 'list', target })),
    environment
  )
const find = (id: string) => playbookCommands.find((one) => one.id === id)
const findRun = (id: string) => runCommands.find((one) => one.id === id)
const planned = (call: string, context: CommandContext) =>
  planCall({ call: toCall(call, find), origin: 'button' }, context, find)

test('opens the dialog for a known playbook, and prompts for the target first without one', () => {
  expect(planned('playbook.run', on())).toMatchObject({ step: 'ask', slotName: 'target' })
  expect(planned(`playbook.run?playbook=${ID}`, on())).toMatchObject({ step: 'open', known: { playbook: ID } })
  expect(planned('playbook.run', on(CHECK))).toMatchObject({ step: 'open', known: { target: [{ id: CHECK.id }] } })
})

test('allows only approvers to approve a run, as far as the page knows them', () => {
  const RUN: Target<'run'> = { kind: 'run', id: '5a000023-0000-4000-8000-000000000001', label: 'Refund' }
  const step = () => planned('run.approve', on(RUN))
  expect(step()).toMatchObject({ step: 'confirm' })
  let known: DisplayedRun = { isOver: false, isWaiting: true, noApproval: 'You are not an approver.' }
  const end = registerDisplayedRuns((id) => (id === RUN.id ? known : undefined))
  expect(step()).toMatchObject({
    step: 'refused',
    reason: 'You are not an approver.',
  })
  known = { ...known, noApproval: undefined }
  expect(step()).toMatchObject({ step: 'confirm' })
  known = { ...known, isWaiting: false }
  expect(step()).toMatchObject({ step: 'absent' })
  end()
  expect(step()).toMatchObject({ step: 'confirm' })
})

const planCancel = (...runs: Target<'run'>[]) =>
  planCall({ call: callTo('run.cancel', { runs }), origin: 'button' }, on(), findRun)

test('offers to cancel a run unless the screen shows that it is over', () => {
  const [first, second]: Target<'run'>[] = [
    { kind: 'run', id: '5a000023-0000-4000-8000-000000000001', label: 'Refund' },
    { kind: 'run', id: '5a000023-0000-4000-8000-000000000002', label: 'Restart' },
  ]
  if (!first || !second) throw new Error('no runs')
  const over = { isOver: true, isWaiting: false, noApproval: undefined }
  const end = registerDisplayedRuns((id) => ({ ...over, isOver: id === first.id }))
  expect(planCancel(first)).toMatchObject({ step: 'absent' })
  expect(planCancel(first, second)).toMatchObject({ step: 'confirm' })
  end()
  expect(planCancel(first)).toMatchObject({ step: 'confirm' })
})

test('prompts for the playbook as a step of the palette, and in the dialog elsewhere', () => {
  for (const origin of ['key', 'button', 'menu', 'link', 'repeat'] as const)
    expect(planCall({ call: toCall('playbook.run', find), origin }, on(CHECK), find)).toMatchObject({ step: 'open' })
  const asked = planCall({ call: toCall('playbook.run', find), origin: 'palette' }, on(CHECK), find)
  expect(asked).toMatchObject({ step: 'ask', slotName: 'playbook', known: { target: [{ id: CHECK.id }] } })
  // Then its parameters; the user confirms in the dialog.
  const call = `playbook.run?target=check:${CHECK.id}&playbook=${ID}`
  expect(planCall({ call: toCall(call, find), origin: 'palette' }, on(), find)).toMatchObject({
    step: 'ask',
    slotName: 'params',
  })
  expect(planCall({ call: toCall(`${call}&params={}`, find), origin: 'palette' }, on(), find)).toMatchObject({
    step: 'open',
  })
  expect(planCall({ call: toCall(call, find), origin: 'button' }, on(), find)).toMatchObject({
    step: 'open',
    known: { playbook: ID },
  })
  // On a playbook, that playbook is taken.
  expect(
    planCall(
      { call: toCall('playbook.run', find), origin: 'palette' },
      on({ kind: 'playbook', id: ID, label: 'Refund' }),
      find
    )
  ).toMatchObject({ step: 'open' })
})

const findFor = (text: string) => {
  const client = new QueryClient()
  return findApplicablePlaybooks(text, new AbortController().signal, { target: [CHECK] }, (query) =>
    client.fetchQuery(query)
  )
}

describe('options of the playbook step', () => {
  const OTHER = '5a000022-0000-4000-8000-000000000002'
  const answer = (list: unknown) => (input: string) =>
    Promise.resolve(
      Response.json(
        input.includes('/playbook/list')
          ? list
          : input.includes('/db/checks')
            ? []
            : input.includes('playbook_runs')
              ? [{ playbook_id: OTHER, thing: CHECK.id }]
              : [
                  { id: ID, title: 'Restart', description: 'One pod after the other' },
                  { id: OTHER, title: 'Scale', description: '' },
                ]
      )
    )
  beforeEach(() => void vi.stubGlobal('navigator', { onLine: true }))
  afterEach(() => void vi.unstubAllGlobals())

  test('lists playbooks that apply to the target, the last one used first, searchable by title and description', async () => {
    const asked = vi.fn<(input: string) => Promise<Response>>(answer([ID, OTHER].map((id) => ({ id, name: id }))))
    vi.stubGlobal('fetch', asked)
    expect(await findFor('')).toEqual([
      { value: OTHER, label: 'Scale', hint: 'used last' },
      { value: ID, label: 'Restart', hint: 'One pod after the other', keywords: 'One pod after the other' },
    ])
    expect(asked.mock.calls[0]?.[0]).toContain(`/api/playbook/list?check_id=${CHECK.id}`)
    expect((await findFor('pod rest')).map(({ label }) => label)).toEqual(['Restart'])
    expect(await findFor('nothing like it')).toEqual([])
  })

  test('lists matches of the title before matches of the description', async () => {
    const titles = [
      { id: ID, title: 'Restart', description: 'Scales down, then up' },
      { id: OTHER, title: 'Scale', description: '' },
    ]
    vi.stubGlobal('fetch', (input: string) =>
      Promise.resolve(
        Response.json(
          input.includes('/playbook/list')
            ? [ID, OTHER].map((id) => ({ id, name: id }))
            : input.includes('playbook_runs')
              ? []
              : titles
        )
      )
    )
    expect((await findFor('')).map(({ label }) => label)).toEqual(['Restart', 'Scale'])
    expect((await findFor('scale')).map(({ label }) => label)).toEqual(['Scale', 'Restart'])
  })

  test('lists the playbooks of the config item of a check with this item as the target', async () => {
    const ITEM: Target = { kind: 'config', id: '5a000010-0000-4000-8000-000000000002', label: 'checkout' }
    const check = {
      id: CHECK.id,
      name: 'homepage',
      type: 'http',
      status: 'healthy',
      configs: [{ configs: { id: ITEM.id, name: ITEM.label } }],
    }
    vi.stubGlobal('fetch', (input: string) =>
      Promise.resolve(
        Response.json(
          input.includes('/db/checks')
            ? [check]
            : input.includes('config_id')
              ? [{ id: OTHER, name: 'scale' }]
              : input.includes('/playbook/list')
                ? [{ id: ID, name: 'restart' }]
                : []
        )
      )
    )
    expect(await findFor('')).toEqual([
      { value: ID, label: 'restart' },
      { value: OTHER, label: 'scale', hint: 'for the config item checkout', others: { target: [ITEM] } },
    ])
  })

  test('lists the playbooks of a check whose relations cannot be read, and fails if it has none', async () => {
    let list = [{ id: ID, name: 'restart' }]
    vi.stubGlobal('fetch', (input: string) =>
      Promise.resolve(
        input.includes('/db/checks')
          ? Response.json({ message: 'permission denied' }, { status: 403 })
          : Response.json(input.includes('/playbook/list') ? list : [])
      )
    )
    expect(await findFor('')).toMatchObject([{ label: 'restart' }])
    list = []
    await expect(findFor('')).rejects.toThrow('permission denied')
  })

  test('states that no playbook applies and offers no option', async () => {
    vi.stubGlobal('fetch', answer([]))
    expect(await findFor('')).toMatchObject([{ label: 'No playbook applies to homepage', refusal: expect.any(String) }])
  })
})

test('keeps a run without a target as it is, whatever is under the cursor, also when repeated', () => {
  const call = `playbook.run?target=none&playbook=${ID}`
  const plan = planned(call, on(CHECK))
  expect(plan).toMatchObject({ step: 'open', known: { target: [], playbook: ID } })
  expect(plan.step === 'open' && formatCall(plan.call, find)).toBe(call)
  const rebound = (text: string) => formatCall(rebindTargets(toCall(text, find), find('playbook.run'), on(CHECK)), find)
  expect(rebound(call)).toBe(call)
  // A call with a target is rebound to the target under the cursor.
  const forAnother = `playbook.run?target=check:${ID}&playbook=${ID}`
  expect(rebound(forAnother)).toBe(`playbook.run?playbook=${ID}`)
})

test('a macro does not run a playbook without a target when its target has another kind', () => {
  const call = { id: 'playbook.run', args: { playbook: ID, params: '{}' } }
  const incident: Target = { kind: 'incident', id: 'i', label: 'Cart is down' }
  const refusalFor = (thing: Target) => explainMacroCall({ place: 0, thing, call }, on(thing), find).refusal
  expect(refusalFor(incident)).toBe('Run playbook is not possible for Cart is down.')
  expect(refusalFor(CHECK)).toBeUndefined()
})

test('previews the target of the run', () => {
  const { preview } = find('playbook.run') as Command
  expect(preview?.({ target: [CHECK] })).toBe('Runs the playbook for homepage.')
  expect(preview?.({ target: [] })).toBe('Runs the playbook.')
})

/** Runs the playbook against a server that returns its title, or refuses to. */
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
  const outcome = await runPlaybook({ target, playbook: ID, params: {}, secrets: undefined }, effects)
  return { sent, message: outcome.message }
}

test('a run without a target sends no resource', async () => {
  expect(await ran([], 'Refund')).toEqual({
    sent: [{ id: ID, resource: undefined, params: {} }],
    message: '“Refund” is awaiting approval.',
  })
})

test('runs a playbook whose title the user may not read', async () => {
  expect((await ran([CHECK])).message).toBe('“Playbook” for homepage is awaiting approval.')
})

test('sends nothing without a target or an explicit choice of none', async () => {
  await expect(ran(undefined)).rejects.toThrow(new CommandError(NO_RESOURCE))
})
