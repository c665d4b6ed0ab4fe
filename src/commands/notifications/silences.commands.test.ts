import '../every-command'
import { expect, test } from 'vitest'
import type { Effects, Outcome, Target } from '../command'
import { buildContext } from '../context'
import { findCommand } from '../registry'

const silence = (id: string): Target<'silence'> => ({ kind: 'silence', id, label: `silence-${id}` })
const later = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const LONG_AGO = '2020-01-01T00:00:00Z'

/** Runs a command against a backend with these silences, which refuses some ids. `written` is the list of writes. */
async function run(id: string, args: Record<string, unknown>, rows: object[] = [], refused: string[] = []) {
  const written: unknown[] = []
  const effects: Partial<Effects> = {
    progress: () => undefined,
    signal: new AbortController().signal,
    fetch: (async ({ queryKey }: { queryKey: readonly unknown[] }) =>
      queryKey[1] === 'id' ? 'new-id' : rows) as unknown as Effects['fetch'],
    mutate: (async (_mutation: unknown, variables: unknown) => {
      const on = typeof variables === 'string' ? variables : (variables as { id?: string }).id
      if (on !== undefined && refused.includes(on)) throw new Error(`The server refuses ${on}.`)
      written.push(variables)
      return true
    }) as unknown as Effects['mutate'],
  }
  const outcome = (await findCommand(id)?.run?.(args, effects as Effects)) as Outcome
  return { outcome, written }
}

test('ends silences, and restores them on undo', async () => {
  const { outcome, written } = await run('silence.end', { silences: [silence('a'), silence('b')] })
  expect(outcome.message).toBe('Ended silence-a and silence-b. Notifications are sent again.')
  expect(await outcome.undo?.()).toEqual({ message: 'Restored silence-a and silence-b.' })
  expect(written).toEqual(['a', 'b', 'a', 'b'])
})

test('reports the silences that were not ended, and restores only the others', async () => {
  const { outcome, written } = await run('silence.end', { silences: [silence('a'), silence('b')] }, [], ['b'])
  expect(outcome.message).toContain('Ended 1 of 2.')
  await outcome.undo?.()
  expect(written).toEqual(['a', 'a'])
  await expect(run('silence.end', { silences: [silence('b')] }, [], ['b'])).rejects.toThrow('The server refuses b.')
})

test('extends a silence by adding to what is left, and restores its end on undo', async () => {
  const until = later(1)
  const { outcome, written } = await run('silence.extend', { silences: [silence('a')], by: '2h' }, [{ id: 'a', until }])
  const end = new Date(Date.parse(until) + 7_200_000).toISOString()
  expect(written).toEqual([{ id: 'a', values: { until: end } }])
  expect(outcome.message).toMatch(/^Extended silence-a until \S/)
  expect(await outcome.undo?.()).toEqual({ message: 'silence-a ends as before.' })
  expect(written.at(-1)).toEqual({ id: 'a', values: { until } })
})

test('continues an expired silence from now', async () => {
  const start = Date.now()
  const { written } = await run('silence.extend', { silences: [silence('a')], by: '2h' }, [
    { id: 'a', until: LONG_AGO },
  ])
  const [{ values }] = written as [{ values: { until: string } }]
  expect(Date.parse(values.until)).toBeGreaterThanOrEqual(start + 7_200_000)
})

test('extends indefinitely, but not a silence without an end or one that is gone', async () => {
  const rows = [
    { id: 'a', until: later(1) },
    { id: 'b', until: null },
  ]
  const { written } = await run('silence.extend', { silences: [silence('a')], by: 'indefinitely' }, rows)
  expect(written).toEqual([{ id: 'a', values: { until: null } }])
  const extend = (id: string) => run('silence.extend', { silences: [silence(id)], by: '2h' }, rows)
  await expect(extend('b')).rejects.toThrow('silence-b has no end.')
  await expect(extend('c')).rejects.toThrow('silence-c no longer exists: another user ended it.')
})

const check: Target = { kind: 'check', id: 'c', label: 'homepage' }

test.each<[string, Target]>([
  ['a check', check],
  ['a config item', { kind: 'config', id: 'i', label: 'pod' }],
  ['a component', { kind: 'component', id: 'o', label: 'shop' }],
])('silences %s, and says when the silence ends', async (_what, thing) => {
  const { outcome, written } = await run('silence.create', { things: [thing], until: '2h', reason: 'a deployment' })
  expect(written).toMatchObject([{ of: thing, description: 'a deployment' }])
  expect(outcome.message).toMatch(new RegExp(`^Silenced ${thing.label} for 2h, until \\S+`))
  expect(outcome.next).toEqual([])
})

test('offers to add a reason to a single silence without one', async () => {
  const { outcome } = await run('silence.create', { things: [check], until: '1h' })
  expect(outcome.next).toMatchObject([
    { title: 'Add a reason', call: { id: 'resource.edit', args: { resource: [{ kind: 'silence', id: 'new-id' }] } } },
  ])
  const many = await run('silence.create', { things: [check, { ...check, id: 'd' }], until: '1h' })
  expect(many.outcome.next).toEqual([])
})

test('silences the check that a notification is about', () => {
  const notification: Target = { kind: 'notification', id: 'n', label: 'it fails', about: check }
  const context = buildContext(
    [{ scope: 'list', of: 'notification', target: notification, selection: [notification] }],
    {
      path: '/notifications',
      roles: ['admin'],
      online: true,
      nameOf: () => undefined,
    }
  )
  expect(findCommand('silence.create')?.slots?.['things']?.answer?.(context)).toEqual([check])
})

test('silences until the resource recovers, in front of the embedded backend only', async () => {
  const { outcome, written } = await run('silence.create', { things: [check], until: 'recovery' })
  expect(written).toMatchObject([{ of: check, until: null, until_recovery: true }])
  expect(outcome.message).toBe('Silenced homepage until it recovers.')
  const slot = findCommand('silence.create')?.slots?.['until']
  const labels = (backend: 'embedded' | 'gateway', thing: Target) => {
    const context = buildContext([], {
      path: '/health',
      roles: ['admin'],
      online: true,
      nameOf: () => undefined,
      deployment: { backend, signIn: 'none' },
    })
    const options = slot?.options?.from === 'list' ? slot.options.list(context, { things: [thing] }) : []
    return [options.map(({ label }) => label).includes('Until it recovers'), slot?.refusal?.('recovery', context)]
  }
  expect(labels('embedded', check)).toEqual([true, undefined])
  expect(labels('embedded', { kind: 'canary', id: 'y', label: 'web' })).toEqual([false, undefined])
  expect(labels('gateway', check)).toEqual([false, 'Only the embedded backend ends silences on recovery.'])
})
