import { expect, test } from 'vitest'
import { nextAttemptDelay, readRetryPolicy } from './retries'

/** The start times of attempts that take a moment each, in milliseconds after the first. */
function attempts(retries: object, takesMs = 0): number[] {
  const read = readRetryPolicy({ retries })
  const starts = [0]
  for (let at = takesMs; starts.length < 50; at += takesMs) {
    const waitMs = nextAttemptDelay(read, starts.length, at)
    if (waitMs === undefined) break
    at += waitMs
    starts.push(at)
  }
  return starts
}

test.each([
  [{}, [0]],
  [{ maxRetries: 2 }, [0, 1000, 2000]],
  [{ maxRetries: 2, interval: '5s' }, [0, 5000, 10_000]],
  [{ maxRetries: 1, interval: 0 }, [0, 100]],
  [{ timeout: '2s' }, [0, 1000, 2000]],
  [{ timeout: '2500ms' }, [0, 1000, 2000, 2500]],
  [{ timeout: '10s', maxRetries: 1 }, [0, 1000]],
  [{ timeout: '1s', interval: '1m' }, [0, 1000]],
  [{ timeout: '1s', maxRetries: 9, disabled: true }, [0]],
])('%j: starts attempts at %j', (retries, expected) => expect(attempts(retries)).toEqual(expected))

test('includes the duration of an attempt in the time limit', () => {
  expect(attempts({ timeout: '3s' }, 800)).toEqual([0, 1800, 3000])
})
