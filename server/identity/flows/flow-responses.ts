import { IdentityError, malformedError } from '../http/errors'
import type { Exchange } from '../http/exchange'
import { flowBody } from './flow-store'
import type { ProtocolMessage } from './messages'
import { type FormNode, attachMessages } from './nodes'
import { readReturnTo } from '../http/return-to'
import type { Flow, FlowPayload } from '../types'

/** Errors of single fields, by input name. */
export type FieldErrors = Readonly<Record<string, ProtocolMessage>>

/**
 * The payload of a new flow, from the request that begins it.
 * @throws {IdentityError} 400 for a forbidden `return_to`, and for an OAuth2 sign-in of another service
 * (`login_challenge`).
 */
export function createPayload({ request, query, origin }: Exchange): FlowPayload {
  if (query.has('login_challenge')) {
    throw malformedError('OAuth2 sign-in for other services is not supported. Remove login_challenge.')
  }
  const { pathname, search } = new URL(request.url)
  const returnTo = readReturnTo(query.get('return_to'), origin)
  return { request_url: origin + pathname + search, ...(returnTo !== undefined && { return_to: returnTo }) }
}

/** The payload of a flow that replaces another, with a message that gives the reason. */
export const renewPayload = ({ payload }: Flow, why: ProtocolMessage): FlowPayload => ({
  request_url: payload.request_url,
  ...(payload.return_to !== undefined && { return_to: payload.return_to }),
  messages: [why],
})

/** Errors are stored with the flow, so that a browser that follows redirects shows them on the next page. */
export const withFieldErrors = (flow: Flow, fieldErrors: FieldErrors): Flow => ({
  ...flow,
  context: { ...flow.context, fieldErrors },
})

/** The response body of a flow, with each error at its field. */
export function formatFlow(exchange: Exchange, flow: Flow, nodes: readonly FormNode[], more: object = {}) {
  const fieldErrors = (flow.context['fieldErrors'] ?? {}) as FieldErrors
  const placed = attachMessages(nodes, fieldErrors)
  const messages = [...(flow.payload.messages ?? []), ...placed.others]
  return flowBody(exchange, { ...flow, payload: { ...flow.payload, messages } }, placed.nodes, more)
}

export const alreadySignedInError = () =>
  new IdentityError(400, { id: 'session_already_available', reason: 'You are signed in already.' })
