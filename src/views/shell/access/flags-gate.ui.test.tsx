import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { createQueryClient } from '@/api/client'
import { isDisabled } from '@/shared/access/flags'
import { deferred } from '@/lib/deferred'
import { GalleryConsole } from '@dev/gallery/gallery-console'
import { FlagsGate, useFlags } from './flags-gate'

function Pages({ isPublic }: { isPublic: boolean }) {
  const answer = useFlags(isPublic)
  return (
    <GalleryConsole>
      <FlagsGate answer={answer}>
        <p>{answer.is === 'here' && isDisabled(answer.flags, 'logs') ? 'without logs' : 'with logs'}</p>
      </FlagsGate>
    </GalleryConsole>
  )
}

const answers = (...responses: (Response | Promise<Response>)[]) => {
  const fetched = vi.spyOn(window, 'fetch')
  for (const response of responses) fetched.mockImplementationOnce(async () => response)
  return fetched
}
const json = (body: unknown, status = 200) => Response.json(body, { status })
const logsOff = [{ name: 'logs.disable', value: 'true', source: 'local', type: '', description: '' }]

const show = (isPublic = false) =>
  render(
    <QueryClientProvider client={createQueryClient({ signedOut: () => undefined })}>
      <Pages isPublic={isPublic} />
    </QueryClientProvider>
  )
afterEach(() => {
  vi.restoreAllMocks()
})

test('shows pages only after the flags have loaded [ROUTE-68]', async () => {
  const { promise, resolve } = deferred<Response>()
  answers(promise)
  show()
  expect(screen.getByText('Loading features…')).toBeDefined()
  expect(screen.queryByText(/logs/)).toBeNull()
  resolve(json(logsOff))
  expect(await screen.findByText('without logs')).toBeDefined()
})

test('shows the server message of a failed request, and retries it [ROUTE-68]', async () => {
  answers(json({ error: 'The database is starting.' }, 503), json([]))
  show()
  expect(await screen.findByText('The database is starting.')).toBeDefined()
  expect(screen.getByRole('heading', { level: 1, name: 'Could not start' })).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('with logs')).toBeDefined()
})

test('shows the failure again after a failed retry', async () => {
  answers(json({ error: 'first' }, 500), json({ error: 'second' }, 500))
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('second')).toBeDefined()
})

test.each([401, 403])('shows a public page without flags if they are refused with %s', async (status) => {
  answers(new Response('Not logged in', { status }))
  show(true)
  expect(await screen.findByText('with logs')).toBeDefined()
})

test('turns no feature off if the backend has no properties', async () => {
  answers(json(null))
  show()
  expect(await screen.findByText('with logs')).toBeDefined()
})
