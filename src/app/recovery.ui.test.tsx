import { QueryClientProvider, queryOptions, useQuery } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createQueryClient } from '../api/client'
import { ApiError } from '../api/http'
import { GalleryConsole } from '@dev/gallery/gallery-console'
import { shownOutage } from '../views/shared/query/outage'
import { QueryState } from '../views/shared/query/query-state'
import { watchRecovery } from './recovery'

type Respond = () => Promise<string[]>
const unanswered = new ApiError('network', 'Network Error. Please try again.')
const badGateway = new ApiError('http', 'Bad gateway', { status: 502 })
const refused = new ApiError('http', 'no memory', { status: 500 })
const fails = (error: ApiError): Respond =>
  async function fail() {
    throw error
  }
const responds: Respond = async () => ['one']

beforeEach(() => shownOutage.set(false))

/** A page with two lists, whose responses can be changed. */
function open(first = responds) {
  const given = { runs: vi.fn<Respond>(first), checks: vi.fn<Respond>(responds) }
  const queries = createQueryClient({ signedOut: () => undefined })
  const tell = vi.fn<(text: string) => void>()
  onTestFinished(watchRecovery(queries, tell))
  function List({ name }: { name: keyof typeof given }) {
    const query = useQuery(queryOptions({ queryKey: [name], queryFn: () => given[name](), retry: false }))
    return (
      <QueryState query={query} what={`the ${name}`} as="pane">
        {(list) => <p>{`${name}: ${list.join(', ')}`}</p>}
      </QueryState>
    )
  }
  render(
    <QueryClientProvider client={queries}>
      <GalleryConsole>
        <List name="runs" />
        <List name="checks" />
      </GalleryConsole>
    </QueryClientProvider>
  )
  const poll = (name: keyof typeof given) => act(() => queries.refetchQueries({ queryKey: [name] }))
  const told = () => tell.mock.calls.map(([text]) => text)
  return { given, poll, told }
}
const isShown = () => screen.findByText('checks: one')

test.each([unanswered, badGateway])('announces once that the backend responds again ($message)', async (error) => {
  const { given, poll, told } = open()
  await isShown()
  given.runs.mockImplementation(fails(error))
  given.checks.mockImplementation(fails(error))
  await poll('runs')
  await poll('checks')
  expect(shownOutage.get()).toBe(true)
  expect(told()).toEqual([])
  given.runs.mockImplementation(responds)
  given.checks.mockImplementation(responds)
  await poll('runs')
  await expect.poll(told).toEqual(['Connected again, up to date.'])
  await poll('runs')
  await poll('checks')
  expect(told()).toHaveLength(1)
  expect(screen.queryByText(/Showing data from/)).toBeNull()
})

test('announces the recovery only after all data on screen was refetched', async () => {
  const { given, poll, told } = open()
  await isShown()
  given.runs.mockImplementation(fails(unanswered))
  given.checks.mockImplementation(fails(unanswered))
  await poll('runs')
  await poll('checks')
  given.runs.mockImplementation(responds)
  await poll('runs')
  await expect.poll(() => given.checks.mock.calls.length).toBe(3)
  expect(told()).toEqual([])
  const waiting: ((list: string[]) => void)[] = []
  given.checks.mockImplementation(() => new Promise((resolve) => waiting.push(resolve)))
  window.dispatchEvent(new Event('online'))
  await expect.poll(() => given.checks.mock.calls.length).toBe(4)
  expect(told()).toEqual([])
  for (const resolve of waiting) resolve(['one'])
  await expect.poll(told).toEqual(['Connected again, up to date.'])
})

test('does not claim to be up to date after a partial failure', async () => {
  const { given, poll, told } = open()
  await isShown()
  given.runs.mockImplementation(fails(unanswered))
  await poll('runs')
  given.runs.mockImplementation(responds)
  given.checks.mockImplementation(fails(refused))
  await poll('runs')
  await expect.poll(told).toEqual(['Connected again. Some of this page could not be loaded.'])
})

test('does not treat a refusal as an outage', async () => {
  const { given, poll, told } = open()
  await isShown()
  given.runs.mockImplementation(fails(refused))
  await poll('runs')
  await screen.findByText(/no memory/)
  given.runs.mockImplementation(responds)
  await poll('runs')
  await expect.poll(() => screen.queryByText(/no memory/)).toBeNull()
  expect([shownOutage.get(), told()]).toEqual([false, []])
})

test('refetches everything as soon as the browser is online again', async () => {
  const { given, poll, told } = open()
  await isShown()
  given.runs.mockImplementation(fails(unanswered))
  await poll('runs')
  given.runs.mockImplementation(responds)
  window.dispatchEvent(new Event('online'))
  await expect.poll(told).toEqual(['Connected again, up to date.'])
})

test('announces the end of an outage that existed when the page was opened', async () => {
  const { poll, given, told } = open(fails(unanswered))
  await screen.findByRole('heading', { name: 'Could not load the runs' })
  given.runs.mockImplementation(responds)
  await poll('runs')
  await expect.poll(told).toEqual(['Connected again, up to date.'])
})
