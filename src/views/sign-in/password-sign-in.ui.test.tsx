import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { openConsole } from '@tests/helpers/entrance'
import type { Answers } from '@tests/helpers/fake-identity'

const start = location.href
beforeEach(() => {
  sessionStorage.clear()
  localStorage.clear()
  return () => history.replaceState(null, '', start)
})

const WHOAMI = 'GET /api/auth/whoami'
const LOGIN = 'POST /api/auth/login'
const LOGOUT = 'POST /api/auth/logout'
const PASSWORD = 'correct horse — é'

const signedIn = {
  body: { message: 'success', payload: { user: { id: 'ada', name: 'Ada Lovelace' }, roles: ['admin'] } },
}
const signedOut = { status: 401, body: { error: 'unauthorized' } }

const backend: Answers = {
  'GET /console-config.json': { body: { version: '1', backend: 'gateway', signIn: 'password' } },
  'GET /api/canary/api/summary': { body: { checks_summary: [] } },
  'POST /api/canary/api/summary': { body: { checks_summary: [] } },
  [WHOAMI]: signedOut,
  [LOGIN]: { status: 401, body: { error: 'invalid credentials' } },
}

const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const nameField = () => screen.findByRole('textbox', { name: /^User name/ })
const passwordField = () => screen.getByLabelText(/^Password/)
const here = () => `${location.pathname}${location.search}`

async function signIn(password: string) {
  await userEvent.type(await nameField(), 'admin')
  await userEvent.type(passwordField(), `${password}{Enter}`)
}

test('asks for the password of the backend, and returns to the page that was opened [SESSION-01]', async () => {
  const identity = await openConsole('/health?hidePassing=no', backend)
  await expect.poll(async () => document.activeElement === (await nameField())).toBe(true)
  expect(here()).toBe('/login?return_to=%2Fhealth%3FhidePassing%3Dno')
  // Such a backend registers nobody and recovers no password.
  expect(screen.queryByRole('link', { name: 'Create account' })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Reset password' })).toBeNull()
  identity.answer({ [LOGIN]: { body: { message: 'logged in' } }, [WHOAMI]: signedIn })
  await signIn(PASSWORD)
  await heading('Health')
  expect(here()).toBe('/health?hidePassing=no')
  const sent = identity.asked.find(({ path }) => path === '/api/auth/login')
  expect(sent?.body).toEqual({ username: 'admin', password: PASSWORD })
  const [, given = ''] = sent?.headers.get('Authorization')?.split('Basic ') ?? []
  const bytes = Uint8Array.from(atob(given), (one) => one.codePointAt(0) ?? 0)
  expect(new TextDecoder().decode(bytes)).toBe(`admin:${PASSWORD}`)
})

test('says that the name or the password is wrong, and selects the password', async () => {
  await openConsole('/login', backend)
  await signIn('guess')
  expect(await screen.findByText('The user name or the password is wrong.')).toBeTruthy()
  const field = passwordField() as HTMLInputElement
  expect([document.activeElement, field.selectionEnd]).toEqual([field, 'guess'.length])
})

test('shows the reason of a backend that cannot check passwords', async () => {
  const error = 'basic login is unavailable when htpasswd file is not configured'
  await openConsole('/login', { ...backend, [LOGIN]: { status: 503, body: { error } } })
  await signIn('guess')
  expect(await screen.findByText(error)).toBeTruthy()
})

test('sends no incomplete form', async () => {
  const identity = await openConsole('/login', backend)
  await userEvent.type(await nameField(), 'a:b{Enter}')
  expect(await screen.findByText('This field is required')).toBeTruthy()
  await userEvent.type(passwordField(), 'guess{Enter}')
  expect(await screen.findByText('A user name contains no colon.')).toBeTruthy()
  expect(identity.count(LOGIN)).toBe(0)
})

test.each(['/login?return_to=%2Fhealth', '/registration?return_to=%2Fhealth', '/recovery?return_to=%2Fhealth'])(
  'leads a user who is signed in from %s to the page',
  async (path) => {
    await openConsole(path, { ...backend, [WHOAMI]: signedIn })
    await heading('Health')
    expect(here()).toBe('/health')
  }
)

test('asks for the password again when the session has ended, and returns', async () => {
  const identity = await openConsole('/health', { ...backend, [WHOAMI]: signedIn })
  await heading('Health')
  identity.answer({ [WHOAMI]: signedOut, 'POST /api/canary/api/summary': signedOut, 'GET /api/properties': signedOut })
  window.dispatchEvent(new Event('visibilitychange'))
  await nameField()
  expect(here()).toBe('/login?return_to=%2Fhealth')
  expect(await screen.findByText(/^Your session has ended/)).toBeTruthy()
})

test('signs out from the user menu, which has no profile', async () => {
  const identity = await openConsole('/health', { ...backend, [WHOAMI]: signedIn })
  await heading('Health')
  const bar = screen.getByRole('banner', { name: 'Top bar' })
  await waitFor(() =>
    expect(within(bar).getByRole('button', { name: 'Your account' }).getAttribute('aria-disabled')).toBeNull()
  )
  await userEvent.click(within(bar).getByRole('button', { name: 'Your account' }))
  const menu = await screen.findByRole('menu')
  expect(within(menu).queryByRole('menuitem', { name: 'Your Profile' })).toBeNull()
  identity.answer({ [LOGOUT]: { body: { message: 'logged out' } }, [WHOAMI]: signedOut })
  await userEvent.click(within(menu).getByRole('menuitem', { name: 'Sign out' }))
  await nameField()
  expect(identity.count(LOGOUT)).toBe(1)
})

test('finds out how users sign in when the backend answers at last', async () => {
  const identity = await openConsole('/health', {
    ...backend,
    'GET /console-config.json': { body: { version: '1', backend: 'gateway', signIn: 'kratos' } },
    'GET /sessions/whoami': { status: 502, body: { error: 'The backend at https://mc.example does not respond.' } },
  })
  expect(await screen.findByText('The backend at https://mc.example does not respond.')).toBeTruthy()
  identity.answer({ 'GET /console-config.json': backend['GET /console-config.json'] ?? {} })
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await nameField()
})
