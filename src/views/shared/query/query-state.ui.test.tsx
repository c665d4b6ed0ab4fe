import { QueryClientProvider, queryOptions, useQuery } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { createQueryClient } from '@/api/client'
import { ApiError } from '@/api/http'
import { GalleryConsole } from '@dev/gallery/gallery-console'
import { toGridState } from './grid-state'
import { QueryState } from './query-state'

const announce = vi.hoisted(() => vi.fn<(text: string) => void>())
vi.mock('@/ui/voice', () => ({ announce }))

type Answer = () => Promise<string[] | null>

const refused = (status = 500) => new ApiError('http', 'out of memory', { status })
const unanswered = new ApiError('network', 'Network Error. Please try again.')

/** Shows the runs from a backend whose response can be changed. */
function show(as: 'page' | 'pane' | 'part', first: Answer) {
  announce.mockClear()
  const answer = vi.fn<Answer>(first)
  const runs = queryOptions({ queryKey: ['runs'], queryFn: () => answer() })
  const client = createQueryClient({ signedOut: () => undefined })
  function View() {
    return (
      <QueryState query={useQuery(runs)} what="the runs" as={as} gone="No such run" empty="No run yet">
        {(list) => <p>{list.join(', ')}</p>}
      </QueryState>
    )
  }
  render(
    <QueryClientProvider client={client}>
      <GalleryConsole>
        <View />
      </GalleryConsole>
    </QueryClientProvider>
  )
  const become = (next: Answer) => void answer.mockImplementation(next)
  return {
    become,
    /** Requests again, as polling does. */
    async renew(next: Answer) {
      become(next)
      await act(() => client.refetchQueries())
    },
  }
}
const announced = () => announce.mock.calls.map(([text]) => text)
const tryAgain = () => screen.queryByRole('button', { name: 'Try again' })

test('names the loading data in the skeleton', () => {
  show('page', () => new Promise(() => undefined))
  expect(screen.getByText('Loading the runs…')).toBeDefined()
  expect(tryAgain()).toBeNull()
})

test('shows on a page why loading takes longer while retries run', async () => {
  show('page', async () => {
    throw unanswered
  })
  expect(await screen.findByText('Network Error. Please try again. Trying again…')).toBeDefined()
  expect(screen.getByText('Loading the runs…')).toBeDefined()
})

test('shows a failure with the server message, announces it once, and can retry it', async () => {
  const { become } = show('pane', async () => {
    throw refused()
  })
  expect(await screen.findByRole('heading', { name: 'Could not load the runs' })).toBeDefined()
  expect(screen.getByText('out of memory')).toBeDefined()
  expect(screen.queryByText('No run yet')).toBeNull()
  expect(announced()).toEqual(['Could not load the runs.'])
  become(async () => ['one', 'two'])
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('one, two')).toBeDefined()
  expect(screen.queryByRole('heading')).toBeNull()
})

test('shows a failed section as one line without announcing it', async () => {
  show('part', async () => {
    throw refused()
  })
  const line = await screen.findByRole('group', { name: 'The runs could not be loaded' })
  expect(line.textContent).toContain('The runs could not be loaded. out of memory.')
  expect(announced()).toEqual([])
})

test.each(['page', 'pane', 'part'] as const)('keeps the content of a %s when a refresh fails', async (as) => {
  const { renew } = show(as, async () => ['one'])
  await screen.findByText('one')
  await renew(async () => {
    throw refused()
  })
  expect(await screen.findByText(as === 'part' ? /The runs could not be refreshed/ : /Showing data from/)).toBeDefined()
  expect(screen.getByText('one')).toBeDefined()
  expect(tryAgain()).not.toBeNull()
  expect(announced().filter((text) => text.includes('out of memory'))).toHaveLength(as === 'part' ? 0 : 1)
  await renew(async () => ['two'])
  expect(await screen.findByText('two')).toBeDefined()
  expect(tryAgain()).toBeNull()
})

const missing: Answer = async () => {
  throw refused(404)
}
const nothings: readonly (readonly [string, Answer, string])[] = [
  ['null', async () => null, 'No such run'],
  ['a 404', missing, 'No such run'],
  ['empty', async () => [], 'No run yet'],
]
test.each(nothings)('shows a specific message if the response is %s', async (_name, answer, words) => {
  show('page', answer)
  expect(await screen.findByText(words)).toBeDefined()
  expect(tryAgain()).toBeNull()
})

test('treats a resource deleted while shown as gone, not as outdated', async () => {
  const { renew } = show('page', async () => ['one'])
  await screen.findByText('one')
  await renew(missing)
  expect(await screen.findByText('No such run')).toBeDefined()
  expect(screen.queryByText('one')).toBeNull()
})

const facts = { data: undefined, error: null, isPlaceholderData: false, refetch: () => undefined }
const words = { what: 'the runs', empty: 'No runs.', filtered: 'No run fits.' }
test.each([
  ['pending', facts, 'loading', 'No run fits.'],
  ['ready', { ...facts, data: [] }, 'ready', 'No run fits.'],
  ['failed', { ...facts, error: refused() }, 'The runs could not be loaded: out of memory', 'No run fits.'],
] as const)('shows the state %s inside a filtered list', (_name, query, status, empty) => {
  const state = toGridState(query, words)
  expect(typeof state.status === 'object' && state.status !== null ? state.status.failed : state.status).toBe(status)
  expect(state.empty).toBe(empty)
})

test('shows a list without search and filters as empty, not as filtered', () => {
  expect(toGridState({ ...facts, data: [] }, { ...words, filtered: false }).empty).toBe('No runs.')
})
