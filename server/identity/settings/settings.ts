import type { Queryable } from '../../data/db/db'
import { uiPaths } from '../config'
import { IdentityError, notSignedInError, sessionInactiveError } from '../http/errors'
import {
  type ExchangeHandler,
  wantsJsonFlow,
  createCsrfToken,
  type Exchange,
  jsonOk,
  pageAddress,
  ensureCsrfSecret,
  seeOther,
  wantsJson,
} from '../http/exchange'
import { renewPayload, createPayload, formatFlow, withFieldErrors } from '../flows/flow-responses'
import { flowReplacedError, findFlow, readFlow, saveFlow, storeFlow, readSubmission } from '../flows/flow-store'
import { identityBody } from '../accounts/identities'
import { sha256 } from '../keys'
import { expiredMessage, createMessage } from '../flows/messages'
import { settingsNodes } from '../flows/nodes'
import { aal2RequiredError, readExchangeSession, needsSecondFactor } from '../sessions/sessions'
import type { SettingsOutcome } from './submission'
import { settingsHandlers, readSettingsMethod, type SettingsMethod } from './methods'
import { createSettingsContext, readSettingsSections } from './sections'
import type { Flow, FlowPayload, IdentityService, Session } from '../types'
import { showVerification } from '../flows/verification'
import { countForm } from '../limits/attempts'

/** `GET /self-service/settings/browser` */
export const createSettings =
  (service: IdentityService): ExchangeHandler =>
  async (exchange) => {
    await countForm(service, exchange)
    const session = await readExchangeSession(service, exchange)
    if (!session) throw sessionInactiveError()
    const payload = createPayload(exchange)
    if (needsSecondFactor(service, session)) {
      throw aal2RequiredError(exchange, payload.return_to ?? pageAddress(exchange, uiPaths.settings))
    }
    const flow = await beginSettings(service, exchange, session.identity.id, payload)
    if (!wantsJsonFlow(exchange)) return seeOther(settingsPage(exchange, flow))
    return jsonOk(await show(service, exchange, flow, session))
  }

/** `GET /self-service/settings/flows` */
export const getSettings =
  (service: IdentityService): ExchangeHandler =>
  async (exchange) => {
    const session = await ownerOf(service, exchange, exchange.query.get('id'))
    return jsonOk(await show(service, exchange, await readFlow(service, exchange, 'settings'), session))
  }

/** `POST /self-service/settings` */
export const submitSettings =
  (service: IdentityService): ExchangeHandler =>
  async (exchange) => {
    const session = await ownerOf(service, exchange, exchange.query.get('flow'))
    const { flow, body, isExpired } = await readSubmission(service, exchange, 'settings')
    if (isExpired) return startAgain(service, exchange, flow, session)
    const method = readSettingsMethod(body) ?? ''
    const outcome: SettingsOutcome = isMethod(method)
      ? await settingsHandlers[method]({ service, exchange, session, flow, body })
      : { outcome: 'refused', messages: [createMessage(4010004)] }
    return answer(service, exchange, { ...flow, payload: { ...flow.payload, active: method } }, outcome)
  }

const isMethod = (method: string): method is SettingsMethod => Object.hasOwn(settingsHandlers, method)

/** Stores a new flow for the user who is signed in with this exchange. */
export const beginSettings = (
  service: IdentityService,
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
      csrfHash: sha256(ensureCsrfSecret(service, exchange)),
      identityId,
      payload,
      context: createSettingsContext(service, identityId),
      lifeMs: service.config.lifetimes.otherFlowMs,
    },
    tx
  )

export const settingsPage = (exchange: Exchange, { id }: Flow) => pageAddress(exchange, uiPaths.settings, { flow: id })

/**
 * The session of the user who may read this flow.
 * @throws {IdentityError} 401 without a session, 403 when the second factor is missing or the flow belongs to another
 * user.
 */
async function ownerOf(service: IdentityService, exchange: Exchange, flowId: string | null): Promise<Session> {
  const session = await readExchangeSession(service, exchange)
  if (!session) throw notSignedInError()
  const flow = await findFlow(service.db, 'settings', flowId)
  if (flow && flow.identityId !== session.identity.id) {
    throw new IdentityError(403, {
      id: 'security_identity_mismatch',
      reason: 'Another user has signed in in the meantime. Please open the settings again.',
    })
  }
  if (needsSecondFactor(service, session)) {
    throw aal2RequiredError(exchange, flow ? settingsPage(exchange, flow) : pageAddress(exchange, uiPaths.settings))
  }
  return session
}

async function startAgain(
  service: IdentityService,
  exchange: Exchange,
  old: Flow,
  { identity }: Session
): Promise<Response> {
  const why = expiredMessage(4050001, old.expiresAt)
  const next = await beginSettings(service, exchange, identity.id, renewPayload(old, why))
  if (wantsJson(exchange)) throw flowReplacedError(service, old, next)
  return seeOther(settingsPage(exchange, next))
}

/** Shows the flow with the result of a change, or why it was refused. */
async function answer(
  service: IdentityService,
  exchange: Exchange,
  flow: Flow,
  outcome: SettingsOutcome
): Promise<Response> {
  const isSaved = outcome.outcome === 'saved'
  const next = await saveFlow(service, after(flow, outcome))
  const page = settingsPage(exchange, next)
  const target = (isSaved ? flow.payload.return_to : undefined) ?? page
  if (!wantsJson(exchange)) return seeOther(target)
  // The change may have replaced the identity's data and the session.
  const session = await readExchangeSession(service, exchange)
  if (!session) throw notSignedInError()
  const body = await show(service, exchange, next, session)
  if (outcome.outcome === 'refused') return Response.json(body, { status: 400 })
  return jsonOk({
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
function after(flow: Flow, outcome: SettingsOutcome): Flow {
  if (outcome.outcome === 'refused') {
    const { messages = [], fieldErrors = {}, context = flow.context } = outcome
    return withFieldErrors(
      { ...flow, state: 'show_form', context, payload: { ...flow.payload, messages } },
      fieldErrors
    )
  }
  const isSaved = outcome.outcome === 'saved'
  const messages = isSaved ? [createMessage(1050001)] : []
  const context = outcome.context ?? flow.context
  const state = isSaved ? 'success' : 'show_form'
  return withFieldErrors({ ...flow, state, context, payload: { ...flow.payload, messages } }, {})
}

async function show(service: IdentityService, exchange: Exchange, flow: Flow, session: Session) {
  const nodes = settingsNodes(
    createCsrfToken(service, exchange),
    await readSettingsSections(service, service.db, exchange, flow, session)
  )
  return formatFlow(exchange, flow, nodes, { identity: identityBody(exchange, session.identity) })
}
