import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { createClient } from '../../api/client'
import { dialogs } from '../../commands/dialogs'
import { createJournal } from '../../commands/journal'
import { ConsoleProvider } from '../shell/console'
import EditPerson from './edit-person'
import InvitationDialog from './invitation'
import Invite from './invite'
import PeopleView from './people-view'

afterEach(() => {
  vi.unstubAllGlobals()
  dialogs.set(undefined)
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

async function fill() {
  await userEvent.type(await screen.findByRole('textbox', { name: 'First name' }), 'Grace')
  await userEvent.type(screen.getByRole('textbox', { name: 'Last name' }), 'Hopper')
  await userEvent.type(screen.getByRole('textbox', { name: 'E-mail' }), 'grace@example.org')
  screen.getByRole('combobox', { name: 'Role' }).focus()
  await userEvent.keyboard('resp{Enter}')
}

test('a person is invited with names, address and role, and the link is handed over [USERS-04 USERS-05]', async () => {
  const made = { link: 'https://console.example/recovery?flow=f', code: '482915', mail_sent: false }
  const { posted, journal } = show(<Invite onClose={() => undefined} />, (path) =>
    path === '/api/auth/invite_user' ? json(made) : undefined
  )
  await fill()
  await userEvent.click(screen.getByRole('button', { name: 'Invite' }))
  await waitFor(() => expect(dialogs.get()).toEqual({ is: 'invitation', name: 'Grace Hopper', made }))
  expect(posted).toEqual([
    [
      '/api/auth/invite_user',
      { firstName: 'Grace', lastName: 'Hopper', email: 'grace@example.org', role: 'responder' },
    ],
  ])
  expect(journal.messages.get()[0]).toMatchObject({ tone: 'good', text: 'Invited Grace Hopper as responder.' })
})

test('each of the six roles can be given [USERS-05]', async () => {
  show(<Invite onClose={() => undefined} />)
  await userEvent.click(await screen.findByRole('combobox', { name: 'Role' }))
  expect(screen.getAllByRole('option')).toHaveLength(6)
  for (const role of ['Admin', 'Editor', 'Viewer', 'Guest', 'Commander', 'Responder'])
    expect(screen.getByRole('option', { name: new RegExp(`^${role}`) })).toBeTruthy()
})

test('what is missing is asked for, and an address that is taken is told in the server’s words', async () => {
  const { posted } = show(<Invite onClose={() => undefined} />, () => json({ error: 'User already exists' }, 409))
  ;(await screen.findByRole('textbox', { name: 'First name' })).focus()
  await userEvent.keyboard('{Enter}')
  expect(await screen.findByText('A first name is needed')).toBeTruthy()
  expect(posted).toEqual([])
  await fill()
  await userEvent.click(screen.getByRole('button', { name: 'Invite' }))
  expect(await screen.findByText(/User already exists/)).toBeTruthy()
  expect(dialogs.get()).toBeUndefined()
})

test.each([
  [true, 'A message with both is on its way to their address.'],
  [false, /^No mail was sent/],
  [undefined, /^The server does not say whether mail was sent/],
])('the link can be copied with its code, and it is said whether mail was sent (%s)', async (mail_sent, words) => {
  const link = 'https://console.example/recovery?flow=f'
  show(<InvitationDialog name="Grace" made={{ link, code: '482915', mail_sent }} onClose={() => undefined} />)
  const written = vi.fn<(text: string) => Promise<void>>(async () => undefined)
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(written)
  await userEvent.click(await screen.findByRole('button', { name: 'Copy One-time link' }))
  expect(written).toHaveBeenCalledWith(`${link}#code=482915`)
  expect(screen.getByText(words)).toBeTruthy()
})

test('a name can be changed while several roles stay as they are [USERS-06]', async () => {
  const onClose = vi.fn<() => void>()
  const { posted } = show(<EditPerson person={{ kind: 'person', id: ADA ?? '', label: 'Ada' }} onClose={onClose} />)
  const first = await screen.findByRole('textbox', { name: 'First name' })
  await userEvent.clear(first)
  await userEvent.type(first, 'Augusta')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(posted).toEqual([
    ['/api/people/update', { id: ADA, firstName: 'Augusta', lastName: 'Lovelace', email: 'ada@example.org' }],
  ])
})
