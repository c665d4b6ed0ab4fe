import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { eventually } from '@tests/helpers/eventually'
import { identityErrorReply, signedInReply } from '@tests/helpers/fake-identity'
import { openSignIn as open } from '@tests/helpers/sign-in-page'
import {
  flowJson,
  successMessage,
  infoMessage,
  inputNode,
  loginFlow,
  recoveryFlow,
  refreshFlow,
  registrationFlow,
  secondFactorFlow,
  settingsFlow,
  settingsNodes,
  strangeNodes,
  verificationFlow,
  errorMessage,
} from '@dev/gallery/flow-examples'

/** Replaces the browser's dialog for security keys, which tests cannot answer. */
const ask = vi.hoisted(() => vi.fn<(options: unknown) => Promise<unknown>>())
vi.mock('@simplewebauthn/browser', () => ({ startAuthentication: ask, startRegistration: ask }))

const start = `${location.pathname}${location.search}`
const at = (ms: number) => new Date(Date.now() + ms).toISOString()
beforeEach(() => {
  sessionStorage.clear()
  return () => history.replaceState(null, '', start)
})

const CREATE = 'GET /self-service/login/browser'
const SUBMIT = 'POST /self-service/login'
const here = () => `${location.pathname}${location.search}${location.hash}`
/** Finds text on the page, not in the live regions. */
const shown = (text: string | RegExp) => screen.findByText(text, { ignore: '[id^=voice] *' })
const title = (name: string) => screen.findByRole('heading', { level: 1, name })
const emailField = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'E-mail' })
const passwordField = () => screen.getByLabelText<HTMLInputElement>(/^Password/)
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

async function signIn(password = 'correct horse') {
  const email = await emailField()
  await userEvent.clear(email)
  await userEvent.type(email, 'ada@example.com')
  await userEvent.type(passwordField(), `${password}{Enter}`)
}

test('sign-in has the flow in the URL, sends the form, and returns [AUTH-03 AUTH-18 AUTH-20 CALL-13]', async () => {
  const { identity, client } = open('/login?return_to=%2Fhealth%3Flabels%3Da%253A1%23x', {
    [CREATE]: { body: loginFlow() },
    [SUBMIT]: { body: { session: { id: 's' }, continue_with: [] } },
  })
  await title('Sign In to your account')
  expect(document.title).toBe('Sign In to your account | Mission Control')
  expect(document.activeElement).toBe(await emailField())
  expect(new URLSearchParams(location.search).get('flow')).toBe('login-1')
  await signIn()
  await expect.poll(here).toBe('/health?labels=a%3A1#x')
  expect(identity.asked[0]?.query.get('return_to')).toBe(`${location.origin}/health?labels=a%3A1#x`)
  expect(identity.sent('/self-service/login')).toEqual({
    csrf_token: 'bWFza2Vk',
    identifier: 'ada@example.com',
    password: 'correct horse',
    method: 'password',
  })
  expect(client.getQueryData(['whoami'])).toBeUndefined()
})

test('without return_to in the URL, the flow determines it [AUTH-20 CALL-12]', async () => {
  open('/login?flow=login-1', {
    'GET /self-service/login/flows': { body: loginFlow({ return_to: `${location.origin}/topology` }) },
    [SUBMIT]: { body: { session: {} } },
  })
  await signIn()
  await expect.poll(here).toBe('/topology')
})

test.each([
  ['/.//evil.example'],
  ['//evil.example'],
  ['https://evil.example/'],
  ['/login?return_to=/login?return_to=/login'],
])('abuse 8 and 9: return_to=%s opens the home page, from the URL and from the flow', async (asked) => {
  open(`/login?return_to=${encodeURIComponent(asked)}`, {
    [CREATE]: { body: loginFlow({ return_to: asked }) },
    [SUBMIT]: {
      body: { session: {}, continue_with: [{ action: 'redirect_browser_to', redirect_browser_to: asked }] },
    },
  })
  await signIn()
  await expect.poll(here).toBe('/')
})

test('abuse 8: an escaped backslash in return_to stays on this origin', async () => {
  open('/login?return_to=%2F%255Cevil', { [CREATE]: { body: loginFlow() }, [SUBMIT]: { body: { session: {} } } })
  await signIn()
  await expect.poll(here).toBe('/%5Cevil')
})

