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
