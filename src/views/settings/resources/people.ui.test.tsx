import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { listResponse, openResource } from '@tests/helpers/resource-page'

afterEach(() => {
  vi.unstubAllGlobals()
  history.replaceState(null, '', '/')
})

const [ADA, BEN] = [1, 2].map((n) => `5a00000${n}-0000-4000-8000-000000000001`)
const rows: Record<string, unknown> = {
  '/api/db/people': [
    { id: ADA, name: 'Ada Lovelace ', email: 'ada@example.org', last_login: '2026-11-21T10:00:00Z' },
    { id: BEN, name: 'Ben Okri', email: 'ben@example.org', last_login: null },
  ],
  '/api/db/people_roles': [{ id: ADA, roles: ['everyone', 'editor', 'responder'] }],
  '/api/db/identities': [{ id: BEN, state: 'active', traits: { email: 'ben@example.org', name: { first: 'Ben' } } }],
}

/** Opens the page with a server that returns `answer` for other requests. */
const open = (answer: (path: string) => Response | undefined = () => undefined) =>
  openResource('person', { answer: (path) => answer(path) ?? listResponse(rows[path] ?? []) })

test('lists people with their roles and whether they can sign in [USERS-01 ROUTE-41 CALL-22 ENT-25]', async () => {
  await open()
  const grid = await screen.findByRole('grid', { name: 'People' })
  const ada = within(grid).getByRole('row', { name: 'Ada Lovelace, ada@example.org, editor and responder, no account' })
  expect(within(ada).getByText('responder')).toBeTruthy()
  expect(within(grid).getByRole('row', { name: 'Ben Okri, ben@example.org, no role, invited' })).toBeTruthy()
  expect(document.title).toBe('People | Mission Control')
})

test('a search matches roles, and shows an empty state without a match', async () => {
  await open()
  const field = await screen.findByRole('searchbox', { name: 'Search by name, e-mail, role or account' })
  await userEvent.type(field, 'respon')
  await waitFor(() => expect(screen.queryByRole('row', { name: /^Ben/ })).toBeNull())
  expect(screen.getByRole('row', { name: /^Ada/ })).toBeTruthy()
  await userEvent.type(field, 'zzz')
  expect(await screen.findByRole('heading', { name: 'Nothing matches “responzzz”' })).toBeTruthy()
})

test('lists people also for a backend without its own accounts', async () => {
  await open((path) => (path === '/api/db/identities' ? listResponse({ message: 'no such relation' }, 404) : undefined))
  expect(await screen.findByRole('row', { name: 'Ben Okri, ben@example.org, no role, no account' })).toBeTruthy()
})
