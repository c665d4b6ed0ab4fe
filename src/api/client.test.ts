import { QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { deferred } from '../lib/deferred'
import { createClient, SCREEN_MS, shouldRetry, whenOpened } from './client'
import { ApiError, type ApiErrorKind } from './http'
import { whoamiKey } from './whoami'
import { eventually } from '../../tests/helpers/eventually'

afterEach(() => vi.useRealTimers())

test.each<[ApiErrorKind, number, boolean]>([
  ['network', 0, true],
  ['timeout', 2, true],
  ['network', 3, false],
  ['offline', 0, false],
  ['http', 0, false],
  ['contract', 0, false],
  ['aborted', 0, false],
])('after a %s error and %d earlier failures, ask again: %s', (kind, failures, expected) => {
  expect(shouldRetry(failures, new ApiError(kind, ''))).toBe(expected)
})

test('the end of a session is told once per answer, other failures are not', async () => {
  let times = 0
  const client = createClient({ signedOut: () => times++ })
  const fail = (status: number) =>
    client
      .fetchQuery({ queryKey: ['x', status], queryFn: () => Promise.reject(new ApiError('http', '', { status })) })
      .catch(() => undefined)
  await fail(500)
  expect(times).toBe(0)
  await fail(401)
  expect(times).toBe(1)
})

test.each([
  ['what was known of them is old', 403, 11_000, true],
  ['it was asked just now', 403, 9000, false],
  ['the failure is another', 500, 11_000, false],
])('a refusal asks for somebody’s rights again: %s', async (_what, status, age, expected) => {
  const client = createClient({ signedOut: () => undefined })
  client.setQueryData(whoamiKey, {}, { updatedAt: Date.now() - age })
  const queryFn = () => Promise.reject(new ApiError('http', '', { status }))
  await client.fetchQuery({ queryKey: ['x'], queryFn }).catch(() => undefined)
  expect(client.getQueryState(whoamiKey)?.isInvalidated).toBe(expected)
})

test('a refusal to tell somebody’s rights does not ask for them again', async () => {
  const client = createClient({ signedOut: () => undefined })
  const queryFn = vi.fn<() => Promise<never>>(() => Promise.reject(new ApiError('http', '', { status: 403 })))
  const leave = new QueryObserver(client, { queryKey: whoamiKey, queryFn, retry: false }).subscribe(() => undefined)
  await eventually(() => expect(client.getQueryState(whoamiKey)?.status).toBe('error'))
  await new Promise(setImmediate)
  expect(queryFn).toHaveBeenCalledTimes(1)
  leave()
})

test.each([
  ['a success waits until the screen is true again', true, SCREEN_MS - 1, 'pending'],
  ['a success waits for a slow screen no longer than two seconds', true, SCREEN_MS, 'settled'],
  ['a failure is told at once', false, 0, 'settled'],
])('%s', async (_what, succeeds, after, expected) => {
  vi.useFakeTimers()
  const client = createClient({ signedOut: () => undefined })
  const answers = [deferred<number>(), deferred<number>()]
  let asked = 0
  const query = { queryKey: ['x'], queryFn: () => answers[asked++]?.promise ?? 0 }
  const leave = new QueryObserver(client, query).subscribe(() => undefined)
  answers[0]?.resolve(1)
  const mutation = client.getMutationCache().build(client, {
    mutationFn: () => (succeeds ? Promise.resolve(1) : Promise.reject(new ApiError('network', ''))),
    meta: { invalidates: [['x']] },
  })
  let state = 'pending'
  const settle = () => {
    state = 'settled'
  }
  void mutation.execute(undefined).then(settle, settle)
  await vi.advanceTimersByTimeAsync(0)
  expect(asked).toBe(2)
  await vi.advanceTimersByTimeAsync(after)
  expect(state).toBe(expected)
  answers[1]?.resolve(2)
  await vi.advanceTimersByTimeAsync(0)
  expect(state).toBe('settled')
  leave()
})

test.each([
  ['is not asked for again: it came for the page', 'just now', 4000, 0],
  ['is asked for again, however fresh it still counts as', 'a while ago', 6000, 1],
])('what a page lists %s, if it came %s', (_what, _when, age, expected) => {
  const client = createClient({ signedOut: () => undefined })
  const queryFn = vi.fn<() => Promise<number>>(() => Promise.resolve(2))
  client.setQueryData(['x'], 1, { updatedAt: Date.now() - age })
  const list = new QueryObserver(client, { queryKey: ['x'], queryFn, refetchOnMount: whenOpened })
  list.subscribe(() => undefined)()
  expect(queryFn).toHaveBeenCalledTimes(expected)
})

test('what a change made untrue is asked for again when its page opens, if it came just now', async () => {
  const client = createClient({ signedOut: () => undefined })
  const queryFn = vi.fn<() => Promise<number>>(() => Promise.resolve(2))
  client.setQueryData(['x'], 1)
  await client.invalidateQueries({ queryKey: ['x'] })
  new QueryObserver(client, { queryKey: ['x'], queryFn, refetchOnMount: whenOpened }).subscribe(() => undefined)()
  expect(queryFn).toHaveBeenCalledTimes(1)
})
