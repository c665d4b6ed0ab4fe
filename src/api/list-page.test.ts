import { expect, test } from 'vitest'
import { z } from 'zod/mini'
import { callListPage } from './list-page'

const listPage = (rows: unknown) =>
  callListPage(
    { path: '/api/x', schema: z.object({ name: z.string() }) },
    {
      fetch: async () => Response.json(rows, { headers: { 'Content-Range': '0-2/30' } }),
      isOnline: () => true,
      timeoutMs: 30_000,
    }
  )
const [a, odd] = [{ name: 'a' }, { name: null }]

test('a page of a list leaves out the rows that it cannot read, and says how many', async () => {
  expect(await listPage([])).toEqual({ rows: [], total: 30 })
  expect(await listPage([a, a])).toEqual({ rows: [a, a], total: 30 })
  expect(await listPage([a, odd, a])).toEqual({
    rows: [a, a],
    total: 30,
    omitted: '1 row of this page could not be read and is not shown.',
  })
  expect((await listPage([odd, a, odd])).omitted).toBe('2 rows of this page could not be read and are not shown.')
})

test('a page of a list without a readable row is a contract error that names the member', async () => {
  await expect(listPage([odd])).rejects.toMatchObject({
    kind: 'contract',
    cause: '/api/x: ✖ expected string, got null\n  → at name',
  })
})
