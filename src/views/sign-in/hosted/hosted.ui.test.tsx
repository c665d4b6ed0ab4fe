import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { useLocation } from 'wouter'
import { z } from 'zod/mini'
import { eventually } from '@tests/helpers/eventually'
import { deferred } from '@/lib/deferred'
import { CLERK_KEY, fakeClerk, type FakeOrganisation, type FakeState } from '@dev/gallery/fake-clerk'
import { type Answers, fakeIdentity } from '@tests/helpers/fake-identity'
import { createQueryClient } from '@/api/client'
import { call } from '@/api/http'
import { currentRoute } from '@/api/sign-in/route'
import { whoami } from '@/api/sign-in/whoami'
import { GalleryConsole } from '@dev/gallery/gallery-console'
import { checkSession } from '../../shared/access/sign-in-gate'
import Hosted from './hosted-sign-in'
import { HostedMenuView } from './menu'

const start = `${location.pathname}${location.search}`
beforeEach(() => {
  sessionStorage.clear()
  return () => history.replaceState(null, '', start)
})

const shop: FakeOrganisation = {
  id: 'org_shop',
  name: 'Shop',
  publicMetadata: { backend_url: 'https://shop.mc.example' },
}
const bank: FakeOrganisation = {
  id: 'org_bank',
  name: 'Bank',
  publicMetadata: { backend_url: 'https://bank.mc.example', direct: 'True' },
}
const ada = { id: 'user_ada', organisations: [shop, bank] }
const inShop: FakeState = { user: ada, organisation: 'org_shop' }
const inBank: FakeState = { user: ada, organisation: 'org_bank' }

const me = { body: { payload: { user: { id: 'ada', name: 'Ada Lovelace' }, roles: ['admin'] } } }
const WHOAMI = 'GET /api/auth/whoami'
const DIRECT = 'GET /auth/whoami'
const backend: Answers = {
  [WHOAMI]: me,
  [DIRECT]: me,
  'GET /api/db/checks': { body: ['checks of the shop'] },
  'GET /db/checks': { body: ['checks of the bank'] },
}

/** A console that shows the responses of its backend. */
function FakeConsole() {
  const { data } = useQuery({
    queryKey: ['checks'],
    queryFn: ({ signal }) => call({ path: '/api/db/checks', schema: z.array(z.string()), signal }),
  })
  return (
    <main>
      <h1>The console</h1>
      <p>{data?.[0] ?? 'Nothing yet'}</p>
    </main>
  )
}

function App({ clerk }: { clerk: ReturnType<typeof fakeClerk>['clerk'] }) {
  const [path] = useLocation()
  return (
    <Hosted path={path} clerk={clerk}>
      <FakeConsole />
    </Hosted>
  )
}

type Options = Parameters<typeof fakeClerk>[1] & { publishableKey?: string; backends?: string[]; answers?: Answers }

function open(address: string, state: FakeState, options: Options = {}) {
  history.replaceState(null, '', address)
  const service = fakeIdentity({ ...backend, ...options.answers })
  const client = createQueryClient({ signedOut: () => checkSession() })
  const { publishableKey = CLERK_KEY, backends = ['https://*.mc.example'] } = options
  client.setQueryData(['console-config'], {
    version: '1',
    backend: 'embedded',
    signIn: 'hosted',
    hosted: { publishableKey, backends },
  })
  const fake = fakeClerk(state, options)
  const view = render(
    <>
      <div id="voice-polite" aria-live="polite" />
      <div id="voice-urgent" aria-live="assertive" />
      <QueryClientProvider client={client}>
        <App clerk={fake.clerk} />
      </QueryClientProvider>
    </>
  )
  return { ...fake, ...view, service, client }
}

const here = () => `${location.pathname}${location.search}${location.hash}`
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const titleNow = () => screen.queryByRole('heading', { level: 1 })?.textContent
/** Finds text on the page, not in the live regions. */
const shown = (text: string | RegExp) => screen.findByText(text, { ignore: '[id^=voice] *' })
const spoken = (text: RegExp) =>
  waitFor(() => expect(document.querySelector('#voice-polite')?.textContent).toMatch(text))

test('a member of an organisation sees the console, with requests to this origin by cookie [AUTH-01]', async () => {
  const { service, tokenOptions } = open('/health', inShop)
  await heading('The console')
  await shown('checks of the shop')
  expect(location.pathname).toBe('/health')
  expect(service.asked.map(({ headers }) => headers.get('Authorization'))).toEqual([null, null])
  expect(tokenOptions.every(({ template }) => template === undefined)).toBe(true)
})