test('the error of a wrong password is announced, and focus is in the password field [AUTH-19]', async () => {
  const { identity } = open('/login', {
    [CREATE]: { body: loginFlow() },
    [SUBMIT]: {
      status: 400,
      body: loginFlow({ messages: [errorMessage(4000006, 'E-mail or password is not right.')] }),
    },
  })
  await signIn('wrong')
  await shown('E-mail or password is not right.')
  await waitFor(() => expect(document.activeElement).toBe(passwordField()))
  expect(passwordField()).toMatchObject({ selectionStart: 0, selectionEnd: 'wrong'.length })
  await expect.poll(() => document.getElementById('voice-urgent')?.textContent).toBe('E-mail or password is not right.')
  expect((await emailField()).value).toBe('ada@example.com')
  identity.answer({ [SUBMIT]: { body: { session: {} } } })
  await userEvent.type(passwordField(), '{Enter}')
  await expect.poll(here).toBe('/')
})

test('errors are shown at their fields and in a list with links to them [AUTH-23]', async () => {
  const { identity } = open('/registration', {
    'GET /self-service/registration/browser': { body: registrationFlow() },
    'POST /self-service/registration': {
      status: 400,
      body: registrationFlow([errorMessage(4000040, 'This is no e-mail address.')]),
    },
  })
  await title('Create account')
  await press('Create account')
  expect(await screen.findAllByText('This field is required')).toHaveLength(2)
  const summary = screen.getByRole('group', { name: '2 fields need another look:' })
  await waitFor(async () => expect(document.activeElement).toBe(await emailField()))
  await userEvent.click(within(summary).getByRole('link', { name: 'Password' }))
  expect(document.activeElement).toBe(passwordField())
  expect(identity.count('POST /self-service/registration')).toBe(0)

  await userEvent.type(await emailField(), 'nonsense@nowhere')
  await userEvent.type(passwordField(), 'correct horse')
  await press('Create account')
  await shown('This is no e-mail address.')
  await waitFor(async () => expect(document.activeElement).toBe(await emailField()))
  expect((await emailField()).getAttribute('aria-invalid')).toBe('true')
})

test('links between the pages keep return_to [AUTH-06 AUTH-07 AUTH-10 AUTH-12]', async () => {
  open('/login?return_to=%2Fhealth', {
    [CREATE]: { body: loginFlow() },
    'GET /self-service/recovery/browser': { body: recoveryFlow() },
    'GET /self-service/registration/browser': { body: registrationFlow() },
  })
  await userEvent.click(await screen.findByRole('link', { name: 'Reset password' }))
  await title('Recover account')
  expect(here()).toContain('return_to=%2Fhealth')
  await userEvent.click(screen.getByRole('link', { name: 'Go back' }))
  await title('Sign In to your account')
  await userEvent.click(screen.getByRole('link', { name: 'Create account' }))
  await title('Create account')
  await userEvent.click(screen.getByRole('link', { name: 'Sign in' }))
  await title('Sign In to your account')
  expect(here()).toContain('return_to=%2Fhealth')
})

test('an action is confirmed with the password of the signed-in person [AUTH-04]', async () => {
  const { identity } = open('/login?refresh=true&return_to=%2Fprofile-settings%3Fflow%3Ds', {
    [CREATE]: { body: refreshFlow() },
    [SUBMIT]: { body: { session: {} } },
  })
  await title('Confirm Action')
  expect(identity.asked[0]?.query.get('refresh')).toBe('true')
  expect(screen.queryByRole('textbox')).toBeNull()
  await userEvent.type(passwordField(), 'correct horse{Enter}')
  await expect.poll(here).toBe('/profile-settings?flow=s')
  expect(identity.sent('/self-service/login')).toMatchObject({ identifier: 'ada@example.com' })
})

test('a required second factor follows the password, then the user returns [AUTH-05]', async () => {
  const { identity } = open('/login?return_to=%2Fhealth', {
    [CREATE]: ({ query }) => ({ body: query.get('aal') === 'aal2' ? secondFactorFlow() : loginFlow() }),
    [SUBMIT]: ({ body }) =>
      body?.['method'] === 'password'
        ? {
            ...identityErrorReply(422, 'browser_location_change_required', {
              redirect_browser_to: `${location.origin}/api/.ory/self-service/login/browser?aal=aal2`,
            }),
          }
        : { body: { session: {} } },
  })
  await signIn()
  await title('Two-Factor Authentication')
  await shown('Your password is correct. Complete this step to sign in.')
  const code = screen.getByRole<HTMLInputElement>('textbox', { name: 'Authentication code' })
  await waitFor(() => expect(document.activeElement).toBe(code))
  expect([code.inputMode, code.autocomplete]).toEqual(['numeric', 'one-time-code'])
  await userEvent.paste('123 456')
  expect(code.value).toBe('123456')
  await userEvent.keyboard('{Enter}')
  await expect.poll(here).toBe('/health')
  expect(identity.sent('/self-service/login')).toEqual({ csrf_token: 'bWFza2Vk', totp_code: '123456', method: 'totp' })
})

