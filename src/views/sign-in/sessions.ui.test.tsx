import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { openConsole } from '@tests/helpers/entrance'
import { type Answers, identityErrorReply } from '@tests/helpers/fake-identity'
import { settingsFlow } from '@dev/gallery/flow-examples'

// Runs in the complete console, with its keys, prompts and announcements.

const start = `${location.pathname}${location.search}`
beforeEach(() => {
  sessionStorage.clear()
  localStorage.clear()
  return () => history.replaceState(null, '', start)
})

const LIST = 'GET /sessions'
const END_OTHERS = 'DELETE /sessions'
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0'
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1'

const session = (id: string, user_agent: string, ip_address: string) => ({
  id,
  active: true,
  identity: { id: 'ada' },
  authenticated_at: '2026-11-22T08:00:00Z',
  last_used_at: '2026-11-23T04:00:00Z',
  devices: [{ id: `device-${id}`, ip_address, user_agent, location: '' }],
})
const here = session('here', firefox, '192.0.2.1')
const phone = session('phone', safari, '192.0.2.7')
const laptop = session('laptop', firefox, '2001:db8::17')
const gone = () => ({ status: 204 })

const openProfile = (answers: Answers) =>
  openConsole('/profile-settings', {
    'GET /self-service/settings/browser': { body: settingsFlow() },
    'GET /sessions/whoami': { body: here },
    [LIST]: { body: [phone, laptop] },
    ...answers,
  })

async function open(answers: Answers) {
  const identity = await openProfile(answers)
  return { ...identity, section: await screen.findByRole('region', { name: 'Sessions' }) }
}

const row = (name: RegExp) => screen.findByRole('row', { name })
const endOthers = () => screen.findByRole('button', { name: /^End \d+ other sessions?$/ })
const said = (text: RegExp) => waitFor(() => expect(document.getElementById('voice-polite')?.textContent).toMatch(text))
const dialog = async (button: string) =>
  within(await screen.findByRole('alertdialog')).findByRole('button', { name: button })

test('the profile ends with the sessions: this one first, then the others with device, address and times', async () => {
  const { section } = await open({})
  expect(screen.getAllByRole('region').at(-1)).toBe(section)
  await waitFor(() => expect(section.textContent).toMatch(/Firefox on WindowsThis session, 192\.0\.2\.1, signed in/))
  const rows = await within(section).findAllByRole('row', { name: /192\.0\.2|2001/ })
  expect(rows.map((one) => one.getAttribute('aria-label'))).toEqual([
    expect.stringMatching(/^Safari on iPhone, 192\.0\.2\.7, signed in 2026-11-22 .*, last used 2026-11-23 /),
    expect.stringMatching(/^Firefox on Windows, 2001:db8::17, signed in/),
  ])
  expect(await endOthers()).toHaveProperty('textContent', 'End 2 other sessions')
})

test('j focuses the sessions, and Delete ends one after confirmation and announces it', async () => {
  const identity = await open({ 'DELETE /sessions/phone': gone })
  await row(/^Safari on iPhone/)
  screen.getByRole('heading', { level: 1 }).focus()
  await userEvent.keyboard('j')
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Safari on iPhone/))
  await userEvent.keyboard('{Delete}')
  await screen.findByText('Signs out Safari on iPhone, 192.0.2.7. Their users must sign in again.')
  expect(identity.count('DELETE /sessions/phone')).toBe(0)
  identity.answer({ [LIST]: { body: [laptop] } })
  await userEvent.click(await dialog('End 1 session'))
  await said(/Signed out Safari on iPhone, 192\.0\.2\.7\./)
  await waitFor(() => expect(screen.queryByRole('row', { name: /^Safari on iPhone/ })).toBeNull())
  expect(identity.count('DELETE /sessions/phone')).toBe(1)
  await expect.poll(() => document.activeElement?.getAttribute('aria-label')).toMatch(/^Firefox on Windows, 2001/)
})

test('ends all other sessions at once after confirmation', async () => {
  const identity = await open({ [END_OTHERS]: { body: { count: 2 } } })
  await userEvent.click(await endOthers())
  await screen.findByText('Signs you out everywhere except in this browser. Access tokens stay valid.')
  identity.answer({ [LIST]: { body: [] } })
  await userEvent.click(await dialog('End other sessions'))
  await said(/Ended 2 other sessions\. Only this session remains\./)
  await within(identity.section).findByText('You are signed in nowhere else.')
  expect(within(identity.section).queryByRole('button')).toBeNull()
})

test('a session that cannot be ended stays and shows the error', async () => {
  const { section } = await open({ [END_OTHERS]: { status: 503, body: 'The database is away.' } })
  await userEvent.click(await endOthers())
  await userEvent.click(await dialog('End other sessions'))
  await waitFor(() =>
    expect(document.getElementById('voice-urgent')?.textContent).toMatch(
      /End all other sessions: The database is away\./
    )
  )
  expect(within(section).getAllByRole('row', { name: /192\.0\.2|2001/ })).toHaveLength(2)
})

test.each([
  ['a failure', { status: 500, body: 'The database is away.' }, /could not be loaded\. The database is away\./],
  ['a page of a proxy', { body: '<html>' }, /could not be loaded\. The sign-in service sent an unexpected response/],
  ['a service without the list', identityErrorReply(404), /could not be loaded\. why\./],
])('%s shows an error with a retry, and not an empty list', async (_what, answer, expected) => {
  const identity = await open({ [LIST]: answer })
  await waitFor(() => expect(identity.section.textContent).toMatch(expected))
  expect(identity.section.textContent).not.toContain('nowhere else')
  identity.answer({ [LIST]: { body: [phone] } })
  await userEvent.click(within(identity.section).getByRole('button', { name: 'Try again' }))
  await row(/^Safari on iPhone/)
})

test('leaves out unknown fields, and counts sessions beyond the first page', async () => {
  const bare = { id: 'bare', devices: null }
  const { section } = await open({ [LIST]: { body: [bare], headers: { 'X-Total-Count': '3' } } })
  expect((await row(/^Unknown device/)).getAttribute('aria-label')).toBe('Unknown device')
  expect(section.textContent).toContain('2 older sessions not listed.')
  expect(await endOthers()).toHaveProperty('textContent', 'End 3 other sessions')
})

test('a new password ends the other sessions, and the list shows it', async () => {
  const identity = await open({
    'POST /self-service/settings': { body: settingsFlow(undefined, { state: 'success' }) },
  })
  await row(/^Safari on iPhone/)
  identity.answer({ [LIST]: { body: [] } })
  const section = screen.getByRole('region', { name: 'Change Password' })
  await userEvent.type(within(section).getByLabelText(/^Password/), 'a new horse{Enter}')
  expect(await within(identity.section).findByText('You are signed in nowhere else.')).toBeTruthy()
})

test('after a recovery only the password section is shown; the sessions follow later', async () => {
  const messages = [{ id: 1060001, type: 'success', text: 'Choose a password.' }]
  await openProfile({ 'GET /self-service/settings/browser': { body: settingsFlow(undefined, { messages }) } })
  await screen.findByRole('region', { name: 'Change Password' })
  expect(screen.queryByRole('region', { name: 'Sessions' })).toBeNull()
})