test('a signed-out person is sent to /login, and back after signing in [AUTH-29, AUTH-08]', async () => {
  const { props, options, service, become } = open('/health?hidePassing=no', {})
  await heading('Sign In to your account')
  await screen.findByRole('button', { name: 'Clerk SignIn' })
  expect(here()).toBe('/login?return_to=%2Fhealth%3FhidePassing%3Dno')
  expect(options()).toMatchObject({ signInUrl: '/login', signUpUrl: '/registration', telemetry: false })
  expect(props('SignIn')).toMatchObject({
    path: '/login',
    routing: 'path',
    forceRedirectUrl: `${location.origin}/health?hidePassing=no`,
  })
  expect(service.asked).toEqual([])
  become(inShop)
  await heading('The console')
  expect(here()).toBe('/health?hidePassing=no')
})

test.each([['https://evil.example/'], ['//evil.example'], ['/.//evil.example'], ['javascript:alert(1)']])(
  'return_to=%s opens the home page',
  async (asked) => {
    const { props } = open(`/login?return_to=${encodeURIComponent(asked)}`, {})
    await screen.findByRole('button', { name: 'Clerk SignIn' })
    expect(props('SignIn')).toMatchObject({ forceRedirectUrl: `${location.origin}/` })
  }
)

test('redirects of the service stay within this origin', async () => {
  const { options } = open('/login', {})
  await heading('Sign In to your account')
  const push = options()['routerPush'] as (to: string) => void
  push('https://evil.example/login')
  expect(location.pathname).toBe('/login')
  push('/login/factor-one?a=b')
  expect(here()).toBe('/login/factor-one?a=b')
  await heading('Sign In to your account')
})

test('without an organisation the picker is shown, without personal accounts [AUTH-30, SHELL-38, SHELL-39]', async () => {
  const { props, service } = open('/health', { user: ada })
  await heading('Choose an organisation')
  await screen.findByRole('button', { name: 'Clerk OrganizationList' })
  expect(props('OrganizationList')).toMatchObject({
    hidePersonal: true,
    afterSelectOrganizationUrl: '/organizations/orgs-switched',
    afterCreateOrganizationUrl: '/organizations/orgs-switched',
  })
  expect(here()).toBe('/health')
  expect(service.asked).toEqual([])
})

test('the picker is also shown if signing in requires an organisation [AUTH-30]', async () => {
  open('/health', { user: ada, task: 'choose-organization' })
  await heading('Choose an organisation')
  expect(location.pathname).toBe('/health')
})

test('another remaining step is a page below the sign-in page', async () => {
  open('/health', { user: ada, organisation: 'org_shop', task: 'setup-mfa' })
  await screen.findByRole('button', { name: 'Clerk SignIn' })
  expect(location.pathname).toBe('/login/tasks/setup-mfa')
})

test('requests for an organisation with its own backend go there, with a token of the template [SESSION-02, SESSION-05]', async () => {
  const { service, tokenOptions } = open('/health', inBank)
  await shown('checks of the bank')
  expect(service.asked.map(({ path, headers }) => [path, headers.get('Authorization')])).toEqual([
    ['/auth/whoami', 'Bearer token 1 of org_bank'],
    ['/db/checks', 'Bearer token 2 of org_bank'],
  ])
  expect(tokenOptions).toEqual([
    { template: 'Backend', skipCache: false },
    { template: 'Backend', skipCache: false },
  ])
})

test('a refused token is replaced by a new one', async () => {
  const { service, tokenOptions } = open('/health', inBank, {
    answers: {
      [DIRECT]: ({ headers }) => (headers.get('Authorization') === 'Bearer token 1 of org_bank' ? { status: 401 } : me),
    },
  })
  await heading('The console')
  expect(service.count(DIRECT)).toBe(2)
  expect(tokenOptions[1]).toEqual({ template: 'Backend', skipCache: true })
})

test('after choosing another organisation no data of the one before is shown [ROUTE-66]', async () => {
  const { become, options, client, service } = open('/health', inShop)
  await shown('checks of the shop')
  const seen: string[] = []
  const observer = new MutationObserver(() => {
    if (screen.queryByText('checks of the shop') && currentRoute.get()?.owner === 'user_ada org_bank') seen.push('late')
  })
  observer.observe(document.body, { childList: true, subtree: true, characterData: true })
  become(inBank)
  ;(options()['routerPush'] as (to: string) => void)('/organizations/orgs-switched')
  await shown('checks of the bank')
  observer.disconnect()
  expect(seen).toEqual([])
  expect(here()).toBe('/')
  expect(service.count(DIRECT)).toBeGreaterThan(0)
  expect(JSON.stringify(client.getQueriesData({ queryKey: ['checks'] }))).not.toContain('shop')
})

