import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Queryable } from '../../db/db'
import { json, sql } from '../../db/sql'
import { type Body, decodeBody, textOf } from '../http/body'
import { isTokenOf } from '../http/csrf'
import { csrfViolation, IdentityError, malformed, unknownFlow } from '../http/errors'
import { endpoint, type Exchange, secretOf } from '../http/exchange'
import { isEqualInConstantTime, sha256 } from '../keys'
import type { Node } from './nodes'
import type { Flow, FlowKind, FlowPayload, Service } from '../types'

type Beginning = {
  kind: FlowKind
  state: string
  payload: FlowPayload
  context?: Flow['context']
  identityId?: string
  /** Null for an invitation, which belongs to the first browser that opens it. */
  csrfHash: string | null
  lifeMs: number
}

/** Stores a new flow. */
export async function storeFlow(service: Service, beginning: Beginning, tx: Queryable = service.db): Promise<Flow> {
  const { lifeMs, context = {}, identityId = null, ...rest } = beginning
  const issuedAt = service.now()
  const expiresAt = new Date(issuedAt.getTime() + lifeMs)
  const flow = {
    ...rest,
    id: randomUUID(),
    context,
    identityId,
    submitCount: 0,
    issuedAt,
    expiresAt,
    updatedAt: issuedAt,
  }
  await tx.run(sql`
    insert into identity.flows
      (id, kind, state, csrf_hash, identity_id, payload, context, issued_at, expires_at, updated_at)
    values (
      ${flow.id}, ${flow.kind}, ${flow.state}, ${flow.csrfHash}, ${identityId}, ${json(flow.payload)},
      ${json(context)}, ${issuedAt}, ${expiresAt}, ${issuedAt}
    )`)
  return flow
}

/** Stores a new flow for the requesting browser. */
export const beginFlow = (
  service: Service,
  exchange: Exchange,
  beginning: Omit<Beginning, 'csrfHash'>
): Promise<Flow> => storeFlow(service, { ...beginning, csrfHash: sha256(secretOf(service, exchange)) })

const uuid = z.uuid()

/** @param id unvalidated input. @returns undefined when there is no flow of this kind with this id. */
export async function findFlow(tx: Queryable, kind: FlowKind, id: string | null): Promise<Flow | undefined> {
  if (!uuid.safeParse(id).success) return undefined
  const [flow] = await tx.query<Flow>(sql`
    select id, kind, state, csrf_hash as "csrfHash", identity_id as "identityId", payload, context,
      submit_count as "submitCount", issued_at as "issuedAt", expires_at as "expiresAt", updated_at as "updatedAt"
    from identity.flows where id = ${id} and kind = ${kind}`)
  return flow
}

/** Stores the changes of a flow, except its count of guesses. */
export async function saveFlow(service: Service, flow: Flow, tx: Queryable = service.db): Promise<Flow> {
  const updatedAt = service.now()
  await tx.run(sql`
    update identity.flows set state = ${flow.state}, payload = ${json(flow.payload)}, context = ${json(flow.context)},
      identity_id = ${flow.identityId}, csrf_hash = ${flow.csrfHash}, updated_at = ${updatedAt}
    where id = ${flow.id}`)
  return { ...flow, updatedAt }
}

export const removeFlow = (tx: Queryable, { id }: Flow): Promise<number> =>
  tx.run(sql`delete from identity.flows where id = ${id}`)

/** Whether the flow belongs to the requesting browser. */
export const belongsTo = (flow: Flow, { secret }: Exchange): boolean =>
  secret !== undefined && flow.csrfHash !== null && isEqualInConstantTime(sha256(secret), flow.csrfHash)

const isOver = (flow: Flow, { now }: Service) => flow.expiresAt <= now()

