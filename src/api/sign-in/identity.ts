import { z } from 'zod/mini'
import { type ApiResponse, ApiError, sendRaw, type QueryParams } from '../http'
import {
  type ContinueWith,
  continueWithSchema,
  type Flow,
  flowSchema,
  type FlowKind,
  orUndefined,
  type FlowScalar,
} from './flow'
import { IDENTITY_PATH, readErrorMessage, UNEXPECTED_RESPONSE } from './session'

/** The result of creating, reading or submitting a flow. `message` is displayed. */
export type FlowResult =
  /** A flow to show: new, rejected, or one step further. Its id may differ from the requested id. */
  | { is: 'flow'; flow: Flow }
  /** Signed in, or signed up. */
  | { is: 'done'; continueWith: ContinueWith; hasSession: boolean }
  | { is: 'signedIn' }
  | { is: 'signedOut' }
  | { is: 'secondFactor'; redirectTo: string | undefined }
  | { is: 'refresh' }
  | { is: 'verifyAddress'; message: string }
  /** Expired or unknown; `next` is the id of the flow to continue with. */
  | { is: 'expired'; next: string | undefined }
  | { is: 'replaced'; next: string | undefined }
  | { is: 'unknown' }
  | { is: 'returnForbidden' }
  | { is: 'disabled'; message: string }
  | { is: 'forged' }
  | { is: 'otherIdentity' }
  | { is: 'leave'; to: string }
  | { is: 'limited'; seconds: number | undefined; message: string }
  | { is: 'refused'; status: number; message: string }
  /** The service failed, or a hook of the backend refused: the service reports both in the same way. */
  | { is: 'failed'; message: string }
  | { is: 'unreachable'; message: string }

const text = orUndefined(z.string())
const refusal = z.object({
  error: orUndefined(
    z.object({
      id: text,
      details: orUndefined(z.object({ redirect_browser_to: text, continue_with: continueWithSchema })),
    })
  ),
  redirect_browser_to: text,
  use_flow_id: text,
})

const success = z.object({ session: z.catch(z.nullish(z.object({})), undefined), continue_with: continueWithSchema })

/** Interprets a response by its status and error id, never by its message. */
export function readFlowResult({ status, data, headers }: ApiResponse): FlowResult {
  // Errors also have the status 400, so only a valid flow counts as a flow.
  const shown = status === 200 || status === 400 ? flowSchema.safeParse(data).data : undefined
  if (shown) return { is: 'flow', flow: shown }
  if (status === 200) {
    const done = success.safeParse(data).data
    return done
      ? { is: 'done', continueWith: done.continue_with, hasSession: Boolean(done.session) }
      : { is: 'unreachable', message: UNEXPECTED_RESPONSE }
  }
  const { error, redirect_browser_to, use_flow_id } = refusal.safeParse(data).data ?? {}
  const to = redirect_browser_to ?? error?.details?.redirect_browser_to
  const message = readErrorMessage({ status, data })
  switch (error?.id) {
    case 'session_inactive':
    case 'session_aal1_required':
      return { is: 'signedOut' }
    case 'session_aal2_required':
      return { is: 'secondFactor', redirectTo: to }
    case 'session_aal_already_fulfilled':
    case 'session_already_available':
      return { is: 'signedIn' }
    case 'session_refresh_required':
      return { is: 'refresh' }
    case 'session_verified_address_required':
      return { is: 'verifyAddress', message }
    case 'self_service_flow_expired':
      return { is: 'expired', next: use_flow_id }
    case 'self_service_flow_replaced':
      return { is: 'replaced', next: use_flow_id }
    case 'self_service_flow_return_to_forbidden':
      return { is: 'returnForbidden' }
    case 'self_service_flow_disabled':
      return { is: 'disabled', message }
    case 'security_csrf_violation':
      return { is: 'forged' }
    case 'security_identity_mismatch':
      return { is: 'otherIdentity' }
  }
  const recovery = error?.details?.continue_with.find(({ action }) => action === 'show_recovery_ui')?.flow?.id
  if (recovery !== undefined) return { is: 'replaced', next: recovery }
  if (status === 422 && to !== undefined) return { is: 'leave', to }
  if (status === 401) return { is: 'signedOut' }
  if (status === 404) return { is: 'unknown' }
  if (status === 410) return { is: 'expired', next: use_flow_id }
  if (status === 429) return { is: 'limited', seconds: readRetryAfter(headers), message }
  if (status === 500 && error) return { is: 'failed', message }
  return status >= 500 ? { is: 'unreachable', message } : { is: 'refused', status, message }
}

function readRetryAfter(headers: Headers | undefined): number | undefined {
  const seconds = Number(headers?.get('Retry-After') ?? Number.NaN)
  return Number.isFinite(seconds) && seconds >= 0 ? Math.ceil(seconds) : undefined
}

async function read(request: Parameters<typeof sendRaw>[0]): Promise<FlowResult> {
  try {
    return readFlowResult(await sendRaw(request))
  } catch (error) {
    // There is no response, so the request can be retried.
    if (error instanceof ApiError) return { is: 'unreachable', message: error.message }
    throw error
  }
}

/** @param query such as `refresh`, `aal` and `return_to` */
export const createFlow = (kind: FlowKind, query: QueryParams, signal?: AbortSignal) =>
  read({ path: `${IDENTITY_PATH}/self-service/${kind}/browser`, query, signal })

export const getFlow = (kind: FlowKind, id: string, signal?: AbortSignal) =>
  read({ path: `${IDENTITY_PATH}/self-service/${kind}/flows`, query: [['id', id]], signal })

/**
 * @param body keyed by the names of the inputs of the flow, including dots
 * @param invite the id of the invitation that the flow accepts
 */
export const submitFlow = (
  kind: FlowKind,
  id: string,
  body: Readonly<Record<string, FlowScalar>>,
  invite?: string | undefined
) =>
  read({
    method: 'post',
    path: `${IDENTITY_PATH}/self-service/${kind}`,
    query: [['flow', id]],
    body: invite === undefined ? body : { ...body, transient_payload: { invite } },
  })

export type StoredError =
  | { is: 'error'; code: number | undefined; message: string; reason: string | undefined }
  /** Missing, expired, or belongs to another user. */
  | { is: 'gone' }
  | { is: 'unreachable'; message: string }

const stored = z.object({
  error: z.object({ code: orUndefined(z.number()), message: text, reason: text }),
})

/** The error that redirected the browser back to the console. */
export async function getStoredError(id: string, signal?: AbortSignal): Promise<StoredError> {
  try {
    const answer = await sendRaw({ path: `${IDENTITY_PATH}/self-service/errors`, query: [['id', id]], signal })
    if ([403, 404, 410].includes(answer.status)) return { is: 'gone' }
    const found = answer.status === 200 ? stored.safeParse(answer.data).data?.error : undefined
    if (!found) return { is: 'unreachable', message: readErrorMessage(answer) }
    return { is: 'error', code: found.code, message: found.message ?? '', reason: found.reason }
  } catch (error) {
    if (error instanceof ApiError) return { is: 'unreachable', message: error.message }
    throw error
  }
}