test('a response that arrives after leaving the organisation is dropped', async () => {
  const late = deferred<{ body: unknown }>()
  const { become, client } = open('/health', inShop, {
    answers: { 'GET /api/db/checks': () => late.promise },
  })
  await heading('The console')
  await waitFor(() => expect(client.isFetching()).toBe(1))
  become(inBank)
  await shown('checks of the bank')
  late.resolve({ body: ['checks of the shop'] })
  await client.refetchQueries()
  expect(screen.queryByText('checks of the shop')).toBeNull()
})

test('waits for the backend of an organisation, and continues automatically [SESSION-07]', async () => {
  const empty = { ...shop, publicMetadata: {} }
  const { become, service } = open('/health', { user: { ...ada, organisations: [empty] }, organisation: 'org_shop' })
  await shown('Please wait, instance provisioning in-progress ...')
  await spoken(/Please wait/)
  expect(service.asked).toEqual([])
  await screen.findByRole('button', { name: 'Clerk OrganizationSwitcher' })
  become(inShop)
  await heading('The console')
})

test.each([
  ['500 [SESSION-08]', 500],
  ['503 [SESSION-08]', 503],
  ['404 [SESSION-09]', 404],
])('a backend that answers %s is still being set up', async (_what, status) => {
  const { service } = open('/health', inShop, { answers: { [WHOAMI]: { status, body: 'no' } } })
  await shown('Please wait, instance provisioning in-progress ...')
  expect(here()).toBe('/health')
  service.answer({ [WHOAMI]: me })
  await userEvent.click(screen.getByRole('button', { name: 'Check now' }))
  await heading('The console')
})

test('checks every ten seconds whether the backend responds', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    const { service } = open('/health', inShop, { answers: { [WHOAMI]: { status: 503, body: 'no' } } })
    await shown('Please wait, instance provisioning in-progress ...')
    expect(service.count(WHOAMI)).toBe(1)
    service.answer({ [WHOAMI]: me })
    vi.advanceTimersByTime(10_000)
    await heading('The console')
  } finally {
    vi.useRealTimers()
  }
})

test.each([
  ['403', { status: 403, body: 'You are not known here.' }, 'You are not known here.'],
  ['invalid data', { status: 200, body: '<html>' }, 'The server sent an unexpected response.'],
])('a backend that answers %s shows an error that can be retried [SESSION-10]', async (_what, answer, words) => {
  const { service } = open('/health', inShop, { answers: { [WHOAMI]: answer } })
  await heading('Could not find out who is signed in')
  await shown(words)
  expect(service.count(WHOAMI)).toBe(1)
  service.answer({ [WHOAMI]: me })
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await heading('The console')
})

test.each([
  [
    'an invalid flag [SESSION-06]',
    { backend_url: 'https://shop.mc.example', direct: 'maybe' },
    'Invalid boolean value',
  ],
  ['an address without https', { backend_url: 'http://shop.mc.example' }, /is not valid/],
  [
    'a backend of another origin',
    { backend_url: 'https://evil.example', direct: true },
    /not allowed to connect to .* evil\.example/,
  ],
])('%s is reported, and no requests are sent to it', async (_what, publicMetadata, words) => {
  const { service, tokenOptions } = open('/health', {
    user: { ...ada, organisations: [{ ...shop, publicMetadata }] },
    organisation: 'org_shop',
  })
  await heading('Could not open Shop')
  await shown(words)
  expect(service.asked).toEqual([])
  expect(tokenOptions).toEqual([])
  expect(screen.getByRole('button', { name: 'Sign out' })).toBeTruthy()
})

test('a session that the backend always refuses is reported, with links out [SESSION-10]', async () => {
  const { service } = open('/health', inShop, { answers: { [WHOAMI]: { status: 401, body: 'Unauthorized' } } })
  await shown(/^Bad Session\./)
  expect(here()).toBe('/error?error_code=BAD_SESSION&return_to=%2Fhealth')
  expect(service.count(WHOAMI)).toBe(2)
  await screen.findByRole('button', { name: 'Clerk OrganizationSwitcher' })
  await userEvent.click(screen.getByRole('button', { name: 'Sign out' }))
  await heading('Sign In to your account')
})

test('the state checker sends a signed-out person to the sign-in page', async () => {
  open('/auth-state-checker?return_to=%2Fhealth', {})
  await heading('Sign In to your account')
  expect(here()).toBe('/login?return_to=%2Fhealth')
})

