import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { openCommand } from '../../../tests/helpers/command-dialog'
import { createClient } from '../../api/client'
import { createJournal } from '../../commands/journal'
import { ConsoleProvider } from '../shell/console'
import OutboxView from './outbox-view'

afterEach(() => vi.unstubAllGlobals())

const message = {
  id: '5a000001-0000-4000-8000-000000000001',
  status: 'queued',
  recipient: 'ada@example.org',
  template: 'invitation',
  subject: 'You are invited to Mission Control',
  body: 'Open https://console.example/recovery?flow=f and type in this code: 482915',
  send_count: 0,
  last_error: null,
  created_at: '2026-11-21T10:00:00Z',
  sent_at: null,
}

type SignIn = 'none' | 'basic' | 'kratos'

function show(shown: ReactNode, answer: () => Response, signIn: SignIn = 'kratos') {
  const fetched = vi.fn<() => Promise<Response>>(async () => answer())
  vi.stubGlobal('fetch', fetched)
  const environment = {
    path: '/settings/outbox',
    roles: ['admin'],
    deployment: { backend: 'embedded' as const, signIn },
    online: true,
    nameOf: () => undefined,
  }
  render(
    <QueryClientProvider client={createClient({ signedOut: () => undefined })}>
      <ConsoleProvider
        value={{
          perform: async () => undefined,
          undo: () => undefined,
          environment,
          keys: [],
          journal: createJournal(),
        }}
      >
        {shown}
      </ConsoleProvider>
    </QueryClientProvider>
  )
  return fetched
}
const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), {
    status,
    headers: {
      'Content-Type': 'application/json',
      ...(Array.isArray(body) ? { 'Content-Range': `*/${body.length}` } : {}),
    },
  })

test('messages are listed with whom they are to and what became of them', async () => {
  const sent = { ...message, id: 'b', recipient: 'ben@example.org', status: 'sent', body: '' }
  show(<OutboxView />, () => json([message, sent]))
  expect(
    await screen.findByRole('row', { name: 'You are invited to Mission Control, to ada@example.org, waiting' })
  ).toBeTruthy()
  expect(screen.getByRole('row', { name: 'You are invited to Mission Control, to ben@example.org, sent' })).toBeTruthy()
})

test('an empty outbox says what will be in it', async () => {
  show(<OutboxView />, () => json([]))
  expect(await screen.findByRole('heading', { name: 'No message has been written' })).toBeTruthy()
})

test('what could not be loaded is told in the server’s words', async () => {
  show(<OutboxView />, () => json({ error: 'unauthorized: update on auth' }, 403))
  expect(await screen.findByRole('heading', { name: 'Could not load outbox' })).toBeTruthy()
  expect(screen.getByText('unauthorized: update on auth')).toBeTruthy()
})

test('where nobody has an account, nothing is asked for', async () => {
  const fetched = show(<OutboxView />, () => json([]), 'none')
  expect(await screen.findByRole('heading', { name: 'There is no outbox here' })).toBeTruthy()
  expect(fetched).not.toHaveBeenCalled()
})

test('a message can be read, and its link and text be taken out', async () => {
  const { inAddress } = openCommand(`message.open?message=message:${message.id}`, { answer: () => json([message]) })
  expect(await screen.findByRole('button', { name: 'Copy Link' })).toBeTruthy()
  expect(screen.getByRole('dialog', { name: message.subject })).toBeTruthy()
  expect(screen.getByText('https://console.example/recovery?flow=f#code=482915')).toBeTruthy()
  expect(screen.getByText(message.body)).toBeTruthy()
  expect(screen.getByText('ada@example.org')).toBeTruthy()
  expect(inAddress()).toBe(`message.open?message=message:${message.id}`)
})
