import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Queryable } from '../../data/db/db'
import { toJsonText, sql } from '../../data/db/sql'
import { type FormBody, decodeBody, readTextField } from '../http/body'
import { verifyCsrfToken } from '../http/csrf'
import { csrfViolation, IdentityError, malformedError, unknownFlowError } from '../http/errors'
import { endpointAddress, type Exchange, ensureCsrfSecret } from '../http/exchange'
import { isEqualInConstantTime, sha256 } from '../keys'
import type { FormNode } from './nodes'
import type { Flow, FlowKind, FlowPayload, IdentityService } from '../types'

type NewFlow = {
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
export async function storeFlow(
  service: IdentityService,
  beginning: NewFlow,
  tx: Queryable = service.db
): Promise<Flow> {
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
      ${flow.id}, ${flow.kind}, ${flow.state}, ${flow.csrfHash}, ${identityId}, ${toJsonText(flow.payload)},
      ${toJsonText(context)}, ${issuedAt}, ${expiresAt}, ${issuedAt}
    )`)
  return flow
}

/** Stores a new flow for the requesting browser. */
export const beginFlow = (
  service: IdentityService,
  exchange: Exchange,
  beginning: Omit<NewFlow, 'csrfHash'>
): Promise<Flow> => storeFlow(service, { ...beginning, csrfHash: sha256(ensureCsrfSecret(service, exchange)) })

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
export async function saveFlow(service: IdentityService, flow: Flow, tx: Queryable = service.db): Promise<Flow> {
  const updatedAt = service.now()
  await tx.run(sql`
    update identity.flows set state = ${flow.state}, payload = ${toJsonText(flow.payload)}, context = ${toJsonText(flow.context)},
      identity_id = ${flow.identityId}, csrf_hash = ${flow.csrfHash}, updated_at = ${updatedAt}
    where id = ${flow.id}`)
  return { ...flow, updatedAt }
}

export const removeFlow = (tx: Queryable, { id }: Flow): Promise<number> =>
  tx.run(sql`delete from identity.flows where id = ${id}`)

/** Whether the flow belongs to the requesting browser. */
const isFlowOwner = (flow: Flow, { secret }: Exchange): boolean =>
  secret !== undefined && flow.csrfHash !== null && isEqualInConstantTime(sha256(secret), flow.csrfHash)

const isOver = (flow: Flow, { now }: IdentityService) => flow.expiresAt <= now()

/** Reads a flow for the requesting browser. An invitation is bound to the first browser that opens it. */
export async function readFlow(service: IdentityService, exchange: Exchange, kind: FlowKind): Promise<Flow> {
  const flow = await findFlow(service.db, kind, exchange.query.get('id'))
  if (!flow) throw unknownFlowError()
  const mine = flow.csrfHash === null && !isOver(flow, service) ? await bind(service, exchange, flow) : flow
  if (!isFlowOwner(mine, exchange)) throw csrfViolation()
  if (isOver(mine, service)) throw expiredForGood(service, exchange, mine)
  return mine
}

async function bind(service: IdentityService, exchange: Exchange, flow: Flow): Promise<Flow> {
  const csrfHash = sha256(ensureCsrfSecret(service, exchange))
  const isFirst = await service.db.run(
    sql`update identity.flows set csrf_hash = ${csrfHash} where id = ${flow.id} and csrf_hash is null`
  )
  return isFirst ? { ...flow, csrfHash } : flow
}

/** Login and registration return an error id and the address to begin again; the other kinds do not. */
function expiredForGood(
  { now }: IdentityService,
  exchange: Exchange,
  { kind, expiresAt, payload }: Flow
): IdentityError {
  const isNamed = kind === 'login' || kind === 'registration'
  return new IdentityError(410, {
    reason: 'The form was open for too long. Please start again.',
    ...(isNamed && {
      id: 'self_service_flow_expired',
      details: {
        redirect_to: endpointAddress(exchange, `/self-service/${kind}/browser`, { return_to: payload.return_to }),
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
export const flowReplacedError = ({ now }: IdentityService, old: Flow, next: Flow): IdentityError =>
  new IdentityError(410, {
    id: 'self_service_flow_expired',
    reason: 'The form was open for too long. Please use the new one.',
    use_flow_id: next.id,
    ...overSince(now(), old.expiresAt),
  })

export type FlowSubmission = { flow: Flow; body: FormBody; isExpired: boolean }

/**
 * Reads a submitted flow: sent by the browser that it belongs to, with the token of its form. The caller handles expiry
 * by beginning a new flow.
 * @throws {IdentityError} 400 without `flow`, 403 from another browser, 404, and the errors of an invalid body.
 */
export async function readSubmission(
  service: IdentityService,
  exchange: Exchange,
  kind: FlowKind
): Promise<FlowSubmission> {
  const id = exchange.query.get('flow')
  if (id === null) throw malformedError('The address must name the flow (flow=).')
  const body = await decodeBody(exchange.request)
  const flow = await findFlow(service.db, kind, id)
  const token = readTextField(body, 'csrf_token') ?? exchange.request.headers.get('X-CSRF-Token') ?? ''
  if (exchange.secret === undefined || !verifyCsrfToken(exchange.secret, token)) throw csrfViolation()
  if (!flow) throw unknownFlowError()
  if (!isFlowOwner(flow, exchange)) throw csrfViolation()
  return { flow, body, isExpired: isOver(flow, service) }
}

/** The response body of a flow. */
export function flowBody(exchange: Exchange, flow: Flow, nodes: readonly FormNode[], more: object = {}) {
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
      action: endpointAddress(exchange, `/self-service/${kind}`, { flow: flow.id }),
      method: 'POST',
      nodes,
      ...(messages.length > 0 && { messages }),
    },
    state: flow.state,
    ...more,
  }
}
