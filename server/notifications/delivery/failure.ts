import { DatabaseUnavailableError, type Queryable } from '../../data/db/db'
import { redactSecrets } from '../../platform/outside/redaction'
import type { Rule } from '../rules/rule'
import { isTest } from '../send-row'
import { type ClaimedSend, changeSend, type SendChange } from './claim'

const MOST_ATTEMPTS = 4
const FIRST_WAIT_MS = 30_000
/** Of what a service may ask for. */
const LONGEST_WAIT_MS = 3_600_000
const MOST_CHARACTERS = 2000

/** Stores a failed attempt: another one follows, or the fallback recipient, or the message has failed. */
export async function retryOrGiveUp(
  db: Queryable,
  send: ClaimedSend,
  rule: Rule,
  failure: unknown,
  now: Date
): Promise<void> {
  // The lease ends later, and another attempt follows.
  if (failure instanceof DatabaseUnavailableError) throw failure
  await changeSend(db, send, decideNext(send, rule, failure, now))
}

function decideNext(send: ClaimedSend, rule: Rule, failure: unknown, now: Date): SendChange {
  const error = describe(failure)
  const after = (ms: number) => new Date(now.getTime() + ms)
  // The user who asked for a test learns of the first failure.
  if (isTest(send.payload)) return { status: 'error', error, notBefore: null }
  const { isPermanent, retryAfterMs = 0 } = adviceOf(failure)
  if (!isPermanent && send.retries + 1 < MOST_ATTEMPTS) {
    const waitMs = Math.min(Math.max(FIRST_WAIT_MS * 4 ** send.retries, retryAfterMs), LONGEST_WAIT_MS)
    const status = send.status === 'attempting_fallback' ? send.status : 'pending'
    return { status, error, retries: send.retries + 1, notBefore: after(waitMs) }
  }
  if (send.status === 'attempting_fallback' || !rule.fallback) return { status: 'error', error, notBefore: null }
  const { recipient, delayMs } = rule.fallback
  return {
    status: 'attempting_fallback',
    error,
    retries: 0,
    notBefore: after(delayMs),
    recipient: {
      personId: recipient.kind === 'person' ? recipient.id : null,
      teamId: recipient.kind === 'team' ? recipient.id : null,
      connectionId: null,
    },
  }
}

function describe(failure: unknown): string {
  const text = failure instanceof Error ? failure.message : String(failure)
  return redactSecrets(text || 'The message could not be sent.')
    .replaceAll('\0', '')
    .slice(0, MOST_CHARACTERS)
}

/** Senders say whether and when another attempt is of use. A rule or its recipient has to be changed first. */
function adviceOf(failure: unknown): { isPermanent: boolean; retryAfterMs?: number } {
  const { isPermanent, retryAfterMs } = failure as { isPermanent?: unknown; retryAfterMs?: unknown }
  return {
    isPermanent: isPermanent === true || (failure instanceof Error && failure.name === 'RuleError'),
    ...(typeof retryAfterMs === 'number' && Number.isFinite(retryAfterMs) && { retryAfterMs }),
  }
}