test('offers the second factors that are set up', async () => {
  const { identity } = open('/login?aal=aal2', {
    [CREATE]: { body: secondFactorFlow() },
    [SUBMIT]: { body: { session: {} } },
  })
  const choice = await screen.findByRole('radiogroup', { name: 'Confirm with' })
  expect(
    within(choice)
      .getAllByRole('radio')
      .map((radio) => radio.parentElement?.textContent)
  ).toEqual(['Authenticator app', 'Backup code', 'Security key'])
  await userEvent.click(within(choice).getByRole('radio', { name: 'Backup code' }))
  expect(screen.queryByRole('textbox', { name: 'Authentication code' })).toBeNull()
  await userEvent.type(screen.getByRole('textbox', { name: 'Backup code' }), 'q2w3e4r5{Enter}')
  await expect.poll(here).toBe('/')
  expect(identity.sent('/self-service/login')).toMatchObject({ method: 'lookup_secret', lookup_secret: 'q2w3e4r5' })
})

test('a security key is read by the console’s own code, and its answer is sent', async () => {
  const { identity } = open('/login?aal=aal2', {
    [CREATE]: { body: secondFactorFlow(['key']) },
    [SUBMIT]: { body: { session: {} } },
  })
  ask.mockRejectedValueOnce(Object.assign(new Error('The operation was not allowed'), { name: 'NotAllowedError' }))
  await press('Use a security key')
  await shown(/was cancelled or timed out/)
  expect(identity.count(SUBMIT)).toBe(0)

  ask.mockResolvedValueOnce({ id: 'credential' })
  await press('Use a security key')
  await expect.poll(here).toBe('/')
  expect(ask).toHaveBeenLastCalledWith({ optionsJSON: expect.objectContaining({ challenge: 'AAAA' }) as unknown })
  expect(identity.sent('/self-service/login')).toEqual({
    csrf_token: 'bWFza2Vk',
    method: 'webauthn',
    webauthn_login: '{"id":"credential"}',
  })
})

test('without any second factor, shows a message and offers to sign out', async () => {
  const { identity } = open('/login?aal=aal2', {
    [CREATE]: { body: secondFactorFlow([]) },
    'GET /self-service/logout/browser': { body: { logout_token: 't' } },
    'GET /self-service/logout': { status: 204 },
  })
  await shown(/none is set up/)
  identity.answer({ [CREATE]: { body: loginFlow() } })
  await press('Sign out')
  await title('Sign In to your account')
  expect(identity.asked.find(({ path }) => path === '/self-service/logout')?.query.get('token')).toBe('t')
})

test('recovery prompts for the address, then the code, which can be requested again, and opens the settings [AUTH-11]', async () => {
  const SEND = 'POST /self-service/recovery'
  const { identity } = open('/recovery', {
    'GET /self-service/recovery/browser': { body: recoveryFlow() },
    [SEND]: { body: recoveryFlow('code') },
    'GET /self-service/settings/flows': { body: settingsFlow() },
  })
  await title('Recover account')
  await userEvent.type(await emailField(), 'ada@example.com{Enter}')
  const code = await screen.findByRole('textbox', { name: 'Recovery code' })
  await waitFor(() => expect(document.activeElement).toBe(code))
  await press('Resend code')
  await waitFor(() => expect(identity.count(SEND)).toBe(2))
  expect(identity.sent('/self-service/recovery')).toEqual({
    csrf_token: 'bWFza2Vk',
    method: 'code',
    email: 'ada@example.com',
  })
  identity.answer({ [SEND]: { body: recoveryFlow('wrong code') } })
  await userEvent.type(await screen.findByRole('textbox', { name: 'Recovery code' }), '111111{Enter}')
  await shown('The code is wrong or was already used.')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Recovery code' })))
  // After too many attempts the response is another flow, which replaces this one.
  identity.answer({ [SEND]: { body: { ...recoveryFlow(), id: 'recovery-2' } } })
  await userEvent.type(screen.getByRole('textbox', { name: 'Recovery code' }), '2{Enter}')
  await waitFor(() => expect(new URLSearchParams(location.search).get('flow')).toBe('recovery-2'))
  identity.answer({
    [SEND]: identityErrorReply(422, 'browser_location_change_required', {
      redirect_browser_to: `${location.origin}/profile-settings?flow=settings-1`,
    }),
  })
  // The e-mail address is kept.
  await userEvent.type(await emailField(), '{Enter}')
  await expect.poll(here).toBe('/profile-settings?flow=settings-1')
  expect(
    identity.asked.find(({ method, query }) => method === 'POST' && query.get('flow') === 'recovery-2')
  ).toBeTruthy()
})

