import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createJudge, describeRow, isRight } from './judgement'
import { heldOutQueries, type JudgedQuery, tunedQueries } from './judgement-queries'
import { answerSearch } from './sample-server'

beforeEach(() => {
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('fetch', async (input: string) => answerSearch(input))
})
afterEach(() => {
  vi.unstubAllGlobals()
})

/** The share of queries whose first row is right, and the wrong first rows. */
async function judge(queries: readonly JudgedQuery[]) {
  const findFirst = await createJudge()
  const wrong: string[] = []
  for (const one of queries) {
    const row = await findFirst(one.query)
    if (!isRight(row, one)) wrong.push(`${one.query} → ${row ? describeRow(row) : 'nothing'}`)
  }
  return { share: 1 - wrong.length / queries.length, wrong }
}

test.each([
  { name: 'tuned', queries: tunedQueries, count: 100 },
  { name: 'held out', queries: heldOutQueries, count: 50 },
])('shows the right row first for at least 92 % of the $count $name queries', async ({ queries, count }) => {
  const { share, wrong } = await judge(queries)
  expect(queries).toHaveLength(count)
  // The wrong rows are part of the message of a failure.
  expect(share < 0.92 ? wrong : []).toEqual([])
})
