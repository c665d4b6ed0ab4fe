import type { Queryable } from '../../db/db'
import { uiPaths } from '../config'
import { IdentityError, notSignedIn, sessionInactive } from '../http/errors'
import {
  type Action,
  beginsInJson,
  csrfToken,
  type Exchange,
  json200,
  pageOf,
  secretOf,
  seeOther,
  speaksJson,
} from '../http/exchange'
import { renewedPayload, newPayload, shownFlow, withFaults } from '../flows/flow-answers'
import { expiredInFavourOf, findFlow, openFlow, saveFlow, storeFlow, submittedFlow } from '../flows/flow-store'
import { identityBody } from '../accounts/identities'
import { sha256 } from '../keys'
import { expired, message } from '../flows/messages'
import { settingsNodes } from '../flows/nodes'
import { aal2Required, currentSession, needsSecondFactor } from '../sessions/sessions'
import type { Outcome } from './submission'
import { changes, methodOf, type SettingsMethod } from './methods'
import { newContext, sectionsOf } from './sections'
import type { Flow, FlowPayload, Service, Session } from '../types'
import { showVerification } from '../flows/verification'
import { countForm } from '../limits/tries'

/** `GET /self-service/settings/browser` */
export const createSettings =
  (service: Service): Action =>
  async (exchange) => {
    countForm(service, exchange)
    const session = await currentSession(service, exchange)
    if (!session) throw sessionInactive()
    const payload = newPayload(exchange)
    if (needsSecondFactor(service, session)) {
      throw aal2Required(exchange, payload.return_to ?? pageOf(exchange, uiPaths.settings))
    }
    const flow = await beginSettings(service, exchange, session.identity.id, payload)
    if (!beginsInJson(exchange)) return seeOther(settingsPage(exchange, flow))
    return json200(await show(service, exchange, flow, session))
  }

/** `GET /self-service/settings/flows` */
export const getSettings =
  (service: Service): Action =>
  async (exchange) => {
    const session = await ownerOf(service, exchange, exchange.query.get('id'))
    return json200(await show(service, exchange, await openFlow(service, exchange, 'settings'), session))
  }

/** `POST /self-service/settings` */
export const submitSettings =
  (service: Service): Action =>
  async (exchange) => {
    const session = await ownerOf(service, exchange, exchange.query.get('flow'))
    const { flow, body, isExpired } = await submittedFlow(service, exchange, 'settings')
    if (isExpired) return startAgain(service, exchange, flow, session)
    const method = methodOf(body) ?? ''
    const outcome: Outcome = isMethod(method)
      ? await changes[method]({ service, exchange, session, flow, body })
      : { outcome: 'refused', messages: [message(4010004)] }
    return answer(service, exchange, { ...flow, payload: { ...flow.payload, active: method } }, outcome)
  }

const isMethod = (method: string): method is SettingsMethod => Object.hasOwn(changes, method)

/** Stores a new flow for the user who is signed in with this exchange. */
export const beginSettings = (
  service: Service,
  exchange: Exchange,
  identityId: string,
  payload: FlowPayload,
  tx?: Queryable
): Promise<Flow> =>
  storeFlow(
    service,
    {
      kind: 'settings',
      state: 'show_form',
      csrfHash: sha256(secretOf(service, exchange)),
      identityId,
      payload,
      context: newContext(service, identityId),
      lifeMs: service.config.lifetimes.otherFlowMs,
    },
    tx
  )

export const settingsPage = (exchange: Exchange, { id }: Flow) => pageOf(exchange, uiPaths.settings, { flow: id })

/**
 * The session of the user who may read this flow.
 * @throws {IdentityError} 401 without a session, 403 when the second factor is missing or the flow belongs to another
 * user.
 */
async function ownerOf(service: Service, exchange: Exchange, flowId: string | null): Promise<Session> {
  const session = await currentSession(service, exchange)
  if (!session) throw notSignedIn()
  const flow = await findFlow(service.db, 'settings', flowId)
  if (flow && flow.identityId !== session.identity.id) {
    throw new IdentityError(403, {
      id: 'security_identity_mismatch',
      reason: 'Another user has signed in in the meantime. Please open the settings again.',
    })
  }
  if (needsSecondFactor(service, session)) {
    throw aal2Required(exchange, flow ? settingsPage(exchange, flow) : pageOf(exchange, uiPaths.settings))
  }
  return session
}

async function startAgain(service: Service, exchange: Exchange, old: Flow, { identity }: Session): Promise<Response> {
  const why = expired(4050001, old.expiresAt)
  const next = await beginSettings(service, exchange, identity.id, renewedPayload(old, why))
  if (speaksJson(exchange)) throw expiredInFavourOf(service, old, next)
  return seeOther(settingsPage(exchange, next))
}

/** Shows the flow with the result of a change, or why it was refused. */
async function answer(service: Service, exchange: Exchange, flow: Flow, outcome: Outcome): Promise<Response> {
  const isSaved = outcome.outcome === 'saved'
  const next = await saveFlow(service, after(flow, outcome))
  const page = settingsPage(exchange, next)
  const target = (isSaved ? flow.payload.return_to : undefined) ?? page
  if (!speaksJson(exchange)) return seeOther(target)
  // The change may have replaced the identity's data and the session.
  const session = await currentSession(service, exchange)
  if (!session) throw notSignedIn()
  const body = await show(service, exchange, next, session)
  if (outcome.outcome === 'refused') return Response.json(body, { status: 400 })
  return json200({
    ...body,
    ...(outcome.outcome === 'saved' && {
      continue_with: [
        ...(outcome.verification ? [showVerification(exchange, outcome.verification)] : []),
        { action: 'redirect_browser_to', redirect_browser_to: target },
      ],
    }),
  })
}

/** The flow to store after a change. */
function after(flow: Flow, outcome: Outcome): Flow {
  if (outcome.outcome === 'refused') {
    const { messages = [], faults = {}, context = flow.context } = outcome
    return withFaults({ ...flow, state: 'show_form', context, payload: { ...flow.payload, messages } }, faults)
  }
  const isSaved = outcome.outcome === 'saved'
  const messages = isSaved ? [message(1050001)] : []
  const context = outcome.context ?? flow.context
  const state = isSaved ? 'success' : 'show_form'
  return withFaults({ ...flow, state, context, payload: { ...flow.payload, messages } }, {})
}

async function show(service: Service, exchange: Exchange, flow: Flow, session: Session) {
  const nodes = settingsNodes(
    csrfToken(service, exchange),
    await sectionsOf(service, service.db, exchange, flow, session)
  )
  return shownFlow(exchange, flow, nodes, { identity: identityBody(exchange, session.identity) })
}
