import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { deferred } from '@/lib/deferred'
import { openConsole } from '@tests/helpers/entrance'
import {
  type Answers,
  type fakeIdentity,
  identityErrorReply,
  type FakeReply,
  signedInReply,
} from '@tests/helpers/fake-identity'
import {
  loginFlow,
  recoveryFlow,
  registrationFlow,
  secondFactorFlow,
  settingsFlow,
  verificationFlow,
} from '@dev/gallery/flow-examples'

const start = `${location.pathname}${location.search}`
beforeEach(() => {
  sessionStorage.clear()
  localStorage.clear()
  return () => history.replaceState(null, '', start)
})

const CONFIG = 'GET /console-config.json'
const WHOAMI = 'GET /sessions/whoami'
const CREATE = 'GET /self-service/login/browser'
const SUBMIT = 'POST /self-service/login'
const ABOUT = 'GET /api/canary/about'
const SUMMARY = '/api/canary/api/summary'

const config = (signIn: 'none' | 'basic' | 'kratos', rest: object = {}) => ({
  body: { version: '1', backend: 'embedded', signIn, ...rest },
})
const backend: Answers = {
  [`GET ${SUMMARY}`]: { body: { checks_summary: [] } },
  [`POST ${SUMMARY}`]: { body: { checks_summary: [] } },
}
const forms: Answers = {
  [CREATE]: ({ query }) => ({ body: query.get('aal') === 'aal2' ? secondFactorFlow() : loginFlow() }),
  'GET /self-service/settings/browser': { body: settingsFlow() },
}

async function open(address: string, answers: Answers) {
  const { client, ...identity } = await openConsole(address, { ...backend, ...forms, ...answers })
  /** The keys of the cached queries. */
  const kept = () =>
    client
      .getQueryCache()
      .getAll()
      .map(({ queryKey }) => queryKey.join('/'))
  return { ...identity, kept }
}

async function openUserMenu() {
  const bar = screen.getByRole('banner', { name: 'Top bar' })
  await waitFor(() =>
    expect(within(bar).getByRole('button', { name: 'Your account' }).getAttribute('aria-disabled')).toBeNull()
  )
  await userEvent.click(within(bar).getByRole('button', { name: 'Your account' }))
  const menu = await screen.findByRole('menu', { name: 'Your account' })
  await within(menu).findByRole('menuitem', { name: /^Version/ })
  return menu
}
const itemsOf = (menu: HTMLElement) =>
  within(menu)
    .getAllByRole('menuitem')
    .map((item) => item.querySelector('[slot=label]')?.textContent)

const here = () => `${location.pathname}${location.search}${location.hash}`
const ENDED = 'Your session has ended. Sign in to continue where you left off.'
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const emailField = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'E-mail' })
const dataCalls = (identity: Pick<ReturnType<typeof fakeIdentity>, 'asked'>) =>
  identity.asked.filter(({ path }) => path.startsWith('/api/')).length

test('shows the console to a signed-in user', async () => {
  await open('/health', { [WHOAMI]: signedInReply() })
  await heading('Health')
  expect(location.pathname).toBe('/health')
})

