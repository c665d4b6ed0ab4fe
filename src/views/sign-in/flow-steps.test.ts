import { expect, test } from 'vitest'
import { flowSchema } from '@/api/sign-in/flow'
import type { FlowResult } from '@/api/sign-in/identity'
import { loginFlow } from '@dev/gallery/flow-examples'
import { type FlowSituation, nextFlowStep } from './flow-steps'

const origin = 'https://console.example.com'
const login: FlowSituation = {
  kind: 'login',
  request: 'submit',
  origin,
  here: '/login?return_to=%2Fhealth',
  back: '/health',
  isInvited: false,
  wasForged: false,
}
const settings: FlowSituation = { ...login, kind: 'settings', here: '/profile-settings?flow=a', back: undefined }
const linkOver =
  'This link no longer works. It was already used, has expired, or was opened in another browser first. Nothing was changed. Ask the sender for a new link, or have a code sent to your address.'
const expired = 'Your interaction expired, please fill out the form again.'
const forged = 'A security violation was detected, please fill out the form again.'
const service = `${origin}/api/.ory/self-service`

test.each<[string, FlowResult, FlowSituation, object]>([
  [
    'a second factor that settings require [ERR-10]',
    { is: 'secondFactor', redirectTo: undefined },
    settings,
    { do: 'go', to: '/login?aal=aal2&return_to=%2Fprofile-settings%3Fflow%3Da' },
  ],
  [
    'signed in already, without a return address [ERR-11]',
    { is: 'signedIn' },
    { ...login, back: undefined },
    { do: 'go', to: `${origin}/`, entered: true },
  ],
  ['signed in already', { is: 'signedIn' }, login, { do: 'go', to: `${origin}/health`, entered: true }],
  [
    'a change that needs a fresh session [ERR-12]',
    { is: 'refresh' },
    settings,
    { do: 'go', to: '/login?refresh=true&return_to=%2Fprofile-settings%3Fflow%3Da' },
  ],
  [
    'a return_to that the server refuses [ERR-13 AUTH-24]',
    { is: 'returnForbidden' },
    { ...login, request: 'create' },
    { do: 'restart', restartReason: 'The return_to address is not allowed.', withoutReturn: true },
  ],
  [
    'an expired flow [ERR-14 AUTH-22]',
    { is: 'expired', next: undefined },
    login,
    { do: 'restart', restartReason: expired },
  ],
  [
    'an expired flow with another in its place',
    { is: 'expired', next: 'b' },
    login,
    { do: 'open', id: 'b', restartReason: expired },
  ],
  ['a flow that was replaced', { is: 'replaced', next: 'b' }, login, { do: 'open', id: 'b' }],
  ['a token of another browser [ERR-15]', { is: 'forged' }, login, { do: 'restart', restartReason: forged }],
  ['a flow of another person [ERR-16]', { is: 'otherIdentity' }, settings, { do: 'restart' }],
  [
    'a provider of another origin [ERR-17]',
    { is: 'leave', to: 'https://provider.example/authorize' },
    login,
    { do: 'leave', to: 'https://provider.example/authorize' },
  ],
  [
    'a second factor after the password',
    { is: 'leave', to: `${service}/login/browser?aal=aal2&return_to=${encodeURIComponent(`${origin}/topology`)}` },
    login,
    { do: 'go', to: '/login?aal=aal2&return_to=%2Ftopology' },
  ],
  [
    'a second factor without a return address',
    { is: 'leave', to: `${service}/login/browser?aal=aal2` },
    login,
    { do: 'go', to: '/login?aal=aal2&return_to=%2Fhealth' },
  ],
  [
    'a recovered account',
    { is: 'leave', to: `${origin}/profile-settings?flow=b` },
    { ...login, kind: 'recovery' },
    { do: 'go', to: `${origin}/profile-settings?flow=b` },
  ],
  [
    'an address without an origin',
    { is: 'leave', to: 'javascript:alert(1)' },
    login,
    { do: 'tell', message: 'The sign-in service returned an invalid redirect.' },
  ],
  [
    'settings without a session [ERR-18]',
    { is: 'signedOut' },
    { ...settings, request: 'get' },
    { do: 'go', to: '/login?return_to=%2Fprofile-settings%3Fflow%3Da' },
  ],
  [
    'a second factor without a first [ERR-18]',
    { is: 'signedOut' },
    { ...login, request: 'create' },
    { do: 'go', to: '/login?return_to=%2Fhealth' },
  ],
  [
    'signed in [AUTH-20]',
    { is: 'done', hasSession: true, continueWith: [] },
    login,
    { do: 'go', to: `${origin}/health`, entered: true },
  ],
  [
    'signed in without a return address [AUTH-21]',
    { is: 'done', hasSession: true, continueWith: [] },
    { ...login, back: undefined },
    { do: 'go', to: `${origin}/`, entered: true },
  ],
  [
    'signed in, and sent to another origin',
    {
      is: 'done',
      hasSession: true,
      continueWith: [{ action: 'redirect_browser_to', redirect_browser_to: 'https://evil.example/' }],
    },
    login,
    { do: 'go', to: `${origin}/`, entered: true },
  ],
  [
    'signed up with an address to be verified',
    {
      is: 'done',
      hasSession: true,
      continueWith: [
        { action: 'redirect_browser_to', redirect_browser_to: `${origin}/health` },
        { action: 'show_verification_ui', flow: { id: 'v' } },
      ],
    },
    { ...login, kind: 'registration' },
    { do: 'go', to: '/verification?flow=v', entered: true },
  ],
  [
    'signed up without a session',
    { is: 'done', hasSession: false, continueWith: [] },
    { ...login, kind: 'registration' },
    { do: 'go', to: '/login?return_to=%2Fhealth' },
  ],
  [
    'a verification that is too old [AUTH-25 AUTH-28]',
    { is: 'expired', next: undefined },
    { ...login, kind: 'verification', request: 'get' },
    { do: 'restart', restartReason: linkOver },
  ],
  [
    'a verification of another browser [AUTH-26]',
    { is: 'refused', status: 403, message: 'no' },
    { ...login, kind: 'verification', request: 'get' },
    { do: 'restart', restartReason: linkOver },
  ],
  [
    'verification that is switched off [AUTH-27]',
    { is: 'refused', status: 400, message: 'no' },
    { ...login, kind: 'verification', request: 'create' },
    { do: 'go', to: '/' },
  ],
  [
    'registration that is switched off',
    { is: 'disabled', message: 'Registration is closed.' },
    { ...login, kind: 'registration', request: 'create' },
    { do: 'close', message: 'Registration is closed.' },
  ],
  ['an unknown id', { is: 'unknown' }, { ...login, request: 'get' }, { do: 'restart' }],
  [
    'too many attempts',
    { is: 'limited', seconds: 42, message: '' },
    login,
    { do: 'tell', message: 'Too many attempts. Try again in 42 seconds.', waitSeconds: 42 },
  ],
  [
    'a request that the service rejects',
    { is: 'refused', status: 400, message: 'no' },
    login,
    { do: 'tell', message: 'no' },
  ],
  ['no response', { is: 'unreachable', message: 'Network Error.' }, login, { do: 'tell', message: 'Network Error.' }],
  [
    'no response to the first request',
    { is: 'unreachable', message: 'Network Error.' },
    { ...login, request: 'create' },
    { do: 'fail', message: 'Network Error.' },
  ],
])('%s', (_what, answer, situation, expected) => {
  expect(nextFlowStep(answer, situation)).toEqual(expected)
})

