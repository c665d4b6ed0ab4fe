import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { loginFlow, registrationFlow } from '@dev/gallery/flow-examples'
import { type Answers, identityErrorReply, signedInReply } from '@tests/helpers/fake-identity'
import { openSignIn } from '@tests/helpers/sign-in-page'

const start = location.href
beforeEach(() => {
  sessionStorage.clear()
  return () => history.replaceState(null, '', start)
})

const INVITE = '0194a5b4-0000-4000-8000-000000000001'
const CREATE = 'GET /self-service/registration/browser'
const SUBMIT = 'POST /self-service/registration'
const refused = {
  status: 500,
  body: { error: { code: 500, status: 'Internal Server Error', message: 'a web hook responded with HTTP 403' } },
}
const signedOut: Answers = { 'GET /sessions/whoami': identityErrorReply(401) }

const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const here = () => `${location.pathname}${location.search}`

test('an invitation link offers registration first, and sends the invitation as backends expect it', async () => {
  const { identity } = openSignIn(`/login?invite=${INVITE}`, {
    ...signedOut,
    [CREATE]: { body: registrationFlow() },
    [SUBMIT]: {
      body: {
        session: {},
        continue_with: [{ action: 'redirect_browser_to', redirect_browser_to: `${location.origin}/?invite=${INVITE}` }],
      },
    },
  })
  await heading('You were invited to create an account')
  const email = await screen.findByRole('textbox', { name: /^E-?[Mm]ail/ })
  expect(identity.asked[0]?.query.get('return_to')).toBe(`${location.origin}/?invite=${INVITE}`)
  // A reload continues with the invitation.
  expect(new URLSearchParams(location.search).get('invite')).toBe(INVITE)
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/login')

  await userEvent.type(email, 'grace@example.com')
  await userEvent.type(screen.getByLabelText(/^Password/), 'correct horse battery{Enter}')
  await expect.poll(here).toBe('/')
  expect(identity.sent('/self-service/registration')).toMatchObject({
    'traits.email': 'grace@example.com',
    transient_payload: { invite: INVITE },
  })
})

test('an invitation link keeps the page that was opened', async () => {
  const { identity } = openSignIn(`/login?invite=${INVITE}&return_to=%2Fhealth`, {
    ...signedOut,
    [CREATE]: { body: registrationFlow() },
  })
  await heading('You were invited to create an account')
  await expect.poll(() => identity.asked[0]?.query.get('return_to')).toBe(`${location.origin}/health?invite=${INVITE}`)
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/login?return_to=%2Fhealth')
})

test('registration without an invitation says that one is needed', async () => {
  openSignIn('/registration', { ...signedOut, [CREATE]: refused })
  expect(await screen.findByText(/^You need an invitation to create an account here/)).toBeTruthy()
  expect(screen.queryByText(/web hook/)).toBeNull()
  expect(screen.getByRole('link', { name: 'Sign in' })).toBeTruthy()
})

test('reports an invitation that was used or withdrawn', async () => {
  openSignIn(`/login?invite=${INVITE}`, { ...signedOut, [CREATE]: refused })
  expect(await screen.findByText(/^This invitation cannot be used/)).toBeTruthy()
})

test('a signed-in user who opens an invitation continues to the console', async () => {
  openSignIn(`/login?invite=${INVITE}`, { 'GET /sessions/whoami': signedInReply(), [CREATE]: refused })
  await expect.poll(here).toBe('/')
})

test('the sign-in page says why Mission Control redirected a registration to it', async () => {
  openSignIn('/login?error=invite_required&kratos_error_id=1', {
    'GET /self-service/login/browser': { body: loginFlow() },
  })
  expect(await screen.findByText(/^You need an invitation to create an account here/)).toBeTruthy()
})
