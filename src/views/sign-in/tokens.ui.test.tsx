import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { openConsole } from '@tests/helpers/entrance'
import type { Answers } from '@tests/helpers/fake-identity'
import { refreshFlow, settingsFlow } from '@dev/gallery/flow-examples'

// Runs in the complete console, with its keys, prompts and announcements.

const start = `${location.pathname}${location.search}`
beforeEach(() => {
  sessionStorage.clear()
  localStorage.clear()
  return () => history.replaceState(null, '', start)
})

const LIST = 'GET /api/auth/ada/tokens'
const CREATE = 'POST /api/auth/ada/tokens'
const DEPLOY = '5a000098-0000-4000-8000-000000000001'
const token = (id: string, name: string, more: object = {}) => ({
  id,
  name,
  created_at: '2026-11-01T08:00:00Z',
  expires_at: '2027-02-01T08:00:00Z',
  last_used_at: '2026-11-23T04:00:00Z',
  roles: null,
  ...more,
})
const deploy = token(DEPLOY, 'deploy', { roles: ['viewer'] })
const old = token('5a000098-0000-4000-8000-000000000002', 'old', {
  expires_at: '2026-11-02T08:00:00Z',
  last_used_at: null,
})

const profile: Answers = {
  'GET /self-service/settings/browser': { body: settingsFlow() },
  'GET /sessions/whoami': { body: { id: 'here', active: true, identity: { id: 'ada' }, devices: [] } },
  'GET /sessions': { body: [] },
  [LIST]: { body: [deploy, old] },
}

async function open(answers: Answers = {}) {
  const identity = await openConsole('/profile-settings', { ...profile, ...answers })
  return { ...identity, section: await screen.findByRole('region', { name: 'Access tokens' }) }
}

const row = (name: RegExp) => screen.findByRole('row', { name })

test('lists the access tokens with their roles, last use and end', async () => {
  const { section } = await open()
  await row(/^deploy/)
  const rows = within(section).getAllByRole('row', { name: /, / })
  expect(rows.map((one) => one.getAttribute('aria-label'))).toEqual([
    expect.stringMatching(/^deploy, viewer, last used 2026-11-23 .*, expires 2027-02-01 /),
    expect.stringMatching(/^old, all roles, never used, expired 2026-11-02 /),
  ])
})

test('creates a token with a lifetime and roles, and shows its text once', async () => {
  const identity = await open({ [CREATE]: { status: 201, body: { id: DEPLOY, access_token: 'mct_secret' } } })
  await userEvent.click(within(identity.section).getByRole('button', { name: /^Create an access token/ }))
  const form = await screen.findByRole('dialog', { name: 'Create an access token' })
  await userEvent.type(within(form).getByRole('textbox', { name: 'Name' }), 'backup')
  await userEvent.click(within(form).getByRole('checkbox', { name: 'Admin' }))
  await userEvent.click(within(form).getByRole('button', { name: /^Create/ }))
  expect(await screen.findByText('mct_secret')).toBeTruthy()
  const sent = identity.sent('/api/auth/ada/tokens')
  expect(sent).toMatchObject({ name: 'backup', roles: ['admin'] })
  const days = (Date.parse(String(sent?.['expires_at'])) - Date.now()) / 86_400_000
  expect(Math.round(days)).toBe(90)
  expect(JSON.stringify([location.href, { ...sessionStorage }, { ...localStorage }])).not.toContain('mct_secret')
})

test('a name that is taken is reported at its field', async () => {
  const identity = await open({ [CREATE]: { status: 409, body: { error: 'A token with this name already exists.' } } })
  await userEvent.click(within(identity.section).getByRole('button', { name: /^Create an access token/ }))
  const form = await screen.findByRole('dialog', { name: 'Create an access token' })
  await userEvent.type(within(form).getByRole('textbox', { name: 'Name' }), 'deploy')
  await userEvent.click(within(form).getByRole('button', { name: /^Create/ }))
  await waitFor(() =>
    expect(within(form).getByRole('textbox', { name: 'Name' }).getAttribute('aria-invalid')).toBe('true')
  )
})

test('an old sign-in asks to confirm the identity, and returns to the filled-in form', async () => {
  const stale = { error: { id: 'session_refresh_required', reason: 'Confirm your identity first.' } }
  const identity = await open({
    [CREATE]: { status: 403, body: stale },
    'GET /self-service/login/browser?refresh=true': { body: refreshFlow() },
  })
  await userEvent.click(within(identity.section).getByRole('button', { name: /^Create an access token/ }))
  const form = await screen.findByRole('dialog', { name: 'Create an access token' })
  await userEvent.type(within(form).getByRole('textbox', { name: 'Name' }), 'backup')
  await userEvent.click(within(form).getByRole('button', { name: /^Create/ }))
  await waitFor(() => expect(location.pathname).toBe('/login'))
  const search = new URLSearchParams(location.search)
  expect(search.get('refresh')).toBe('true')
  const back = new URL(search.get('return_to') ?? '', location.origin)
  expect(back.pathname).toBe('/profile-settings')
  expect(back.searchParams.get('do')).toBe('token.create?name=backup&days=90')
})

test('a link fills in the form', async () => {
  const call = encodeURIComponent('token.create?name=backup&days=7')
  await openConsole(`/profile-settings?do=${call}`, profile)
  const form = await screen.findByRole('dialog', { name: 'Create an access token' })
  expect(within(form).getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('backup')
  expect(form.textContent).toContain('7 days')
})

test('Delete revokes a token after confirmation', async () => {
  const revoke = `DELETE /api/auth/ada/tokens/${DEPLOY}`
  const identity = await open({ [revoke]: { status: 204 } })
  const found = await row(/^deploy/)
  found.focus()
  await userEvent.keyboard('{Delete}')
  await screen.findByText(/^Revokes deploy\. Programs that use it are refused at once\./)
  expect(identity.count(revoke)).toBe(0)
  identity.answer({ [LIST]: { body: [old] } })
  await userEvent.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Revoke 1 access token' })
  )
  await waitFor(() => expect(screen.queryByRole('row', { name: /^deploy/ })).toBeNull())
  expect(identity.count(revoke)).toBe(1)
})

test('a failure shows an error with a retry, and not an empty list', async () => {
  const identity = await open({ [LIST]: { status: 500, body: { error: 'The database is away.' } } })
  await waitFor(() => expect(identity.section.textContent).toMatch(/could not be loaded\. The database is away\./))
  expect(identity.section.textContent).not.toContain('You have no access tokens')
  identity.answer({ [LIST]: { body: [] } })
  await userEvent.click(within(identity.section).getByRole('button', { name: 'Try again' }))
  await within(identity.section).findByText(/^You have no access tokens/)
})
