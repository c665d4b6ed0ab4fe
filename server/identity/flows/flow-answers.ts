import { IdentityError, malformed } from '../http/errors'
import type { Exchange } from '../http/exchange'
import { flowBody } from './flow-store'
import type { Message } from './messages'
import { type Node, withMessages } from './nodes'
import { readReturnTo } from '../http/return-to'
import type { Flow, FlowPayload } from '../types'

/** What is wrong with single fields, by the name of the input. */
export type Faults = Readonly<Record<string, Message>>

/**
 * What a flow remembers of the request that begins it.
 * @throws {IdentityError} 400 for a forbidden `return_to`, and for another service's sign-in that would go on after it.
 */
export function newPayload({ request, query, origin }: Exchange): FlowPayload {
  if (query.has('login_challenge')) {
    throw malformed('Signing in to other services by OAuth2 is not offered here: leave out login_challenge.')
  }
  const { pathname, search } = new URL(request.url)
  const returnTo = readReturnTo(query.get('return_to'), origin)
  return { request_url: origin + pathname + search, ...(returnTo !== undefined && { return_to: returnTo }) }
}

/** The beginning of a flow that takes the place of another: with a message that says why. */
export const renewedPayload = ({ payload }: Flow, why: Message): FlowPayload => ({
  request_url: payload.request_url,
  ...(payload.return_to !== undefined && { return_to: payload.return_to }),
  messages: [why],
})

/** Faults are kept with the flow, so that a browser that follows links finds them on the next page. */
export const withFaults = (flow: Flow, faults: Faults): Flow => ({ ...flow, context: { ...flow.context, faults } })

/** A flow as a browser gets it, each fault at its field. */
export function shownFlow(exchange: Exchange, flow: Flow, nodes: readonly Node[], more: object = {}) {
  const faults = (flow.context['faults'] ?? {}) as Faults
  const placed = withMessages(nodes, faults)
  const messages = [...(flow.payload.messages ?? []), ...placed.others]
  return flowBody(exchange, { ...flow, payload: { ...flow.payload, messages } }, placed.nodes, more)
}

export const alreadySignedIn = () =>
  new IdentityError(400, { id: 'session_already_available', reason: 'You are signed in already.' })