test.each([
  ['that is unknown, as after it was used', identityErrorReply(404)],
  ['that another browser opened first', identityErrorReply(403, 'security_csrf_violation')],
  ['that is too old', identityErrorReply(410)],
  ['of another person', identityErrorReply(400, 'security_identity_mismatch')],
])('a link %s shows an explanation and the next step, and does not fill in its code again', async (_what, answer) => {
  open('/recovery?flow=old#code=531614', {
    'GET /self-service/recovery/flows': answer,
    'GET /self-service/recovery/browser': { body: recoveryFlow() },
    'POST /self-service/recovery': { body: recoveryFlow('code') },
  })
  await shown(/^This link no longer works\. .+ Nothing was changed\. .+ have a code sent/)
  expect(screen.getByRole('link', { name: 'Go back' })).toBeTruthy()
  await userEvent.type(await emailField(), 'ada@example.com{Enter}')
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Recovery code' })).value).toBe('')
})

test('the code in a link is filled in and removed from the address', async () => {
  const { identity } = open('/recovery?flow=recovery-1#code=531614', {
    'GET /self-service/recovery/flows': { body: recoveryFlow('code') },
    'POST /self-service/recovery': { body: recoveryFlow('wrong code') },
  })
  const code = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Recovery code' })
  expect(code.value).toBe('531614')
  expect(here()).toBe('/recovery?flow=recovery-1')
  expect(identity.count('POST /self-service/recovery')).toBe(0)
  await press('Continue')
  await waitFor(() => expect(identity.sent('/self-service/recovery')).toMatchObject({ code: '531614' }))
})

test('a passed verification is confirmed, with a link to continue [AUTH-13 AUTH-14]', async () => {
  open('/verification', {
    'GET /self-service/verification/browser': { body: verificationFlow('code') },
    'POST /self-service/verification': { body: verificationFlow('passed') },
  })
  await title('Verify your account')
  await userEvent.type(await screen.findByRole('textbox', { name: 'Verification code' }), '123456{Enter}')
  await shown('Your e-mail address is verified.')
  expect(screen.getByRole('link', { name: 'Continue' }).getAttribute('href')).toBe(`${location.origin}/health`)
  expect(screen.getByRole('link', { name: 'Go back' })).toBeTruthy()
})

test.each([
  ['of another browser [AUTH-26]', identityErrorReply(403)],
  ['that has expired [AUTH-25]', identityErrorReply(410)],
  ['that is unknown', identityErrorReply(404)],
])('a verification %s starts over', async (_what, answer) => {
  open('/verification?flow=old', {
    'GET /self-service/verification/flows': answer,
    'GET /self-service/verification/browser': { body: verificationFlow() },
  })
  await emailField()
  expect(here()).toBe('/verification?flow=verification-1')
})

test('verification that is turned off leads to the home page [AUTH-27]', async () => {
  open('/verification', { 'GET /self-service/verification/browser': identityErrorReply(400) })
  await expect.poll(here).toBe('/')
})