test.each([
  ['there is no session [SESSION-12]', identityErrorReply(401), '/login?return_to=%2Fhealth%3FhidePassing%3Dno'],
  [
    'a second factor is missing [SESSION-11]',
    identityErrorReply(403),
    '/login?aal=aal2&return_to=%2Fhealth%3FhidePassing%3Dno',
  ],
  [
    'a second factor is missing, in older releases [SESSION-11]',
    identityErrorReply(422),
    '/login?aal=aal2&return_to=%2Fhealth',
  ],
])('drops early responses if %s, and returns to the page after sign-in', async (_what, answer, expected) => {
  const visited = vi.spyOn(history, 'replaceState')
  const session = deferred<FakeReply>()
  const identity = await open('/health?hidePassing=no', {
    [WHOAMI]: () => session.promise,
    // One request is refused, one gets a response, and one never gets a response.
    'GET /api/properties': { status: 401, body: 'no' },
    [`GET ${SUMMARY}`]: () => new Promise<FakeReply>(() => undefined),
  })
  await waitFor(() => expect(identity.kept()).toContain('whoami'))
  await waitFor(() => expect(dataCalls(identity)).toBe(3))
  expect(screen.queryByRole('heading')).toBeNull()
  session.resolve(answer)
  await emailOrCode()
  expect(here().startsWith(expected)).toBe(true)
  expect(screen.queryByText(ENDED)).toBeNull()
  expect(screen.queryByText(/not signed in|Could not/)).toBeNull()
  expect(identity.kept()).toEqual(['console-config'])
  expect(dataCalls(identity)).toBe(3)
  // The sign-in page opens directly: requests refused before the session is known do not need the state checker.
  expect(visited.mock.calls.filter(([, , url]) => String(url).includes('auth-state-checker'))).toEqual([])
})

test('requests session, user, features and list in parallel, each once [CALL-15]', async () => {
  const session = deferred<FakeReply>()
  const identity = await open('/health', { [WHOAMI]: () => session.promise })
  const first = [CONFIG, WHOAMI, 'GET /api/auth/whoami', 'GET /api/properties', `GET ${SUMMARY}`]
  await waitFor(() => expect(identity.asked.map(({ method, path }) => `${method} ${path}`)).toEqual(first))
  expect(screen.queryByRole('heading')).toBeNull()
  session.resolve(signedInReply())
  await heading('Health')
  await screen.findByText('No data available')
  expect(first.map((line) => [line, identity.count(line)])).toEqual(first.map((line) => [line, 1]))
})

const emailOrCode = () => screen.findByRole('textbox', { name: /E-mail|Authentication code/ })

test('returns to the page after sign-in, with focus on its heading', async () => {
  const identity = await open('/health?hidePassing=no', {
    [WHOAMI]: identityErrorReply(401),
    [SUBMIT]: { body: { session: {} } },
  })
  await userEvent.type(await emailField(), 'ada@example.com')
  identity.answer({ [WHOAMI]: signedInReply() })
  await userEvent.type(screen.getByLabelText(/^Password/), 'correct horse{Enter}')
  const title = await heading('Health')
  expect(here()).toBe('/health?hidePassing=no')
  await waitFor(() => expect(document.activeElement).toBe(title))
})

test.each([
  ['a server error [SESSION-13]', { status: 500, body: '<html>' }],
  ['a page of a proxy', { status: 200, body: '<html>' }],
])(
  'abuse 43: shows %s instead of a session as an error with a retry, without a redirect loop',
  async (_what, answer) => {
    const identity = await open('/health', { [WHOAMI]: answer })
    await screen.findByText('Could not find out who is signed in')
    expect(here()).toBe('/health')
    expect(identity.count(WHOAMI)).toBe(1)
    identity.answer({ [WHOAMI]: signedInReply() })
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await heading('Health')
  }
)

test('abuse 44: redirects once for many refused requests, with the address encoded once [SESSION-14]', async () => {
  const push = vi.spyOn(history, 'replaceState')
  const identity = await open('/health?labels=a%3A1', { [WHOAMI]: signedInReply() })
  await heading('Health')
  const { checkSession } = await import('./sign-in-gate')
  identity.answer({ [WHOAMI]: identityErrorReply(401) })
  for (let count = 0; count < 20; count++) checkSession()
  const visits = () =>
    push.mock.calls.map(([, , url]) => String(url)).filter((url) => url.includes('auth-state-checker'))
  expect(visits()).toEqual(['/auth-state-checker?return_to=%2Fhealth%3Flabels%3Da%253A1'])
  await emailField()
  expect(here()).toBe('/login?return_to=%2Fhealth%3Flabels%3Da%253A1&flow=login-1')
  expect(screen.getByText(ENDED, { ignore: '[id^=voice] *' })).toBeTruthy()
})

