import { screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { listResponse, openResource } from '@tests/helpers/resource-page'

afterEach(() => {
  vi.unstubAllGlobals()
  history.replaceState(null, '', '/')
})

const ADA = '5a000001-0000-4000-8000-000000000001'
const INVITE = '5a000002-0000-4000-8000-000000000001'
const rows: Record<string, unknown> = {
  '/api/db/people': [{ id: ADA, name: 'Ada Lovelace ' }],
  '/api/db/invites': [
    {
      id: INVITE,
      email: 'grace@example.org',
      role: 'editor',
      invited_at: '2026-11-21T10:00:00+00:00',
      invited_by: ADA,
    },
    {
      id: '5a000002-0000-4000-8000-000000000002',
      email: 'ben@example.org',
      role: 'nobody',
      invited_at: '2026-11-20T10:00:00+00:00',
      invited_by: null,
    },
  ],
}

test('lists the pending invitations: for whom, with which role, by whom', async () => {
  const urls: string[] = []
  await openResource('invitation', {
    answer(path, url) {
      urls.push(url)
      return listResponse(rows[path] ?? [])
    },
  })
  const grid = await screen.findByRole('grid', { name: 'Invitations' })
  const grace = within(grid).getByRole('row', { name: 'grace@example.org, editor, invited by Ada Lovelace' })
  expect(within(grace).getByText('Ada Lovelace')).toBeTruthy()
  expect(within(grid).getByRole('row', { name: 'ben@example.org, nobody' })).toBeTruthy()
  const asked = urls.find((url) => url.includes('/db/invites'))
  expect(new URL(asked ?? '', location.origin).searchParams.get('accepted_at')).toBe('is.null')
})

test('shows a failure instead of an empty list', async () => {
  await openResource('invitation', {
    answer: (path) => (path === '/api/db/invites' ? listResponse('unauthorized', 403) : listResponse([])),
  })
  expect(await screen.findByRole('heading', { name: /^Could not load invitations/ })).toBeTruthy()
})

test('requests nothing from a backend without accounts', async () => {
  const { asked } = await openResource('invitation', {
    environment: { deployment: { backend: 'gateway', signIn: 'password' } },
  })
  expect(await screen.findByText(/^Accounts are not available/)).toBeTruthy()
  expect(asked).toEqual([])
})