test('closed registration is reported, with a link to the sign-in page', async () => {
  open('/registration', {
    'GET /self-service/registration/browser': identityErrorReply(400, 'self_service_flow_disabled'),
  })
  await shown('why')
  expect(screen.getByRole('link', { name: 'Sign in' })).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('an expired flow is reported and keeps the input, except passwords [AUTH-22 AUTH-28 ERR-14]', async () => {
  let flows = 0
  open('/login?return_to=%2Fhealth', {
    [CREATE]: () => ({ body: { ...loginFlow(), id: `login-${++flows}` } }),
    [SUBMIT]: identityErrorReply(410, 'self_service_flow_expired'),
  })
  await signIn()
  await shown('Your interaction expired, please fill out the form again.')
  await waitFor(() => expect(here()).toBe('/login?return_to=%2Fhealth&flow=login-2'))
  expect((await emailField()).value).toBe('ada@example.com')
  expect(passwordField().value).toBe('')
})

test('a flow warns a minute before it expires, and then starts over by itself', async () => {
  let flows = 0
  open('/login', {
    [CREATE]: () => ({
      body: { ...loginFlow(), id: `login-${++flows}`, expires_at: at(flows === 1 ? 700 : 3_600_000) },
    }),
  })
  await userEvent.type(await emailField(), 'ada')
  expect(screen.getByRole('button', { name: 'Take more time' })).toBeTruthy()
  await shown('Your interaction expired, please fill out the form again.')
  expect((await emailField()).value).toBe('ada')
  expect(screen.queryByRole('button', { name: 'Take more time' })).toBeNull()
})

test('a refused token starts over once; a second one shows an explanation [ERR-15]', async () => {
  const { identity } = open('/login', {
    [CREATE]: { body: loginFlow() },
    [SUBMIT]: identityErrorReply(403, 'security_csrf_violation'),
  })
  await signIn()
  await shown('A security violation was detected, please fill out the form again.')
  await signIn()
  await shown(/Allow cookies for this site/)
  expect(identity.count(SUBMIT)).toBe(2)
})

test('a return_to that the service refuses is reported and left out [ERR-13 AUTH-24]', async () => {
  open('/login?return_to=%2Fhealth', {
    [CREATE]: ({ query }) =>
      query.has('return_to') ? identityErrorReply(400, 'self_service_flow_return_to_forbidden') : { body: loginFlow() },
  })
  await shown('The return_to address is not allowed.')
  expect(here()).toBe('/login?flow=login-1')
})

test('the sign-in page redirects a signed-in person [ERR-11]', async () => {
  open('/login', { [CREATE]: identityErrorReply(400, 'session_already_available') })
  await expect.poll(here).toBe('/')
})

test('after a generic refusal the session is checked, because the person may be signed in already', async () => {
  open('/login?return_to=%2Fhealth', {
    [CREATE]: { body: loginFlow() },
    [SUBMIT]: { status: 400, body: loginFlow({ messages: [errorMessage(4000001, 'generic')] }) },
    'GET /sessions/whoami': signedInReply(),
  })
  await signIn()
  await expect.poll(here).toBe('/health')
})

test('after too many attempts the waiting time is shown, and the form stays', async () => {
  const { identity } = open('/login', {
    [CREATE]: { body: loginFlow() },
    [SUBMIT]: { ...identityErrorReply(429), headers: { 'Retry-After': '42' } },
  })
  await signIn()
  await shown('Too many attempts. Try again in 42 seconds.')
  expect((await emailField()).value).toBe('ada@example.com')
  expect(identity.count(CREATE)).toBe(1)
})

test.each([
  [
    'a page of a proxy',
    { status: 502, body: '<html>' },
    'The sign-in service returned status 502 without an error message.',
  ],
  ['a page instead of a flow', { body: '<html>' }, /unexpected response/],
])('%s is reported and can be retried', async (_what, answer, words) => {
  const { identity } = open('/login', { [CREATE]: answer })
  await shown(words)
  identity.answer({ [CREATE]: { body: loginFlow() } })
  await press('Try again')
  expect(await emailField()).toBeTruthy()
})

test('abuse 39 and 40: scripts and pictures of a flow are neither run nor fetched, and the page stays usable', async () => {
  const seen = vi.fn<(name: string) => void>()
  const observer = new PerformanceObserver((list) =>
    list.getEntries().forEach(({ name }) => name.includes('evil.example') && seen(name))
  )
  observer.observe({ type: 'resource' })
  const { identity, container } = open('/login', {
    [CREATE]: { body: loginFlow({ ui: { nodes: [...loginFlow().ui.nodes, ...strangeNodes] } }) },
    [SUBMIT]: { body: { session: {} } },
  })
  await emailField()
  expect(container.querySelector('script, img')).toBeNull()
  expect(screen.queryByRole('link', { name: 'Press me' })).toBeNull()
  expect(screen.getByText('Press me')).toBeTruthy()
  const old = screen.getByRole('button', { name: 'Old control' })
  expect(old.getAttribute('aria-disabled')).toBe('true')
  await userEvent.click(old)
  expect('hacked' in window).toBe(false)
  // An unknown group is a form like the others.
  await userEvent.type(await emailField(), 'ada')
  await userEvent.type(screen.getByRole('textbox', { name: 'Your thought' }), 'seven')
  await press('Think')
  await waitFor(() =>
    expect(identity.sent('/self-service/login')).toMatchObject({ thought: 'seven', method: 'telepathy' })
  )
  expect(identity.sent('/self-service/login')).not.toHaveProperty('password')
  observer.disconnect()
  expect(seen).not.toHaveBeenCalled()
})

test('abuse 38: markup in names and messages is shown as text', async () => {
  const markup = '<img src=x onerror="window.hacked = true">'
  const { container } = open('/profile-settings', {
    'GET /self-service/settings/browser': {
      body: settingsFlow(
        [
          inputNode('profile', 'traits.name.first', 'text', { value: markup, label: markup }),
          inputNode('profile', 'method', 'submit', { value: 'profile', label: 'Save' }),
        ],
        { messages: [infoMessage(1, markup)] }
      ),
    },
  })
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: markup })).value).toBe(markup)
  expect(container.querySelector('img')).toBeNull()
  expect('hacked' in window).toBe(false)
})

