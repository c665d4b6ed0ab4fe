import type { Queryable } from '../../data/db/db'
import { sql } from '../../data/db/sql'
import { type FormBody, readTextField } from '../http/body'
import { type CodeOwner, issueCode } from '../credentials/codes'
import { queueMail } from '../mail/courier'
import { createCsrfToken, type Exchange, pageAddress, ensureCsrfSecret, seeOther, wantsJson } from '../http/exchange'
import { type FieldErrors, formatFlow, withFieldErrors } from './flow-responses'
import { saveFlow, storeFlow } from './flow-store'
import { sha256 } from '../keys'
import { countMail } from '../limits/attempts'
import type { Mail } from '../mail/mails'
import { type ProtocolMessage, createMessage } from './messages'
import { addressNodes, codeNodes } from './nodes'
import { missingFieldMessage, parseEmail } from '../accounts/traits'
import type { IdentityAddress, Flow, FlowPayload, IdentityService } from '../types'

// The common steps of recovery and verification: the user enters an address, receives a code there and types it in.

/** The differences between the two flows. */
export type CodeFlow = {
  kind: IdentityAddress['kind'] & Flow['kind']
  /** The path of the console page. */
  page: string
  sent: 1060003 | 1080003
  label: 1070010 | 1070011
  mail(parts: { code: string; minutes: number; flow: Flow; exchange: Exchange }): Mail
}

export const beginCodeFlow = (
  { kind }: CodeFlow,
  service: IdentityService,
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
      csrfHash: sha256(ensureCsrfSecret(service, exchange)),
      lifeMs: service.config.lifetimes.otherFlowMs,
    },
    tx
  )

/** A submitted step: an address to send a code to, a code to check, or invalid input. */
type CodeStep =
  | { step: 'send'; email: string }
  | { step: 'check'; code: string }
  | { step: 'refuse'; fieldErrors: FieldErrors }
  | { step: 'unknown' }

/** An invitation is for one account; its code is never sent to another address. */
export const isInvitation = ({ identityId }: Flow): boolean => identityId !== null

/** An address takes precedence over a code: "send again" may be pressed with a half-typed code. */
export function readCodeStep(body: FormBody, flow: Flow): CodeStep {
  const method = readTextField(body, 'method') ?? 'code'
  const email = readTextField(body, 'email') ?? ''
  const code = readTextField(body, 'code') ?? ''
  if (method !== 'code') return { step: 'unknown' }
  if (email !== '' && !isInvitation(flow)) {
    const parsed = parseEmail(email, 'email')
    return parsed.ok ? { step: 'send', email: parsed.value } : { step: 'refuse', fieldErrors: parsed.messages }
  }
  const required = flow.state === 'choose_method' ? 'email' : 'code'
  if (required === 'email' || code === '')
    return { step: 'refuse', fieldErrors: { [required]: missingFieldMessage(required) } }
  return { step: 'check', code }
}

const MINUTE_MS = 60_000

/**
 * Sends a code to an address, if an account has it. Work, response and counts are the same either way.
 * @throws {IdentityError} 429
 */
export async function sendCode(
  spec: CodeFlow,
  service: IdentityService,
  exchange: Exchange,
  flow: Flow,
  email: string
): Promise<Flow> {
  const owner = await ownerOf(service.db, spec.kind, email)
  countMail(service, exchange, { email, identityId: owner?.identityId ?? null })
  return service.db.transaction((tx) => sendCodeInTransaction(tx, spec, service, exchange, flow, email))
}

/** Sends a code within a transaction, without counting it against the limits. */
export async function sendCodeInTransaction(
  tx: Queryable,
  spec: CodeFlow,
  service: IdentityService,
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
  const payload = { ...flow.payload, active: 'code', identifier: email, messages: [createMessage(spec.sent)] }
  return saveFlow(service, { ...flow, state: 'sent_email', context: {}, payload }, tx)
}

/** The active account with this address. */
async function ownerOf(tx: Queryable, kind: IdentityAddress['kind'], email: string): Promise<CodeOwner | undefined> {
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
export function codeFlowNodes(
  { label }: CodeFlow,
  service: IdentityService,
  exchange: Exchange,
  flow: Flow,
  typed?: string
) {
  const token = createCsrfToken(service, exchange)
  const { identifier } = flow.payload
  if (flow.state === 'choose_method') return addressNodes(token, identifier)
  return codeNodes(token, label, isInvitation(flow) ? null : (identifier ?? null), typed)
}

export const codeFlowPage = ({ page }: CodeFlow, exchange: Exchange, { id }: Flow): string =>
  pageAddress(exchange, page, { flow: id })

type Refusal = { messages?: ProtocolMessage[]; fieldErrors?: FieldErrors; status: 200 | 400 }

/** Shows the form again with its errors. A wrong code has status 200, as in the protocol. */
export async function refuseCodeFlow(
  spec: CodeFlow,
  service: IdentityService,
  exchange: Exchange,
  flow: Flow,
  { messages = [], fieldErrors = {}, status }: Refusal
): Promise<Response> {
  const next = withFieldErrors({ ...flow, payload: { ...flow.payload, active: 'code', messages } }, fieldErrors)
  await saveFlow(service, next)
  if (!wantsJson(exchange)) return seeOther(codeFlowPage(spec, exchange, flow))
  return Response.json(formatFlow(exchange, next, codeFlowNodes(spec, service, exchange, next)), { status })
}
