import { expect, test } from 'vitest'
import { loginFlow, recoveryFlow, settingsFlow, strangeNodes } from '@dev/gallery/flow-examples'
import { flowSchema } from './flow'
import type { ApiResponse } from '../http'
import { readFlowResult } from './identity'
import { readSession } from './session'

const answer = (status: number, data: unknown, headers?: Record<string, string>): ApiResponse => ({
  status,
  data,
  headers: headers && new Headers(headers),
})
const error = (id: string | undefined, rest: object = {}) => ({
  error: { ...(id === undefined ? {} : { id }), code: 400, status: 'Bad', reason: 'why', message: 'short' },
  ...rest,
})

test.each([
  ['a new flow', 200, loginFlow(), 'flow'],
  ['rejected values', 400, loginFlow(), 'flow'],
  ['a sent or wrong code', 200, recoveryFlow('wrong code'), 'flow'],
  ['an error without a flow', 400, error(undefined), 'refused'],
  ['a wrong content type', 415, error(undefined), 'refused'],
  ['a proxy page with the status of a validation', 400, '<html>400</html>', 'refused'],
  ['a plain-text 401', 401, 'Unauthorized', 'signedOut'],
  ['a proxy page instead of a flow', 200, '<html>', 'unreachable'],
  ['a server error', 500, error(undefined), 'failed'],
  ['a gateway without a backend', 502, '<html>', 'unreachable'],
  ['an unknown id', 404, error(undefined), 'unknown'],
  ['an expired flow without an error id', 410, error(undefined), 'expired'],
  ['a refusal without an id', 403, error(undefined), 'refused'],
  ['ERR-18: no session', 401, error('session_inactive'), 'signedOut'],
  ['no session, in a release without error ids', 401, error(undefined), 'signedOut'],
  ['a second factor without the first', 401, error('session_aal1_required'), 'signedOut'],
  ['ERR-10: a second factor is required', 403, error('session_aal2_required'), 'secondFactor'],
  ['a level that is already reached', 401, error('session_aal_already_fulfilled'), 'signedIn'],
  ['ERR-11: already signed in', 400, error('session_already_available'), 'signedIn'],
  ['ERR-12: a fresh session is required', 403, error('session_refresh_required'), 'refresh'],
  ['an unverified address', 400, error('session_verified_address_required'), 'verifyAddress'],
  ['ERR-14: an expired flow', 410, error('self_service_flow_expired'), 'expired'],
  ['a replaced flow', 410, error('self_service_flow_replaced'), 'replaced'],
  ['ERR-13: a forbidden return_to', 400, error('self_service_flow_return_to_forbidden'), 'returnForbidden'],
  ['a disabled flow', 400, error('self_service_flow_disabled'), 'disabled'],
  ['ERR-15: a token of another browser', 403, error('security_csrf_violation'), 'forged'],
  ['ERR-16: a flow of another user', 403, error('security_identity_mismatch'), 'otherIdentity'],
  ['a rate limit', 429, error(undefined), 'limited'],
])('%s: %i', (_what, status, body, expected) => {
  expect(readFlowResult(answer(status, body)).is).toBe(expected)
})

test('keeps the details that the next step requires', () => {
  const to = '/api/.ory/self-service/login/browser?aal=aal2'
  expect(
    readFlowResult(answer(410, error('self_service_flow_expired', { use_flow_id: 'b', since: 5_000_000 })))
  ).toEqual({
    is: 'expired',
    next: 'b',
  })
  expect(readFlowResult(answer(410, error('self_service_flow_replaced', { use_flow_id: 'b' })))).toMatchObject({
    next: 'b',
  })
  expect(readFlowResult(answer(403, error('session_aal2_required', { redirect_browser_to: to })))).toEqual({
    is: 'secondFactor',
    redirectTo: to,
  })
  expect(
    readFlowResult(answer(422, error('browser_location_change_required', { redirect_browser_to: to }))),
    'ERR-17'
  ).toEqual({ is: 'leave', to })
  expect(readFlowResult(answer(429, error(undefined), { 'Retry-After': '42' }))).toEqual({
    is: 'limited',
    seconds: 42,
    message: 'why',
  })
  expect(readFlowResult(answer(429, 'slow down', { 'Retry-After': 'Wed, 21 Oct 2026 07:28:00 GMT' }))).toEqual({
    is: 'limited',
    seconds: undefined,
    message: 'slow down',
  })
})