const SETTINGS = 'GET /self-service/settings/browser'
const CHANGE = 'POST /self-service/settings'

test('the profile has the sections with nodes in the flow [AUTH-15 AUTH-16 CALL-11]', async () => {
  open('/profile-settings', { [SETTINGS]: { body: settingsFlow() } })
  await title('Your profile')
  const titles = [
    'Profile Settings',
    'Change Password',
    'Manage 2FA TOTP Authenticator App',
    'Manage Hardware Tokens and Biometrics',
    'Manage 2FA Backup Recovery Codes',
    'Manage Social Sign In',
    'Sessions',
  ]
  const headings = await screen.findAllByRole('heading', { level: 2 })
  expect(headings.map((heading) => heading.textContent)).toEqual(titles)
  const regions = screen.getAllByRole('region')
  expect(regions.map((region) => region.getAttribute('aria-label'))).toEqual(titles)
})

test('a section without nodes is not shown [AUTH-16]', async () => {
  open('/profile-settings', { [SETTINGS]: { body: settingsFlow([...settingsNodes.password]) } })
  await screen.findByRole('heading', { level: 2, name: 'Change Password' })
  const headings = screen.getAllByRole('heading', { level: 2 })
  // The sessions are not part of a flow.
  expect(headings.map(({ textContent }) => textContent)).toEqual(['Change Password', 'Sessions'])
})

test('after signing in by recovery code, only a new password is required', async () => {
  const said = [successMessage(1060001, 'You are signed in. Please choose a password now.')]
  open('/profile-settings', {
    [SETTINGS]: { body: settingsFlow(undefined, { messages: said }) },
  })
  const field = await screen.findByLabelText<HTMLInputElement>(/^Password/)
  await waitFor(() => expect(document.activeElement).toBe(field))
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'Change Password',
  ])
})

test('setting the new password opens the console', async () => {
  open('/profile-settings?return_to=%2Fhealth%3FgroupBy%3Dnone', {
    [SETTINGS]: { body: settingsFlow(undefined, { messages: [successMessage(1060001, 'You are signed in.')] }) },
    [CHANGE]: { body: settingsFlow(undefined, { state: 'success', messages: [successMessage(1050001, 'Saved.')] }) },
  })
  await userEvent.type(await screen.findByLabelText(/^Password/), 'a new horse{Enter}')
  await expect.poll(here).toBe('/health?groupBy=none')
})

test('a change is confirmed in its section for ten seconds [AUTH-17]', async () => {
  const { identity } = open('/profile-settings', {
    [SETTINGS]: { body: settingsFlow() },
    [CHANGE]: { body: settingsFlow(undefined, { state: 'success', messages: [successMessage(1050001, 'Saved.')] }) },
  })
  const section = await screen.findByRole('region', { name: 'Change Password' })
  await userEvent.type(within(section).getByLabelText(/^Password/), 'a new horse')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    within(section).getByRole('button', { name: 'Save' }).click()
    await eventually(() => expect(within(section).getByText('Saved.')).toBeTruthy())
    expect(within(section).getByLabelText<HTMLInputElement>(/^Password/).value).toBe('')
    expect(identity.sent('/self-service/settings')).toEqual({
      csrf_token: 'bWFza2Vk',
      password: 'a new horse',
      method: 'password',
    })
    act(() => vi.advanceTimersByTime(9_000))
    expect(within(section).queryByText('Saved.')).toBeTruthy()
    act(() => vi.advanceTimersByTime(2_000))
    expect(within(section).queryByText('Saved.')).toBeNull()
  } finally {
    vi.useRealTimers()
  }
})

