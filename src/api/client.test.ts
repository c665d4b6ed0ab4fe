import { QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { deferred } from '../lib/deferred'
import { createQueryClient, MOST_REFETCH_WAIT_MS, shouldRetry, refetchWhenOpened } from './client'
import { ApiError, type ApiErrorKind } from './http'
import { whoamiKey } from './sign-in/whoami'
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
])('retries after a %s error and %d earlier failures: %s', (kind, failures, expected) => {
  expect(shouldRetry(failures, new ApiError(kind, ''))).toBe(expected)
})

test('reports the end of a session once per response, and ignores other failures', async () => {
  let times = 0
  const client = createQueryClient({ signedOut: () => times++ })
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
  ['the known permissions are old', 403, 11_000, true],
  ['the permissions were just requested', 403, 9000, false],
  ['the status is not 403', 500, 11_000, false],
])('requests the permissions again after a refusal: %s', async (_what, status, age, expected) => {
  const client = createQueryClient({ signedOut: () => undefined })
  client.setQueryData(whoamiKey, {}, { updatedAt: Date.now() - age })
  const queryFn = () => Promise.reject(new ApiError('http', '', { status }))
  await client.fetchQuery({ queryKey: ['x'], queryFn }).catch(() => undefined)
  expect(client.getQueryState(whoamiKey)?.isInvalidated).toBe(expected)
})

test('does not request the permissions again after the request for them was refused', async () => {
  const client = createQueryClient({ signedOut: () => undefined })
  const queryFn = vi.fn<() => Promise<never>>(() => Promise.reject(new ApiError('http', '', { status: 403 })))
  const leave = new QueryObserver(client, { queryKey: whoamiKey, queryFn, retry: false }).subscribe(() => undefined)
  await eventually(() => expect(client.getQueryState(whoamiKey)?.status).toBe('error'))
  await new Promise(setImmediate)
  expect(queryFn).toHaveBeenCalledTimes(1)
  leave()
})

test.each([
  ['a success waits until the queries are refreshed', true, MOST_REFETCH_WAIT_MS - 1, 'pending'],
  ['a success waits at most two seconds for slow queries', true, MOST_REFETCH_WAIT_MS, 'settled'],
  ['a failure is reported at once', false, 0, 'settled'],
])('%s', async (_what, succeeds, after, expected) => {
  vi.useFakeTimers()
  const client = createQueryClient({ signedOut: () => undefined })
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

test('shows an answer for five minutes before it requests it again [CONST-01]', async () => {
  vi.useFakeTimers()
  const client = createQueryClient({ signedOut: () => undefined })
  const queryFn = vi.fn<() => Promise<string>>(() => Promise.resolve('x'))
  const ask = () => client.fetchQuery({ queryKey: ['x'], queryFn })
  await ask()
  vi.advanceTimersByTime(299_999)
  await ask()
  expect(queryFn).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(1)
  await ask()
  expect(queryFn).toHaveBeenCalledTimes(2)
})

test('requests an outdated query again only when it is shown the next time', async () => {
  const client = createQueryClient({ signedOut: () => undefined })
  const queryFn = vi.fn<() => Promise<number>>(() => Promise.resolve(1))
  const query = { queryKey: ['x'], queryFn, staleTime: Infinity }
  const leave = new QueryObserver(client, query).subscribe(() => undefined)
  const change = { mutationFn: () => Promise.resolve(1), meta: { outdates: [['x']] } }
  await client.getMutationCache().build(client, change).execute(undefined)
  expect(queryFn).toHaveBeenCalledTimes(1)
  leave()
  new QueryObserver(client, query).subscribe(() => undefined)()
  expect(queryFn).toHaveBeenCalledTimes(2)
})

test.each([
  ['is not requested again, because it was prefetched for the page', 'just now', 4000, 0],
  ['is requested again, even if it is not stale', 'a while ago', 6000, 1],
])('the list of a page %s, if it was loaded %s', (_what, _when, age, expected) => {
  const client = createQueryClient({ signedOut: () => undefined })
  const queryFn = vi.fn<() => Promise<number>>(() => Promise.resolve(2))
  client.setQueryData(['x'], 1, { updatedAt: Date.now() - age })
  const list = new QueryObserver(client, { queryKey: ['x'], queryFn, refetchOnMount: refetchWhenOpened })
  list.subscribe(() => undefined)()
  expect(queryFn).toHaveBeenCalledTimes(expected)
})

test('requests an invalidated list again when its page opens, even if the list was just loaded', async () => {
  const client = createQueryClient({ signedOut: () => undefined })
  const queryFn = vi.fn<() => Promise<number>>(() => Promise.resolve(2))
  client.setQueryData(['x'], 1)
  await client.invalidateQueries({ queryKey: ['x'] })
  new QueryObserver(client, { queryKey: ['x'], queryFn, refetchOnMount: refetchWhenOpened }).subscribe(
    () => undefined
  )()
  expect(queryFn).toHaveBeenCalledTimes(1)
})
