import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Queryable, DatabaseUnavailableError, type DatabaseRow } from './db'
import { createProbe } from './probe'

let queries: { answer: (rows: DatabaseRow[]) => void; fail: (error: Error) => void }[] = []
const db = {
  query: () => new Promise<DatabaseRow[]>((answer, fail) => queries.push({ answer, fail })),
} as unknown as Queryable

beforeEach(() => {
  queries = []
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => vi.useRealTimers())

test('reports a responding and a failing database', async () => {
  const isAnswering = createProbe(db)
  const first = isAnswering()
  queries[0]?.answer([])
  expect(await first).toBe(true)
  const second = isAnswering()
  queries[1]?.fail(new DatabaseUnavailableError('gone'))
  expect(await second).toBe(false)
})

test('sends one query to a silent database, and another after it has responded', async () => {
  const isAnswering = createProbe(db)
  for (let times = 0; times < 3; times++) {
    const answer = isAnswering()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await answer).toBe(false)
  }
  expect(queries).toHaveLength(1)
  queries[0]?.answer([])
  await vi.advanceTimersByTimeAsync(0)
  const answer = isAnswering()
  queries[1]?.answer([])
  expect(await answer).toBe(true)
})