test('a sign-out in another tab deletes the data of this one', async () => {
  const { become, client } = open('/health', inShop)
  await shown('checks of the shop')
  become({})
  await heading('Sign In to your account')
  expect(client.getQueryData(['checks'])).toBeUndefined()
  expect(client.getQueryData(whoami().queryKey)).toBeUndefined()
  expect(currentRoute.get()).toBeUndefined()
})

test.each([
  ['no key', '', 'Sign-in is not set up'],
  ['an invalid key', 'pk_test_nonsense', 'The key of the sign-in service is not valid'],
])('%s is reported at once, and no script is loaded', async (_what, publishableKey, title) => {
  open('/health', inShop, { publishableKey })
  const found = await heading(title)
  expect(document.activeElement).toBe(found)
  await spoken(new RegExp(title))
  expect(document.querySelector('script[src*="clerk"]')).toBeNull()
})

test('an unreachable service is reported and can be retried', async () => {
  open('/health', inShop, { load: () => Promise.reject(new Error('offline')) })
  await heading('Could not reach the sign-in service')
  await shown(/happy-fox-1\.clerk\.accounts\.dev, which did not answer/)
  await spoken(/Could not reach/)
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
})

test('loading is announced, and gives up after a time', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    open('/health', inShop, { load: () => new Promise(() => undefined) })
    await eventually(() => expect(titleNow()).toBe('Signing in'))
    await act(() => vi.advanceTimersByTimeAsync(24_000))
    expect(titleNow()).toBe('Signing in')
    await act(() => vi.advanceTimersByTimeAsync(2000))
    expect(titleNow()).toBe('Could not reach the sign-in service')
  } finally {
    vi.useRealTimers()
  }
})

test('the menu: the organisation switcher, without personal accounts, and creation in a modal [SHELL-34, SHELL-36, SHELL-37, SHELL-38, SHELL-39]', async () => {
  const { props } = openMenu(undefined)
  await screen.findByRole('button', { name: 'Clerk OrganizationSwitcher' })
  expect(props('OrganizationSwitcher')).toMatchObject({
    hidePersonal: true,
    createOrganizationMode: 'modal',
    afterSelectOrganizationUrl: '/organizations/orgs-switched',
    afterCreateOrganizationUrl: '/organizations/orgs-switched',
  })
})

type Item = { label: string; onClick?: () => void }

test('the menu: the user button, with the kubeconfig [SHELL-35]', async () => {
  const onKubeconfig = vi.fn<() => void>()
  const { props } = openMenu(onKubeconfig)
  await screen.findByRole('button', { name: 'Clerk UserButton' })
  const items = () => (props('UserButton')?.['customMenuItems'] ?? []) as Item[]
  await waitFor(() => expect(items().map(({ label }) => label)).toContain('Download kubeconfig'))
  items()
    .find(({ label }) => label === 'Download kubeconfig')
    ?.onClick?.()
  expect(onKubeconfig).toHaveBeenCalledTimes(1)
})

/** Renders the menu of the console alone. */
function openMenu(onKubeconfig: (() => void) | undefined) {
  const fake = fakeClerk(inShop)
  const client = createQueryClient({ signedOut: () => undefined })
  client.setQueryData(['console-config'], { signIn: 'hosted', hosted: { publishableKey: CLERK_KEY, backends: [] } })
  fakeIdentity(backend)
  render(
    <QueryClientProvider client={client}>
      <Hosted path="/health" clerk={fake.clerk}>
        <GalleryConsole>
          <header>
            <HostedMenuView onKubeconfig={onKubeconfig} />
          </header>
        </GalleryConsole>
      </Hosted>
    </QueryClientProvider>
  )
  return { ...fake, bar: () => within(screen.getByRole('banner')) }
}

test('the profile is a page of the service, with a link back', async () => {
  const { props } = open('/profile-settings/security', inShop)
  await heading('Your profile')
  await screen.findByRole('button', { name: 'Clerk UserProfile' })
  expect(props('UserProfile')).toMatchObject({ path: '/profile-settings', routing: 'path' })
  await userEvent.click(screen.getByRole('link', { name: 'Back to the console' }))
  await heading('The console')
})

test.each([['/recovery'], ['/verification']])('%s redirects to the sign-in page', async (path) => {
  open(path, {})
  await heading('Sign In to your account')
  expect(location.pathname).toBe('/login')
})

test('an account is created on its own page, which then opens the target', async () => {
  const { props } = open('/registration?return_to=%2Fhealth', {})
  await heading('Create account')
  await screen.findByRole('button', { name: 'Clerk SignUp' })
  expect(props('SignUp')).toMatchObject({
    signInUrl: '/login?return_to=%2Fhealth',
    forceRedirectUrl: `${location.origin}/health`,
  })
})
