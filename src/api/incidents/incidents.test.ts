import { expect, test, vi } from 'vitest'
import type { ApiCall } from '../http'
import * as http from '../http'
import { sourceColumns } from './evidence-sources'

const idOf = (n: number) => `5a0000ff-0000-4000-8000-${String(n).padStart(12, '0')}`

test('requests the items of all changes with one request and those of all insights with another, and no others', async () => {
  const asked: Pick<ApiCall<unknown>, 'path' | 'query'>[] = []
  const call = vi.spyOn(http, 'call').mockImplementation(async ({ path, query }: ApiCall<unknown>) => {
    asked.push({ path, ...(query && { query }) })
    return path.endsWith('changes')
      ? [1, 2].map((n) => ({ id: idOf(n), config_id: idOf(10 + n) }))
      : [{ id: idOf(3), config_id: idOf(13) }]
  })
  const columns = await sourceColumns([
    { kind: 'change', id: idOf(1) },
    { kind: 'insight', id: idOf(3) },
    { kind: 'check', id: idOf(5) },
    { kind: 'change', id: idOf(2) },
    { kind: 'config', id: idOf(6) },
    // The row is deleted: storing the evidence then fails with an error.
    { kind: 'insight', id: idOf(4) },
  ])
  expect(asked.map(({ path, query }) => [path, query?.[0]])).toEqual([
    ['/api/db/config_changes', ['id', `in.(${idOf(1)},${idOf(2)})`]],
    ['/api/db/config_analysis', ['id', `in.(${idOf(3)},${idOf(4)})`]],
  ])
  expect(Object.fromEntries(columns)).toEqual({
    [idOf(1)]: { config_change_id: idOf(1), config_id: idOf(11) },
    [idOf(2)]: { config_change_id: idOf(2), config_id: idOf(12) },
    [idOf(3)]: { config_analysis_id: idOf(3), config_id: idOf(13) },
    [idOf(4)]: { config_analysis_id: idOf(4) },
    [idOf(5)]: { check_id: idOf(5) },
    [idOf(6)]: { config_id: idOf(6) },
  })
  asked.length = 0
  await sourceColumns([{ kind: 'check', id: idOf(5) }])
  expect(asked).toEqual([])
  call.mockRestore()
})