test('a flow is shown, even with another id', () => {
  const read = flowSchema.parse(loginFlow())
  expect(nextFlowStep({ is: 'flow', flow: read }, login)).toEqual({ do: 'show', flow: read })
})

test('a recovered account continues with its settings', () => {
  const continue_with = [{ action: 'show_settings_ui', flow: { id: 's' } }]
  const read = flowSchema.parse(loginFlow({ continue_with }))
  const situation: FlowSituation = { ...login, kind: 'recovery' }
  expect(nextFlowStep({ is: 'flow', flow: read }, situation)).toEqual({ do: 'go', to: '/profile-settings?flow=s' })
})

test.each<FlowResult>([
  { is: 'unknown' },
  { is: 'otherIdentity' },
  { is: 'expired', next: 'b' },
  { is: 'replaced', next: 'b' },
  { is: 'forged' },
  { is: 'returnForbidden' },
])('a new flow that is $is is not created repeatedly', (answer) => {
  expect(nextFlowStep(answer, { ...login, request: 'create', back: undefined }).do).toBe('fail')
})

test('after a second refused token an explanation is shown instead of starting over', () => {
  expect(nextFlowStep({ is: 'forged' }, { ...login, wasForged: true })).toMatchObject({ do: 'close' })
})

test.each([
  [true, /^This invitation cannot be used/],
  [false, /^You need an invitation/],
])('a registration that the backend refuses to begin, invited: %s, says why', (isInvited, message) => {
  const situation = { ...login, kind: 'registration' as const, request: 'create' as const, isInvited }
  expect(nextFlowStep({ is: 'failed', message: 'a web hook responded with HTTP 403' }, situation)).toEqual({
    do: 'close',
    message: expect.stringMatching(message),
  })
})

test('an accepted invitation leaves the address', () => {
  const situation: FlowSituation = { ...login, kind: 'registration', isInvited: true }
  const to = `${login.origin}/health?invite=1&hidePassing=no`
  const done = { is: 'done', hasSession: true } as const
  expect(
    nextFlowStep({ ...done, continueWith: [{ action: 'redirect_browser_to', redirect_browser_to: to }] }, situation)
  ).toMatchObject({ do: 'go', to: `${login.origin}/health?hidePassing=no` })
  expect(nextFlowStep({ ...done, continueWith: [] }, { ...situation, back: to })).toMatchObject({
    do: 'go',
    to: `${login.origin}/health?hidePassing=no`,
  })
})
