import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { createClient } from '../../api/client'
import { createJournal } from '../../commands/journal'
import { ConsoleProvider } from '../shell/console'
import PeopleView from './people-view'

afterEach(() => {
  vi.unstubAllGlobals()
  history.replaceState(null, '', '/')
})

const [ADA, BEN] = [1, 2].map((n) => `5a00000${n}-0000-4000-8000-000000000001`)
const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } })
const rows: Record<string, unknown> = {
  '/api/db/people': [
    { id: ADA, name: 'Ada Lovelace', email: 'ada@example.org', last_login: '2026-11-21T10:00:00Z' },
    { id: BEN, name: 'Ben Okri', email: 'ben@example.org', last_login: null },
  ],
  '/api/db/people_roles': [{ id: ADA, roles: ['editor', 'responder'] }],
  '/api/db/identities': [{ id: BEN, state: 'active', traits: { email: 'ben@example.org', name: { first: 'Ben' } } }],
}

/** Shows something in front of a server. `posted` is what was written, in order. */
function show(shown: ReactNode, answer: (path: string) => Response | undefined = () => undefined) {
  const posted: [string, unknown][] = []
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    const { pathname } = new URL(input, location.origin)
    if (init?.body) posted.push([pathname, JSON.parse(String(init.body))])
    return answer(pathname) ?? json(rows[pathname] ?? [])
  })
  const journal = createJournal()
  const performed: string[] = []
  const environment = { path: '/settings/users', roles: ['admin'], online: true, nameOf: () => undefined }
  render(
    <QueryClientProvider client={createClient({ signedOut: () => undefined })}>
      <ConsoleProvider
        value={{
          perform: async ({ call }) => void performed.push(call),
          undo: () => undefined,
          environment,
          keys: [],
          journal,
        }}
      >
        {shown}
      </ConsoleProvider>
    </QueryClientProvider>
  )
  return { posted, journal, performed }
}

test('people are listed with their roles and whether they can sign in [USERS-01 ROUTE-41]', async () => {
  show(<PeopleView />)
  const grid = await screen.findByRole('grid', { name: 'People' })
  const ada = within(grid).getByRole('row', { name: 'Ada Lovelace, ada@example.org, editor and responder, no account' })
  expect(within(ada).getByText('responder')).toBeTruthy()
  expect(within(grid).getByRole('row', { name: 'Ben Okri, ben@example.org, no role, invited' })).toBeTruthy()
  expect(document.title).toBe('People | Mission Control')
})

test('a search finds people by role, and says when nobody is like it', async () => {
  show(<PeopleView />)
  const field = await screen.findByRole('searchbox', { name: 'Search by name, e-mail, role or account' })
  await userEvent.type(field, 'respon')
  await waitFor(() => expect(screen.queryByRole('row', { name: /^Ben/ })).toBeNull())
  expect(screen.getByRole('row', { name: /^Ada/ })).toBeTruthy()
  await userEvent.type(field, 'zzz')
  expect(await screen.findByRole('heading', { name: 'Nothing matches “responzzz”' })).toBeTruthy()
})

test('what could not be loaded is told in the server’s words, never as nobody', async () => {
  show(<PeopleView />, () => json({ error: 'unauthorized: read on people' }, 403))
  expect(await screen.findByRole('heading', { name: 'Could not load people' })).toBeTruthy()
  expect(screen.getByText('unauthorized: read on people')).toBeTruthy()
  expect(screen.queryByText('Nobody is here yet')).toBeNull()
})

test('a backend without accounts of its own lists people all the same', async () => {
  show(<PeopleView />, (path) =>
    path === '/api/db/identities' ? json({ message: 'no such relation' }, 404) : undefined
  )
  expect(await screen.findByRole('row', { name: 'Ben Okri, ben@example.org, no role, no account' })).toBeTruthy()
})
