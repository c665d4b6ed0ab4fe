import { screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { openCommand, untilDialogClosed } from '@tests/helpers/command-dialog'
import { listResponse, openResource } from '@tests/helpers/resource-page'

afterEach(() => {
  vi.unstubAllGlobals()
  history.replaceState(null, '', '/')
})

const summary = [
  {
    name: 'check.failed',
    pending: 2,
    failed: 0,
    average_attempts: 0,
    first_failure: null,
    last_failure: null,
    most_common_error: null,
  },
  {
    name: 'notification.send',
    pending: 3,
    failed: 2,
    average_attempts: 1.5,
    first_failure: '2026-11-20T10:00:00+00:00',
    last_failure: '2026-11-20T10:05:00+00:00',
    most_common_error: '401 Unauthorized',
  },
]
const event = {
  id: '5a000001-0000-4000-8000-000000000001',
  name: 'notification.send',
  properties: { id: 'abc', tags: { a: 1 } },
  error: '401 Unauthorized\nat hooks.chat.example',
  created_at: '2026-11-20T09:00:00+00:00',
  last_attempt: '2026-11-20T10:05:00+00:00',
  attempts: 4,
}

const respond = (path: string, url: string) => {
  if (path === '/api/db/event_queue_summary') return listResponse(summary)
  if (path !== '/api/db/event_queue') return undefined
  const hours = new Date(Date.now() - 3 * 3_600_000).toISOString()
  return url.includes('name=')
    ? listResponse([event])
    : listResponse([
        { name: 'notification.send', created_at: hours },
        { name: 'notification.send', created_at: new Date().toISOString() },
      ])
}

test('counts the waiting events by name with the oldest and the most common error, failed ones first [ROUTE-44 EVENTQ-01 CALL-112]', async () => {
  await openResource('queuedevent', { answer: respond })
  const first = await screen.findByRole('row', {
    name: 'notification.send, 3 pending, 2 failed, 1.5 attempts on average, 401 Unauthorized',
  })
  expect(first.getAttribute('aria-rowindex')).toBe('2')
  for (const words of ['3', '2', '401 Unauthorized', '3h ago']) expect(within(first).getByText(words)).toBeTruthy()
  const other = screen.getByRole('row', { name: 'check.failed, 2 pending' })
  expect(within(other).queryByText('0')).toBeNull()
})

test('says that the oldest events could not be loaded, and keeps the counts', async () => {
  await openResource('queuedevent', {
    answer: (path, url) =>
      path === '/api/db/event_queue' ? listResponse({ message: 'Not for you' }, 403) : respond(path, url),
  })
  expect(await screen.findByText(/^Some data could not be loaded\. The oldest events: Not for you\./)).toBeTruthy()
  expect(screen.getByRole('row', { name: /^notification\.send/ })).toBeTruthy()
})

test('shows the error and the properties of each waiting event', async () => {
  const { inAddress } = openCommand('queue.open?events=queuedevent:notification.send', {
    answer: (path, _body, query) => respond(path, String(query)),
  })
  const shown = within(await screen.findByRole('dialog', { name: 'Waiting events: notification.send' }))
  const list = await shown.findByRole('list', { name: 'Events' })
  expect(list.textContent).toContain('401 Unauthorized\nat hooks.chat.example')
  expect(list.textContent).toContain('4 attempts')
  expect(shown.getByText('{"a":1}')).toBeTruthy()
  expect(inAddress()).toBe('queue.open?events=queuedevent:notification.send')
  await userEvent.keyboard('{Escape}')
  await untilDialogClosed()
})

test('says that the events were handled meanwhile', async () => {
  openCommand('queue.open?events=queuedevent:check.failed', { answer: () => listResponse([]) })
  expect(await screen.findByText('No such event is waiting')).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  await untilDialogClosed()
})

test('explains an empty queue', async () => {
  await openResource('queuedevent')
  expect(await screen.findByRole('heading', { name: 'No events are waiting' })).toBeTruthy()
})