test('a change that needs a fresh session returns to its input, except passwords [ERR-12]', async () => {
  const { unmount } = open('/profile-settings', {
    [SETTINGS]: { body: settingsFlow() },
    'GET /self-service/settings/flows': { body: settingsFlow() },
    [CHANGE]: identityErrorReply(403, 'session_refresh_required'),
    [CREATE]: { body: refreshFlow() },
    [SUBMIT]: { body: { session: {} } },
  })
  const first = await screen.findByRole('textbox', { name: 'First name' })
  await userEvent.clear(first)
  await userEvent.type(first, 'Augusta')
  const section = screen.getByRole('region', { name: 'Change Password' })
  await userEvent.type(within(section).getByLabelText(/^Password/), 'a new horse')
  await userEvent.click(
    within(screen.getByRole('region', { name: 'Profile Settings' })).getByRole('button', { name: 'Save' })
  )
  await title('Confirm Action')
  await shown(/Your change is not saved yet\. Sign in to return to it/)
  const back = screen.getByRole('link', { name: 'Go back without confirming' })
  expect(back.getAttribute('href')).toBe(`${location.origin}/profile-settings?flow=settings-1`)
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('horse')
  await userEvent.type(passwordField(), 'correct horse{Enter}')
  await waitFor(() =>
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'First name' }).value).toBe('Augusta')
  )
  expect(here()).toBe('/profile-settings?flow=settings-1')
  await shown('You are confirmed. Your change is not saved yet. Save it now.')
  unmount()
})

test('backup codes can be copied and saved, and used ones look different', async () => {
  open('/profile-settings', { [SETTINGS]: { body: settingsFlow([...settingsNodes.codes]) } })
  const codes = await screen.findByRole('figure', { name: 'These are your backup codes' })
  expect(
    within(codes)
      .getAllByRole('listitem')
      .map((item) => item.textContent)
  ).toEqual(['q2w3e4r5', 'Used on 3 March', 'z9x8c7v6', 'p0o9i8u7', 'l1k2j3h4', 'm5n6b7v8'])
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await userEvent.click(within(codes).getByRole('button', { name: 'Copy' }))
  expect(copied).toHaveBeenCalledWith('q2w3e4r5\nz9x8c7v6\np0o9i8u7\nl1k2j3h4\nm5n6b7v8\n')
  expect(within(codes).getByRole('button', { name: 'Download' })).toBeTruthy()
})

test('a change that makes signing in less secure needs confirmation', async () => {
  const { identity } = open('/profile-settings', {
    [SETTINGS]: { body: settingsFlow([...settingsNodes.totpSet]) },
    [CHANGE]: {
      body: settingsFlow([...settingsNodes.totp], { state: 'success', messages: [successMessage(1050001, 'Saved.')] }),
    },
  })
  const unlink = 'Unlink the authenticator app'
  await press(unlink)
  const dialog = await screen.findByRole('alertdialog', { name: `${unlink}?` })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(identity.count(CHANGE)).toBe(0)

  await press(unlink)
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: unlink }))
  await shown('Saved.')
  expect(identity.sent('/self-service/settings')).toMatchObject({ method: 'totp', totp_unlink: 'true' })
  await waitFor(() => expect(document.activeElement?.closest('section')).not.toBeNull())
})

test('Enter in the name of a new key adds the key and removes none', async () => {
  const { identity } = open('/profile-settings', {
    [SETTINGS]: { body: settingsFlow([...settingsNodes.keys]) },
    [CHANGE]: {
      body: settingsFlow([...settingsNodes.keys], { state: 'success', messages: [successMessage(1050001, 'Saved.')] }),
    },
  })
  ask.mockResolvedValueOnce({ id: 'new' })
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name of the key' }), 'Red{Enter}')
  await shown('Saved.')
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(identity.sent('/self-service/settings')).toEqual({
    csrf_token: 'bWFza2Vk',
    method: 'webauthn',
    webauthn_register: '{"id":"new"}',
    webauthn_register_displayname: 'Red',
  })
  // The field is empty again, for the next key.
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name of the key' }).value).toBe(''))
})