test('opens the sign-in page with a return address after a request without a session [SESSION-14]', async () => {
  const identity = await open('/health', {
    [WHOAMI]: signedInReply(),
    'GET /api/auth/whoami': { status: 401, body: 'no' },
  })
  identity.answer({ [WHOAMI]: identityErrorReply(401) })
  await emailField()
  expect(here()).toContain('/login?return_to=%2Fhealth')
})

test('distinguishes a valid session that the backend refuses from an ended one [ERR-05 ROUTE-63]', async () => {
  await open('/health', { [WHOAMI]: signedInReply(), 'GET /api/auth/whoami': { status: 401, body: 'no' } })
  await screen.findByText(
    'Bad Session. Please try logging out and logging in again, if the problem persist, please contact us.',
    { ignore: '[id^=voice] *' }
  )
  expect(here()).toBe('/error?error_code=BAD_SESSION&return_to=%2Fhealth')
  expect(screen.getByRole('button', { name: 'Sign out' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Go back' })).toBeTruthy()
})

test.each([
  ['Unknown error [ERR-06 ERR-07]', '/error?error_code=NOBODY_KNOWS'],
  ['Unknown error [ERR-06 ERR-07]', '/error'],
])('%s', async (_what, address) => {
  await open(address, {})
  await screen.findByText('Unknown error', { ignore: '[id^=voice] *' })
  expect(screen.getByRole('link', { name: 'Go back' })).toBeTruthy()
})

test.each([
  ['/login', 'Sign In to your account [ROUTE-58]'],
  ['/registration', 'Create account [ROUTE-59 AUTH-09]'],
  ['/recovery', 'Recover account [ROUTE-60]'],
  ['/verification', 'Verify your account [ROUTE-61]'],
])('%s shows “%s” to a signed-out user', async (path, what) => {
  const kind = path.slice(1)
  const identity = await open(path, {
    'GET /self-service/registration/browser': { body: registrationFlow() },
    'GET /self-service/recovery/browser': { body: recoveryFlow() },
    'GET /self-service/verification/browser': { body: verificationFlow() },
  })
  await heading(what.replace(/ \[.*/, ''))
  await expect.poll(here).toBe(`${path}?flow=${kind}-1`)
  expect(dataCalls(identity)).toBe(0)
  expect(screen.queryByRole('navigation')).toBeNull()
})

test.each(['/catalog', '/configs', '/config-db'])(
  '%s shows the catalog [ROUTE-25 ROUTE-26 ROUTE-37]',
  async (address) => {
    await open(address, {
      [WHOAMI]: signedInReply(),
      'GET /api/db/configs': { body: [], headers: { 'Content-Range': '*/0' } },
    })
    await heading('Catalog')
    await expect.poll(here).toBe('/catalog')
  }
)

test('opens the profile by its address [ROUTE-62]', async () => {
  await open('/profile-settings', { [WHOAMI]: signedInReply() })
  await heading('Your profile')
  await expect.poll(here).toBe('/profile-settings?flow=settings-1')
})

test('returns from the state checker to the previous page if the session is valid [ROUTE-65]', async () => {
  await open('/auth-state-checker?return_to=%2Fhealth', { [WHOAMI]: signedInReply() })
  await heading('Health')
  expect(location.pathname).toBe('/health')
})

test.each([404, 403, 410])('opens the home page if a stored error returns %d [ERR-08]', async (status) => {
  await open('/error?id=a', { 'GET /self-service/errors': identityErrorReply(status), [WHOAMI]: signedInReply() })
  await heading('Dashboard')
  expect(location.pathname).toBe('/topology')
})

test('shows a stored error with its details [ERR-09 ROUTE-64 CALL-16]', async () => {
  await open('/error?id=a', {
    'GET /self-service/errors': {
      body: { id: 'a', error: { code: 500, message: 'It broke', reason: 'Out of order' } },
    },
  })
  await heading('An error occurred')
  expect(screen.getByText('It broke')).toBeTruthy()
  expect(screen.getByText('Out of order')).toBeTruthy()
})

test.each(['none', 'basic'] as const)(
  'requests no session and has no sign-in page with sign-in %s [SESSION-15]',
  async (mode) => {
    const identity = await open('/health', { [CONFIG]: config(mode) })
    await heading('Health')
    expect(identity.count(WHOAMI)).toBe(0)
    go('/login')
    await heading('Page not found')
  }
)

test('loads the code of hosted sign-in first and sends no other requests', async () => {
  const identity = await open('/health', {
    [CONFIG]: { body: { version: '1', backend: 'embedded', signIn: 'hosted' } },
  })
  await heading('Sign-in is not set up')
  expect(dataCalls(identity)).toBe(0)
  expect(identity.count(WHOAMI)).toBe(0)
})

test('shows a public page without sign-in in a deployment with hosted sign-in', async () => {
  await open('/view/health', { [CONFIG]: { body: { version: '1', backend: 'embedded', signIn: 'hosted' } } })
  await heading('Health')
  expect(location.pathname).toBe('/view/health')
})

test('has only the health pages in a health-only deployment [SESSION-16]', async () => {
  const check = {
    id: CHECK,
    name: 'Checkout',
    type: 'http',
    namespace: 'shop',
    latency: {},
    uptime: {},
    check_statuses: [],
  }
  const summary = { body: { checks_summary: [check] } }
  const identity = await open('/', {
    [WHOAMI]: signedInReply(),
    [CONFIG]: config('kratos', { only: 'health' }),
    [`GET ${SUMMARY}`]: summary,
    [`POST ${SUMMARY}`]: summary,
    'GET /api/db/checks': {
      body: [{ id: CHECK, name: 'Checkout', type: 'http', canaries: { id: CHECK, name: 'shop' } }],
    },
  })
  await heading('Health')
  expect(location.pathname).toBe('/health')
  const entries = within(screen.getByRole('navigation', { name: 'Main' })).getAllByRole('link')
  expect(entries.map((entry) => entry.getAttribute('href'))).toEqual(['/', '/health'])

  go(`/health?checkId=${CHECK}&timeRange=1h`)
  await screen.findByRole('tab', { name: 'Spec' })
  expect(document.activeElement?.textContent).toBe('Checkout')
  await screen.findByRole('button', { name: /Run now/ })
  expect(screen.queryByRole('tab', { name: /Relationships/ })).toBeNull()
  expect(screen.queryByRole('button', { name: /Link to incident|Playbooks/ })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull()

  for (const elsewhere of ['/topology', '/settings/users', '/playbooks']) {
    go(elsewhere)
    await heading('Page not found')
  }
  const requested = new Set(identity.asked.map(({ path }) => path).filter((path) => path.startsWith('/api/')))
  const required = new Set([
    'auth/whoami',
    'properties',
    'canary/api/summary',
    'canary/about',
    'canary/api/graph',
    'db/checks',
    'db/check_statuses',
  ])
  expect([...requested].filter((path) => !required.has(path.slice('/api/'.length)))).toEqual([])
  expect(identity.asked.map(({ query }) => query.get('select') ?? '').join()).not.toMatch(/component|config/)
})

function go(address: string) {
  history.pushState(null, '', address)
  window.dispatchEvent(new PopStateEvent('popstate'))
}

const CHECK = '0188a5b4-0000-7000-8000-000000000001'

test('a public page that the backend refuses shows the reason, and does not open sign-in', async () => {
  const refused = { status: 401, body: 'Authorization Error' }
  await open('/view/health', {
    [CONFIG]: { body: { version: '1', backend: 'gateway', signIn: 'kratos' } },
    'GET /api/properties': refused,
    [`GET ${SUMMARY}`]: refused,
    [`POST ${SUMMARY}`]: refused,
  })
  expect(await screen.findByText('Not available without sign-in')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  expect(here()).toBe('/view/health')
})

test('requests no session on a public page', async () => {
  const identity = await open('/view/health', {
    [WHOAMI]: identityErrorReply(401),
    [`GET ${SUMMARY}`]: { status: 401, body: 'no' },
    [`POST ${SUMMARY}`]: { status: 401, body: 'no' },
  })
  await heading('Health')
  await waitFor(() => expect(dataCalls(identity)).toBeGreaterThan(0))
  await screen.findByText('Not available without sign-in')
  expect(identity.count(WHOAMI)).toBe(0)
  expect(location.pathname).toBe('/view/health')
})

async function runCommand(name: string) {
  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.type(await screen.findByRole('combobox'), name)
  await userEvent.click(await screen.findByRole('option', { name: new RegExp(name) }))
}

test('requests its token on sign-out, and returns to the page after sign-in [AUTH-31 SHELL-33 CALL-14 CALL-137]', async () => {
  const news: unknown[] = []
  const other = new BroadcastChannel('session')
  other.addEventListener('message', ({ data }) => news.push(data))
  const identity = await open('/health?hidePassing=no', {
    [WHOAMI]: signedInReply(),
    'GET /self-service/logout/browser': { body: { logout_token: 'fresh', logout_url: 'https://elsewhere.example' } },
    'GET /self-service/logout': { status: 204 },
  })
  await heading('Health')
  expect(identity.count('GET /self-service/logout/browser')).toBe(0)
  identity.answer({ [WHOAMI]: identityErrorReply(401) })
  await runCommand('Sign out')
  await emailField()
  expect(here()).toBe('/login?return_to=%2Fhealth%3FhidePassing%3Dno&flow=login-1')
  expect(screen.queryByText(ENDED)).toBeNull()
  expect(identity.asked.find(({ path }) => path === '/self-service/logout')?.query.get('token')).toBe('fresh')
  await waitFor(() => expect(news).toEqual(['out']))
  other.close()
})

test('reports a failed sign-out and stays on the page', async () => {
  await open('/health', {
    [WHOAMI]: signedInReply(),
    'GET /self-service/logout/browser': { status: 500, body: '<html>' },
  })
  await heading('Health')
  await runCommand('Sign out')
  expect(await screen.findAllByText(/Could not sign out\./)).not.toHaveLength(0)
  expect(location.pathname).toBe('/health')
})

test('removes the content of this tab after a sign-out in another tab', async () => {
  const other = new BroadcastChannel('session')
  const identity = await open('/health', { [WHOAMI]: signedInReply() })
  await heading('Health')
  identity.answer({ [WHOAMI]: identityErrorReply(401) })
  other.postMessage('out')
  await emailField()
  expect(screen.queryByRole('heading', { name: 'Health' })).toBeNull()
  other.close()
})

test('greets by name in the user menu [SHELL-24 SHELL-27 SHELL-28 SHELL-29 SHELL-31 SHELL-32]', async () => {
  await open('/health', { [WHOAMI]: signedInReply(), [ABOUT]: { body: { Version: 'v1.1.2' } } })
  await heading('Health')
  const menu = await openUserMenu()
  expect(within(menu).getByText('Hello, Ada Lovelace')).toBeTruthy()
  expect(itemsOf(menu)).toEqual(['Your Profile', 'Download kubeconfig', 'Sign out', 'Version 1, backend v1.1.2'])
  await userEvent.click(within(menu).getByRole('menuitem', { name: 'Your Profile' }))
  await heading('Your profile')
})

test.each(['none', 'basic'] as const)(
  'greets in the user menu with sign-in %s, with the entries that need no account [SHELL-24 SHELL-27 SHELL-29 SHELL-31]',
  async (mode) => {
    await open('/health', { [CONFIG]: config(mode), [ABOUT]: { status: 500, body: '<html>' } })
    await heading('Health')
    const menu = await openUserMenu()
    expect(within(menu).getByText('Hello, Ada Lovelace')).toBeTruthy()
    expect(itemsOf(menu)).toEqual(['Download kubeconfig', 'Version 1, backend NA'])
    expect(within(menu).getByRole('menuitem', { name: 'Download kubeconfig' }).getAttribute('aria-disabled')).toBe(
      'true'
    )
  }
)

test('opens the kubeconfig dialog from the user menu with a gateway [SHELL-29]', async () => {
  await open('/health', {
    [WHOAMI]: signedInReply(),
    [CONFIG]: { body: { version: '1', backend: 'gateway', signIn: 'kratos' } },
  })
  await heading('Health')
  const menu = await openUserMenu()
  await userEvent.click(within(menu).getByRole('menuitem', { name: 'Download kubeconfig' }))
  expect(await screen.findByRole('dialog', { name: 'Download kubeconfig' })).toBeTruthy()
})

test('has no user menu on a public page', async () => {
  await open('/view/health', { [CONFIG]: config('kratos') })
  await heading('Health')
  expect(screen.queryByRole('button', { name: 'Your account' })).toBeNull()
})

test('opens the profile with its command [SHELL-28]', async () => {
  await open('/health', { [WHOAMI]: signedInReply() })
  await heading('Health')
  await runCommand('Open your profile')
  await heading('Your profile')
  await expect.poll(here).toBe('/profile-settings?flow=settings-1')
  // The profile is a page like others: `-` returns to the previous page.
  await userEvent.keyboard('-')
  await heading('Health')
})

test('shows the profile with the sidebar, the menus and the keys of every page', async () => {
  await open('/profile-settings', { [WHOAMI]: signedInReply() })
  await heading('Your profile')
  expect(screen.getByRole('navigation', { name: 'Main' })).toBeTruthy()
  expect(
    within(screen.getByRole('banner', { name: 'Top bar' })).getByRole('button', { name: 'Your account' })
  ).toBeTruthy()
  await screen.findByRole('region', { name: 'Change Password' })
  await userEvent.keyboard('gh')
  await heading('Health')
})

test.each([
  ['to a user without a role, who may not read the features', { 'GET /api/properties': identityErrorReply(403) }],
  ['in a health-only deployment', { [CONFIG]: config('kratos', { only: 'health' }) }],
  ['if the identity service does not know the session', { [WHOAMI]: identityErrorReply(404) }],
])('shows the profile %s', async (_what, answers) => {
  await open('/profile-settings', { [WHOAMI]: signedInReply(), ...answers })
  await heading('Your profile')
  expect(await screen.findByRole('region', { name: 'Change Password' })).toBeTruthy()
})

test.each(['none', 'basic'] as const)('has no profile page with sign-in %s', async (mode) => {
  await open('/profile-settings', { [CONFIG]: config(mode) })
  expect(await heading('Page not found')).toBeTruthy()
})

test.each(['/playbooks/nonsense', '/settings/canaries/1'])('shows no page for the invalid id in %s', async (path) => {
  await open(path, { [CONFIG]: config('none') })
  expect(await heading('Page not found')).toBeTruthy()
})

test('opens sign-in for the profile without a session, and returns to the profile', async () => {
  const identity = await open('/profile-settings', {
    [WHOAMI]: identityErrorReply(401),
    [SUBMIT]: { body: { session: {} } },
  })
  await userEvent.type(await emailField(), 'ada@example.com')
  identity.answer({ [WHOAMI]: signedInReply() })
  await userEvent.type(screen.getByLabelText(/^Password/), 'correct horse{Enter}')
  await heading('Your profile')
  await expect.poll(here).toBe('/profile-settings?flow=settings-1')
})

test('detects an ended session when the window gets focus again', async () => {
  const identity = await open('/health', { [WHOAMI]: signedInReply() })
  await heading('Health')
  identity.answer({ [WHOAMI]: identityErrorReply(401) })
  window.dispatchEvent(new Event('visibilitychange'))
  await emailField()
  expect(here()).toContain('/login?return_to=%2Fhealth')
})
