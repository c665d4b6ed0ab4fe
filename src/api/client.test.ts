import { expect, test } from 'vitest'
import { createClient, shouldRetry } from './client'
import { ApiError, type ApiErrorKind } from './http'

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
