import { expect, test, vi } from 'vitest'
import { eventually } from '@tests/helpers/eventually'
import type { LogPage } from '@/api/logs/logs'
import { createLogFeed } from './feed'

const at = vi.hoisted(() => vi.fn<(question: object, cursor: string) => Promise<LogPage>>())
vi.mock('@/api/logs/logs', () => ({ logs: { at } }))

const page = (ids: readonly string[], newer: string): LogPage => ({
  lines: ids.map((id) => ({ id, time: 0, message: id, labels: {}, level: 'other' })),
  older: undefined,
  newer,
  notes: [],
})

const names = (count: number, from = 0) => Array.from({ length: count }, (_none, n) => `line ${from + n}`)

test('shows older lines each time their number doubles, until there are none [TABLE-18 TABLE-19]', async () => {
  const pages = [page(names(1, 1), ''), page(names(1, 2), ''), page(names(1, 3), ''), page(names(1, 4), '')]
  at.mockImplementation(async (_question, cursor) => {
    const index = Number(cursor)
    const found = pages[index] ?? page([], '')
    return { ...found, older: index < pages.length - 1 ? String(index + 1) : undefined }
  })
  const feed = createLogFeed({ id: 'c', name: 'app', query: '' }, { ...page(names(1), ''), older: '0' }, 0)
  const shown: number[] = []
  const leave = feed.subscribe(() => {
    const count = feed.get().lines.length
    if (count !== shown.at(-1)) shown.push(count)
  })
  await feed.loadOlder(100, new AbortController().signal)
  expect(shown).toEqual([1, 2, 4, 5])
  expect(feed.get().hasOlder).toBe(false)
  const requests = at.mock.calls.length
  await feed.loadOlder(100, new AbortController().signal)
  expect(at.mock.calls.length).toBe(requests)
  leave()
  at.mockClear()
})

test('loses no lines when following stops during a request and resumes later', async () => {
  const stop = new AbortController()
  at.mockImplementation(async (_question, cursor) => {
    // Stopped after the response has arrived, and before its lines are rendered.
    setTimeout(() => stop.abort())
    return cursor === 'from 1' ? page(['line 2'], 'from 2') : page([], cursor)
  })
  const feed = createLogFeed({ id: 'c', name: 'app', query: '' }, page(['line 1'], 'from 1'), 0)
  await feed.follow(() => true, stop.signal)
  const again = new AbortController()
  const following = feed.follow(() => true, again.signal)
  await eventually(() => expect(feed.get().lines).toHaveLength(2))
  again.abort()
  await following
  expect(feed.get().lines.map(({ id }) => id)).toEqual(['line 2', 'line 1'])
  expect(at.mock.calls.map(([, cursor]) => cursor)).toEqual(['from 1', 'from 1'])
})
