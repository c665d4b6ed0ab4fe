import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import type { ListQuery } from '@/lib/list-query'
import type { ApiCall } from '../http'
import * as http from '../http'
import { incidentList } from './incident-list'

const idOf = (n: number) => `5a0000ff-0000-4000-8000-${String(n).padStart(12, '0')}`
type Short = [title: string, severity: string, hoursAgo: number, status?: string]
const toRow = ([title, severity, hoursAgo, status = 'open']: Short, at: number) => ({
  id: idOf(at),
  incident_id: `INC-${at}`,
  title,
  severity,
  type: 'availability',
  status,
  created_at: new Date(Date.parse('2026-11-24T12:00:00Z') - hoursAgo * 3_600_000).toISOString(),
})

const readPage = async (index: number, size: number, sort?: ListQuery['sort']) => {
  const query: ListQuery = { search: '', sort, filters: {} }
  const { rows: shown, omitted } = await new QueryClient().fetchQuery(incidentList.page(query, { index, size }))
  return { titles: shown.map(({ title }) => title), omitted }
}

/** A server with these incidents, in its order: the newest first. */
function serve(list: readonly Short[]) {
  const rows = list.map(toRow).toSorted((a, b) => b.created_at.localeCompare(a.created_at))
  const asked: string[] = []
  const answer = ({ query = [] }: Pick<ApiCall<unknown>, 'query'>) => {
    const of = (name: string) => query.find(([key]) => key === name)?.[1]
    asked.push(`${of('select')?.includes('title') ? 'rows' : 'keys'} ${of('limit') ?? ''}`.trim())
    const [ids, excluded] = [of('id'), of('status')]
    const found = rows.filter(
      ({ id, status }) =>
        !(ids?.startsWith('in.') && !ids.includes(id)) &&
        !(excluded?.startsWith('not.in.') && excluded.includes(status))
    )
    const from = Number(of('offset') ?? 0)
    return { rows: found.slice(from, from + Number(of('limit') ?? 2000)), total: found.length }
  }
  vi.spyOn(http, 'callPage').mockImplementation(async (request) => answer(request) as never)
  vi.spyOn(http, 'call').mockImplementation(async (request) => answer(request).rows as never)
  return { page: readPage, asked }
}

afterEach(() => {
  vi.restoreAllMocks()
})

const few: readonly Short[] = [
  ['low now', 'Low', 0],
  ['over', 'Critical', 50, 'closed'],
  ['low before', 'low', 9],
  ['blocker', 'Blocker', 30],
  ['high now', '2', 1],
  ['high before', 'High', 5],
]

test('finds the worst incident that is not mitigated, else the worst mitigated one, else none', async () => {
  const worst = async (list: readonly Short[]) => {
    serve(list)
    return (await new QueryClient().fetchQuery(incidentList.worst()))?.title
  }
  const mitigated: Short = ['worked around', 'Critical', 90, 'mitigated']
  expect(await worst([mitigated, ['minor', 'Low', 1], ['over', 'Critical', 50, 'closed']])).toBe('minor')
  expect(await worst([mitigated, ['over', 'Critical', 50, 'closed']])).toBe('worked around')
  expect(await worst([['over', 'Critical', 50, 'closed']])).toBeUndefined()
})

test('lists incidents by severity, then the longest waiting first, and those that are over last', async () => {
  const { page, asked } = serve(few)
  expect((await page(0, 50)).titles).toEqual(['blocker', 'high before', 'high now', 'low before', 'low now', 'over'])
  expect((await page(1, 4)).titles).toEqual(['low now', 'over'])
  expect(asked).toEqual(['rows 200', 'rows 200'])
})

test('sorts the severity column by severity and not by its letters', async () => {
  const { page } = serve(few)
  expect((await page(0, 2, { column: 'severity', isDescending: false })).titles).toEqual(['over', 'blocker'])
  expect((await page(0, 2, { column: 'severity', isDescending: true })).titles).toEqual(['low before', 'low now'])
  expect((await page(0, 2, { column: 'created_at', isDescending: false })).titles).toEqual(['low now', 'high now'])
})

const lows = (count: number) => Array.from({ length: count }, (_, at): Short => [`low ${at}`, 'Low', at])

test('sorts many incidents across pages, and says when there are too many to sort', async () => {
  const many = serve([...lows(300), ['blocker', 'Blocker', 999]])
  expect(await many.page(0, 3)).toEqual({ titles: ['blocker', 'low 299', 'low 298'], omitted: undefined })
  expect((await many.page(100, 3)).titles).toEqual(['low 0'])
  expect(many.asked.slice(0, 3)).toEqual(['rows 200', 'keys 2000', 'rows'])
  vi.restoreAllMocks()
  const tooMany = await serve(lows(2001)).page(0, 2)
  expect(tooMany).toEqual({
    titles: ['low 0', 'low 1'],
    omitted: expect.stringMatching(/^More than 2,000 incidents match/) as string,
  })
})