test('follows a newer service to the recovery flow that its error names', () => {
  const details = { continue_with: [{ action: 'show_recovery_ui', flow: { id: 'next' } }] }
  expect(readFlowResult(answer(400, { error: { message: 'm', details } }))).toEqual({ is: 'replaced', next: 'next' })
})

test('reports whether there is a session, and the next step', () => {
  const next = { action: 'redirect_browser_to', redirect_browser_to: '/health' }
  expect(readFlowResult(answer(200, { session: { id: 'a' }, continue_with: [next] }))).toEqual({
    is: 'done',
    hasSession: true,
    continueWith: [next],
  })
  expect(readFlowResult(answer(200, { identity: {} }))).toEqual({ is: 'done', hasSession: false, continueWith: [] })
})

const whoami = { id: 's', active: true, identity: { id: 'ada', traits: {} } }
test.each([
  ['a session', 200, whoami, 'active'],
  ['a session that has ended', 200, { ...whoami, active: false }, 'signedOut'],
  ['no session', 401, { error: { code: 401 } }, 'signedOut'],
  ['no session, reported by the gateway', 401, 'no session', 'signedOut'],
  ['a backend without sign-in', 404, 'not found', 'unneeded'],
  ['one factor of two', 403, error('session_aal2_required'), 'secondFactor'],
  ['one factor of two, in an older release', 422, error('session_aal2_required'), 'secondFactor'],
])('whoami: %s', (_what, status, body, expected) => {
  expect(readSession(answer(status, body)).is).toBe(expected)
})

test.each([
  ['a proxy page', 200, '<html>', 'The sign-in service sent an unexpected response.'],
  ['a server error', 500, '<html>', 'The sign-in service returned status 500 without an error message.'],
  ['a server error with a reason', 503, error(undefined), 'why'],
  ['a gateway without a backend', 502, { error: 'The backend does not answer.' }, 'The backend does not answer.'],
])('whoami: throws for %s [SESSION-13]', (_what, status, body, message) => {
  expect(() => readSession(answer(status, body))).toThrow(message)
})

test('omits only the unknown members of a flow', () => {
  const read = flowSchema.parse({ ...loginFlow(), ui: { nodes: [...loginFlow().ui.nodes, ...strangeNodes] } })
  expect(read.nodes.map((node) => (node.is === 'input' ? node.name : node.is))).toEqual([
    'csrf_token',
    'identifier',
    'password',
    'method',
    'a',
    'img',
    'legacy',
    'thought',
    'method',
  ])
})

test.each([
  [{ onclickTrigger: 'oryWebAuthnLogin' }, 'oryWebAuthnLogin'],
  [{ onclick: 'window.__oryWebAuthnLogin({"publicKey":{}})' }, 'oryWebAuthnLogin'],
  [{ onclickTrigger: 'oryPasskeyLogin' }, 'unknown'],
  [{ onclick: 'alert(1)' }, 'unknown'],
  [{}, undefined],
])('a button with %j starts %s', (attributes, expected) => {
  const button = { type: 'input', group: 'webauthn', attributes: { name: 'b', type: 'button', ...attributes } }
  const [read] = flowSchema.parse({ id: 'a', ui: { nodes: [button] } }).nodes
  expect(read).toMatchObject({ trigger: expected })
})

test('passes through backup codes and hidden values', () => {
  const { nodes } = flowSchema.parse(settingsFlow())
  const codes = nodes.find((node) => node.is === 'text' && node.id === 'lookup_secret_codes')
  expect(codes).toMatchObject({ secrets: [{ id: 1050009, text: 'q2w3e4r5' }, { id: 1050014 }, {}, {}, {}, {}] })
  expect(nodes.find((node) => node.is === 'input' && node.name === 'webauthn_register')).toMatchObject({ value: '' })
})