const withAddress = (status: string) => ({
  id: 'ada',
  verifiable_addresses: [{ value: 'new@example.com', verified: false, via: 'email', status }],
})

test('a new address is verified by a code, on a page that returns to the profile', async () => {
  open('/profile-settings', {
    [SETTINGS]: { body: { ...settingsFlow([...settingsNodes.profile]), identity: withAddress('pending') } },
    [CHANGE]: {
      body: {
        ...settingsFlow([...settingsNodes.profile], {
          state: 'success',
          messages: [successMessage(1050001, 'Saved.')],
        }),
        identity: withAddress('sent'),
        continue_with: [{ action: 'show_verification_ui', flow: { id: 'verification-1' } }],
      },
    },
    'GET /self-service/verification/flows': { body: verificationFlow('code') },
  })
  await screen.findByRole('textbox', { name: 'First name' })
  expect(screen.queryByRole('link', { name: 'Verify the address' })).toBeNull()
  await press('Save')
  const told = await screen.findByText(/A code was sent to new@example.com/)
  await userEvent.click(within(told).getByRole('link', { name: 'Verify the address' }))
  await title('Verify your account')
  expect(here()).toBe('/verification?flow=verification-1&return_to=%2Fprofile-settings')
  expect(await screen.findByRole('textbox', { name: 'Verification code' })).toBeTruthy()
})

test('the QR code for the authenticator has a name, and its secret can be copied', async () => {
  open('/profile-settings', { [SETTINGS]: { body: settingsFlow([...settingsNodes.totp]) } })
  expect(await screen.findByRole('img', { name: 'QR code for the authenticator app' })).toBeTruthy()
  expect(screen.getByText('JBSWY3DPEHPK3PXP')).toBeTruthy()
})

test.each([
  ['without a session [ERR-18]', identityErrorReply(401), /^\/login\?return_to=%2Fprofile-settings/],
  [
    'without a second factor [ERR-10]',
    identityErrorReply(403, 'session_aal2_required'),
    /^\/login\?aal=aal2&return_to=%2Fprofile/,
  ],
])('the profile %s redirects to the sign-in page', async (_what, answer, expected) => {
  open('/profile-settings', {
    [SETTINGS]: answer,
    [CREATE]: ({ query }) => ({ body: query.get('aal') === 'aal2' ? secondFactorFlow() : loginFlow() }),
  })
  await waitFor(() => expect(here()).toMatch(expected))
})

test('a flow of another user starts over [ERR-16]', async () => {
  open('/profile-settings?flow=theirs', {
    'GET /self-service/settings/flows': identityErrorReply(403, 'security_identity_mismatch'),
    [SETTINGS]: { body: settingsFlow() },
  })
  await screen.findByRole('textbox', { name: 'First name' })
  expect(here()).toBe('/profile-settings?flow=settings-1')
})

test('a registration in two steps can go back and forth', async () => {
  const { identity } = open('/registration', {
    'GET /self-service/registration/browser': {
      body: flowJson('registration-1', [
        inputNode('default', 'traits.email', 'email', { required: true, label: 'E-mail' }),
        inputNode('profile', 'method', 'submit', { value: 'profile', label: 'Continue' }),
      ]),
    },
    'POST /self-service/registration': {
      status: 400,
      body: flowJson('registration-1', [
        inputNode('default', 'traits.email', 'hidden', { value: 'ada@example.com' }),
        inputNode('password', 'password', 'password', {
          required: true,
          label: 'Password',
          autocomplete: 'new-password',
        }),
        inputNode('password', 'method', 'submit', { value: 'password', label: 'Create account' }),
        inputNode('profile', 'screen', 'submit', { value: 'previous', label: 'Back' }),
      ]),
    },
  })
  await userEvent.type(await emailField(), 'ada@example.com{Enter}')
  await waitFor(() => expect(document.activeElement).toBe(passwordField()))
  await press('Back')
  await waitFor(() => expect(identity.count('POST /self-service/registration')).toBe(2))
  expect(identity.sent('/self-service/registration')).toEqual({
    csrf_token: 'bWFza2Vk',
    'traits.email': 'ada@example.com',
    screen: 'previous',
    method: 'profile',
  })
})
