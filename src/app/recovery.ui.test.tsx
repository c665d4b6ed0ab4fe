import { QueryClientProvider, queryOptions, useQuery } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createClient } from '../api/client'
import { ApiError } from '../api/http'
import { Around } from '../views/gallery/around'
import { toldOutage } from '../views/shell/query/outage'
import { QueryState } from '../views/shell/query/query-state'
import { watchRecovery } from './recovery'

type Answer = () => Promise<string[]>
const unanswered = new ApiError('network', 'Network Error. Please try again.')
const badGateway = new ApiError('http', 'Bad gateway', { status: 502 })
const refused = new ApiError('http', 'no memory', { status: 500 })
const fails = (error: ApiError): Answer =>
  async function fail() {
    throw error
  }
const answers: Answer = async () => ['one']

beforeEach(() => toldOutage.set(false))

/** A page with two lists, whose answers can be changed. */
function open(first = answers) {
  const given = { runs: vi.fn<Answer>(first), checks: vi.fn<Answer>(answers) }
  const queries = createClient({ signedOut: () => undefined })
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
      <Around>
        <List name="runs" />
        <List name="checks" />
      </Around>
    </QueryClientProvider>
  )
  const poll = (name: keyof typeof given) => act(() => queries.refetchQueries({ queryKey: [name] }))
  const told = () => tell.mock.calls.map(([text]) => text)
  return { given, poll, told }
}
const isShown = () => screen.findByText('checks: one')

test.each([unanswered, badGateway])('that the backend answers again is told once ($message)', async (error) => {
  const { given, poll, told } = open()
  await isShown()
  given.runs.mockImplementation(fails(error))
  given.checks.mockImplementation(fails(error))
  await poll('runs')
  await poll('checks')
  expect(toldOutage.get()).toBe(true)
  expect(told()).toEqual([])
  given.runs.mockImplementation(answers)
  given.checks.mockImplementation(answers)
  await poll('runs')
  await expect.poll(told).toEqual(['Connected again, up to date.'])
  await poll('runs')
  await poll('checks')
  expect(told()).toHaveLength(1)
  expect(screen.queryByText(/Showing data from/)).toBeNull()
})

test('it is not told before everything on screen was asked again', async () => {
  const { given, poll, told } = open()
  await isShown()
  given.runs.mockImplementation(fails(unanswered))
  given.checks.mockImplementation(fails(unanswered))
  await poll('runs')
  await poll('checks')
  given.runs.mockImplementation(answers)
  await poll('runs')
  await expect.poll(() => given.checks.mock.calls.length).toBe(3)
  expect(told()).toEqual([])
  const waiting: ((list: string[]) => void)[] = []
  given.checks.mockImplementation(() => new Promise((resolve) => waiting.push(resolve)))
  window.dispatchEvent(new Event('online'))
  await expect.poll(() => given.checks.mock.calls.length).toBe(4)
  expect(told()).toEqual([])
  for (const come of waiting) come(['one'])
  await expect.poll(told).toEqual(['Connected again, up to date.'])
})

test('what is not up to date is not called so', async () => {
  const { given, poll, told } = open()
  await isShown()
  given.runs.mockImplementation(fails(unanswered))
  await poll('runs')
  given.runs.mockImplementation(answers)
  given.checks.mockImplementation(fails(refused))
  await poll('runs')
  await expect.poll(told).toEqual(['Connected again. Some of this page could not be loaded.'])
})

test('a refusal is no outage', async () => {
  const { given, poll, told } = open()
  await isShown()
  given.runs.mockImplementation(fails(refused))
  await poll('runs')
  await screen.findByText(/no memory/)
  given.runs.mockImplementation(answers)
  await poll('runs')
  await expect.poll(() => screen.queryByText(/no memory/)).toBeNull()
  expect([toldOutage.get(), told()]).toEqual([false, []])
})

test('when the browser has its network again, everything is asked at once', async () => {
  const { given, poll, told } = open()
  await isShown()
  given.runs.mockImplementation(fails(unanswered))
  await poll('runs')
  given.runs.mockImplementation(answers)
  window.dispatchEvent(new Event('online'))
  await expect.poll(told).toEqual(['Connected again, up to date.'])
})

test('an outage that the page began with is told as over, too', async () => {
  const { poll, given, told } = open(fails(unanswered))
  await screen.findByRole('heading', { name: 'Could not load the runs' })
  given.runs.mockImplementation(answers)
  await poll('runs')
  await expect.poll(told).toEqual(['Connected again, up to date.'])
})
