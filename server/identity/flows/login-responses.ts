import { uiPaths } from '../config'
import { IdentityError } from '../http/errors'
import { createCsrfToken, type Exchange, jsonOk, pageAddress, seeOther, wantsJson } from '../http/exchange'
import { type FieldErrors, formatFlow, withFieldErrors } from './flow-responses'
import { beginFlow, saveFlow } from './flow-store'
import { readSecurityKeys } from '../credentials/credentials'
import { findIdentity } from '../accounts/identities'
import { type ProtocolMessage, createMessage } from './messages'
import { loginNodes, type FormNode, refreshNodes, secondFactorNodes } from './nodes'
import { readReturnTo } from '../http/return-to'
import { loginOptions, newChallenge } from '../credentials/security-keys'
import { needsSecondFactor, secondFactorAddress, sessionBody } from '../sessions/sessions'
import type { Flow, FlowPayload, Identity, IdentityService, Session } from '../types'

type Beginning = FlowPayload & {
  identityId?: string
}

export function beginLogin(
  service: IdentityService,
  exchange: Exchange,
  { identityId, ...payload }: Beginning
): Promise<Flow> {
  const isSecond = payload.requested_aal === 'aal2'
  const reason = payload.refresh ? [createMessage(1010003)] : isSecond ? [createMessage(1010004)] : []
  const messages = [...(payload.messages ?? []), ...reason]
  return beginFlow(service, exchange, {
    kind: 'login',
    state: 'choose_method',
    payload: { ...payload, messages },
    ...(isSecond && { context: newChallenge(service) }),
    lifeMs: service.config.lifetimes.signInFlowMs,
    ...(identityId !== undefined && { identityId }),
  })
}

/** The response body of a login flow. */
export async function formatLoginFlow(service: IdentityService, exchange: Exchange, flow: Flow) {
  const { refresh = false, requested_aal = 'aal1' } = flow.payload
  return formatFlow(exchange, flow, await nodesOf(service, exchange, flow), {
    refresh,
    requested_aal,
    created_at: flow.issuedAt.toISOString(),
    updated_at: flow.updatedAt.toISOString(),
  })
}

async function nodesOf(service: IdentityService, exchange: Exchange, flow: Flow): Promise<FormNode[]> {
  const token = createCsrfToken(service, exchange)
  const { refresh, requested_aal, identifier } = flow.payload
  const identity = flow.identityId === null ? undefined : await findIdentity(service.db, flow.identityId)
  if (requested_aal === 'aal2') {
    const has = new Set(identity?.secondFactors)
    return secondFactorNodes(token, {
      totp: has.has('totp'),
      lookupSecret: has.has('lookup_secret'),
      ...(identity && has.has('webauthn') && { webauthn: await keysOf(service, exchange, flow, identity) }),
    })
  }
  return refresh && identity ? refreshNodes(token, identity.traits.email) : loginNodes(token, identifier)
}

async function keysOf({ db }: IdentityService, exchange: Exchange, flow: Flow, { id, traits }: Identity) {
  const keys = await readSecurityKeys(db, id)
  return { identifier: traits.email, options: await loginOptions(exchange, flow, keys) }
}

type Refusal = { messages?: ProtocolMessage[]; fieldErrors?: FieldErrors; active?: string; identifier?: string }

/** Shows the form again with its errors. */
export async function refuseLogin(
  service: IdentityService,
  exchange: Exchange,
  flow: Flow,
  refusal: Refusal
): Promise<Response> {
  const { messages = [], fieldErrors = {}, active, identifier } = refusal
  const payload = {
    ...flow.payload,
    messages,
    ...(active !== undefined && { active }),
    ...(identifier !== undefined && { identifier }),
  }
  // After each failed attempt the security key gets a new challenge.
  const context = payload.requested_aal === 'aal2' ? { ...flow.context, ...newChallenge(service) } : flow.context
  const next = await saveFlow(service, withFieldErrors({ ...flow, payload, context }, fieldErrors))
  if (!wantsJson(exchange)) return seeOther(pageAddress(exchange, uiPaths.login, { flow: flow.id }))
  return Response.json(await formatLoginFlow(service, exchange, next), { status: 400 })
}

/**
 * Continues with the second factor when the account requires one, otherwise at the address that the browser came from.
 */
export function continueAfterLogin(
  service: IdentityService,
  exchange: Exchange,
  flow: Flow,
  session: Session
): Response {
  const { return_to } = flow.payload
  if (needsSecondFactor(service, session)) {
    const redirect_browser_to = secondFactorAddress(exchange, return_to)
    if (!wantsJson(exchange)) return seeOther(redirect_browser_to)
    throw new IdentityError(422, {
      id: 'browser_location_change_required',
      reason: 'This account needs a second factor.',
      redirect_browser_to,
    })
  }
  // The stored address is validated again, because the rules may have changed.
  const target = readReturnTo(return_to ?? null, exchange.origin) ?? pageAddress(exchange, uiPaths.home)
  if (!wantsJson(exchange)) return seeOther(target)
  return jsonOk({
    session: sessionBody(exchange, session),
    continue_with: [{ action: 'redirect_browser_to', redirect_browser_to: target }],
  })
}

export const aal1RequiredError = () =>
  new IdentityError(401, {
    id: 'session_aal1_required',
    reason: 'Sign in with your password before the second factor.',
  })