/** Reads a flow for the requesting browser. An invitation is bound to the first browser that opens it. */
export async function openFlow(service: Service, exchange: Exchange, kind: FlowKind): Promise<Flow> {
  const flow = await findFlow(service.db, kind, exchange.query.get('id'))
  if (!flow) throw unknownFlow()
  const mine = flow.csrfHash === null && !isOver(flow, service) ? await bind(service, exchange, flow) : flow
  if (!belongsTo(mine, exchange)) throw csrfViolation()
  if (isOver(mine, service)) throw expiredForGood(service, exchange, mine)
  return mine
}

async function bind(service: Service, exchange: Exchange, flow: Flow): Promise<Flow> {
  const csrfHash = sha256(secretOf(service, exchange))
  const isFirst = await service.db.run(
    sql`update identity.flows set csrf_hash = ${csrfHash} where id = ${flow.id} and csrf_hash is null`
  )
  return isFirst ? { ...flow, csrfHash } : flow
}

/** Login and registration return an error id and the address to begin again; the other kinds do not. */
function expiredForGood({ now }: Service, exchange: Exchange, { kind, expiresAt, payload }: Flow): IdentityError {
  const isNamed = kind === 'login' || kind === 'registration'
  return new IdentityError(410, {
    reason: 'The form was open for too long. Please start again.',
    ...(isNamed && {
      id: 'self_service_flow_expired',
      details: {
        redirect_to: endpoint(exchange, `/self-service/${kind}/browser`, { return_to: payload.return_to }),
        ...(payload.return_to && { return_to: payload.return_to }),
      },
    }),
    ...overSince(now(), expiresAt),
  })
}

const overSince = (now: Date, expiresAt: Date) => ({
  expired_at: expiresAt.toISOString(),
  since: (now.getTime() - expiresAt.getTime()) * 1_000_000,
})

/** The error for an expired flow that was submitted and has been replaced by another. */
export const expiredInFavourOf = ({ now }: Service, old: Flow, next: Flow): IdentityError =>
  new IdentityError(410, {
    id: 'self_service_flow_expired',
    reason: 'The form was open for too long. Please use the new one.',
    use_flow_id: next.id,
    ...overSince(now(), old.expiresAt),
  })

export type Submission = { flow: Flow; body: Body; isExpired: boolean }

/**
 * Reads a submitted flow: sent by the browser that it belongs to, with the token of its form. The caller handles expiry
 * by beginning a new flow.
 * @throws {IdentityError} 400 without `flow`, 403 from another browser, 404, and the errors of an invalid body.
 */
export async function submittedFlow(service: Service, exchange: Exchange, kind: FlowKind): Promise<Submission> {
  const id = exchange.query.get('flow')
  if (id === null) throw malformed('The address must name the flow (flow=).')
  const body = await decodeBody(exchange.request)
  const flow = await findFlow(service.db, kind, id)
  const token = textOf(body, 'csrf_token') ?? exchange.request.headers.get('X-CSRF-Token') ?? ''
  if (exchange.secret === undefined || !isTokenOf(exchange.secret, token)) throw csrfViolation()
  if (!flow) throw unknownFlow()
  if (!belongsTo(flow, exchange)) throw csrfViolation()
  return { flow, body, isExpired: isOver(flow, service) }
}

/** The response body of a flow. */
export function flowBody(exchange: Exchange, flow: Flow, nodes: readonly Node[], more: object = {}) {
  const { payload, kind } = flow
  const { messages = [] } = payload
  return {
    id: flow.id,
    type: 'browser',
    expires_at: flow.expiresAt.toISOString(),
    issued_at: flow.issuedAt.toISOString(),
    request_url: payload.request_url,
    ...(payload.return_to !== undefined && { return_to: payload.return_to }),
    ...(payload.active !== undefined && { active: payload.active }),
    ui: {
      action: endpoint(exchange, `/self-service/${kind}`, { flow: flow.id }),
      method: 'POST',
      nodes,
      ...(messages.length > 0 && { messages }),
    },
    state: flow.state,
    ...more,
  }
}
