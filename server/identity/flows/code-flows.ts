import type { Queryable } from '../../db/db'
import { sql } from '../../db/sql'
import { type Body, textOf } from '../http/body'
import { type CodeOwner, issueCode } from '../credentials/codes'
import { queueMail } from '../mail/courier'
import { csrfToken, type Exchange, pageOf, secretOf, seeOther, speaksJson } from '../http/exchange'
import { type Faults, shownFlow, withFaults } from './flow-answers'
import { saveFlow, storeFlow } from './flow-store'
import { sha256 } from '../keys'
import { countMail } from '../limits/tries'
import type { Mail } from '../mail/mails'
import { type Message, message } from './messages'
import { addressNodes, codeNodes } from './nodes'
import { missing, parseEmail } from '../accounts/traits'
import type { Address, Flow, FlowPayload, Service } from '../types'

// The common steps of recovery and verification: the user enters an address, receives a code there and types it in.

/** The differences between the two flows. */
export type CodeFlow = {
  kind: Address['kind'] & Flow['kind']
  /** The path of the console page. */
  page: string
  sent: 1060003 | 1080003
  label: 1070010 | 1070011
  mail(parts: { code: string; minutes: number; flow: Flow; exchange: Exchange }): Mail
}

export const beginCodeFlow = (
  { kind }: CodeFlow,
  service: Service,
  exchange: Exchange,
  payload: FlowPayload,
  tx: Queryable = service.db
): Promise<Flow> =>
  storeFlow(
    service,
    {
      kind,
      state: 'choose_method',
      payload,
      csrfHash: sha256(secretOf(service, exchange)),
      lifeMs: service.config.lifetimes.otherFlowMs,
    },
    tx
  )

/** A submitted step: an address to send a code to, a code to check, or invalid input. */
export type Step =
  | { step: 'send'; email: string }
  | { step: 'check'; code: string }
  | { step: 'refuse'; faults: Faults }
  | { step: 'unknown' }

/** An invitation is for one account; its code is never sent to another address. */
export const isInvitation = ({ identityId }: Flow): boolean => identityId !== null

/** An address takes precedence over a code: "send again" may be pressed with a half-typed code. */
export function readStep(body: Body, flow: Flow): Step {
  const method = textOf(body, 'method') ?? 'code'
  const email = textOf(body, 'email') ?? ''
  const code = textOf(body, 'code') ?? ''
  if (method !== 'code') return { step: 'unknown' }
  if (email !== '' && !isInvitation(flow)) {
    const parsed = parseEmail(email, 'email')
    return parsed.ok ? { step: 'send', email: parsed.value } : { step: 'refuse', faults: parsed.messages }
  }
  const required = flow.state === 'choose_method' ? 'email' : 'code'
  if (required === 'email' || code === '') return { step: 'refuse', faults: { [required]: missing(required) } }
  return { step: 'check', code }
}

const MINUTE_MS = 60_000

/**
 * Sends a code to an address, if an account has it. Work, response and counts are the same either way.
 * @throws {IdentityError} 429
 */
export async function sendCode(
  spec: CodeFlow,
  service: Service,
  exchange: Exchange,
  flow: Flow,
  email: string
): Promise<Flow> {
  const owner = await ownerOf(service.db, spec.kind, email)
  countMail(service, exchange, { email, identityId: owner?.identityId ?? null })
  return service.db.transaction((tx) => sendCodeIn(tx, spec, service, exchange, flow, email))
}

/** Sends a code within a transaction, without counting it against the limits. */
export async function sendCodeIn(
  tx: Queryable,
  spec: CodeFlow,
  service: Service,
  exchange: Exchange,
  flow: Flow,
  email: string
): Promise<Flow> {
  const lifetimeMs = service.config.lifetimes.codeMs
  const owner = await ownerOf(tx, spec.kind, email)
  const code = await issueCode(tx, service, { flowId: flow.id, owner, lifetimeMs })
  const mail = spec.mail({ code, minutes: Math.round(lifetimeMs / MINUTE_MS), flow, exchange })
  await queueMail(tx, service.now(), owner && email, mail)
  await tx.run(sql`
    update identity.addresses set status = 'sent', updated_at = ${service.now()}
    where kind = 'verification' and value = ${email} and status = 'pending' and ${spec.kind === 'verification'}`)
  const payload = { ...flow.payload, active: 'code', identifier: email, messages: [message(spec.sent)] }
  return saveFlow(service, { ...flow, state: 'sent_email', context: {}, payload }, tx)
}

/** The active account with this address. */
async function ownerOf(tx: Queryable, kind: Address['kind'], email: string): Promise<CodeOwner | undefined> {
  const [row] = await tx.query<{ id: string }>(sql`
    select i.id from identity.addresses a join identity.identities i on i.id = a.identity_id
    where a.kind = ${kind} and a.value = ${email} and i.state = 'active'`)
  return row && { identityId: row.id, address: email }
}

/** Reading the message proves ownership of the address. */
export const markVerified = (tx: Queryable, { identityId, address }: CodeOwner, at: Date): Promise<number> =>
  tx.run(sql`
    update identity.addresses
    set verified = true, status = 'completed', verified_at = coalesce(verified_at, ${at}), updated_at = ${at}
    where kind = 'verification' and identity_id = ${identityId} and value = ${address}`)

/** The form of this step. @param typed a code from a link. */
export function codeFlowNodes({ label }: CodeFlow, service: Service, exchange: Exchange, flow: Flow, typed?: string) {
  const token = csrfToken(service, exchange)
  const { identifier } = flow.payload
  if (flow.state === 'choose_method') return addressNodes(token, identifier)
  return codeNodes(token, label, isInvitation(flow) ? null : (identifier ?? null), typed)
}

export const pageOfFlow = ({ page }: CodeFlow, exchange: Exchange, { id }: Flow): string =>
  pageOf(exchange, page, { flow: id })

type Refusal = { messages?: Message[]; faults?: Faults; status: 200 | 400 }

/** Shows the form again with its errors. A wrong code has status 200, as in the protocol. */
export async function refuse(
  spec: CodeFlow,
  service: Service,
  exchange: Exchange,
  flow: Flow,
  { messages = [], faults = {}, status }: Refusal
): Promise<Response> {
  const next = withFaults({ ...flow, payload: { ...flow.payload, active: 'code', messages } }, faults)
  await saveFlow(service, next)
  if (!speaksJson(exchange)) return seeOther(pageOfFlow(spec, exchange, flow))
  return Response.json(shownFlow(exchange, next, codeFlowNodes(spec, service, exchange, next)), { status })
}
