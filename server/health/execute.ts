import { setTimeout as setTimer } from 'node:timers/promises'
import { formatGoDuration } from '../../src/shared/duration'
import { settleAll } from '../../src/shared/pool'
import { evaluateFor } from '../platform/expression/evaluator'
import { formatError, stripPassword } from '../platform/outside/error-text'
import { describeNetworkError } from '../platform/outside/network-errors'
import { redactAndClip, traceRequests, type TraceStep, withRedaction } from '../platform/outside/redaction'
import type { Checker, CheckerTools } from './checkers/checker'
import { omitEmptyMembers } from './checkers/fields'
import { checkers } from './checkers/index'
import { ConnectionError, withConnection } from '../platform/outside/resolve-connection'
import { applyExpressions, type CheckExpressions, parseExpressions } from './expressions'
import { mergeOutcomes, listSpecs } from './merged-checks'
import { findUnsupported, findUnsupportedReason } from './members'
import { redactOutcome, type CheckFinding, type CheckRule, MAX_MESSAGE_LENGTH, type CheckOutcome } from './outcome'
import { fillTemplates } from './templates'
import { nextAttemptDelay, readRetryPolicy, type RetryPolicy } from './retries'

/** canary-checker's own default for most types. */
const DEFAULT_TIMEOUT_MS = 10_000
/** An upper bound, so that no spec can occupy a slot forever. */
const LONGEST_TIMEOUT_MS = 10 * 60_000

export type RunnableCheck = {
  type: string
  spec: unknown
  /** Why the settings of its canary prevent the run, as a sentence. */
  heldBack?: string | undefined
  /** The `env` of its canary, for templates. */
  env?: unknown
  /** Absent for a draft. */
  canaryId?: string
  /** The namespace in which the names of its connections are resolved first. */
  namespace?: string | null | undefined
}

/**
 * Returns why this backend does not run a check, as a sentence for users; undefined when it runs the check. An
 * unsupported type or member could make the verdict wrong, so such a check gets none.
 */
export function findNotRunReason(
  { type, spec, heldBack, env }: RunnableCheck,
  tools: CheckerTools
): string | undefined {
  if (heldBack !== undefined) return heldBack
  const checker = checkers.get(type)
  const unavailable = checker?.unavailable?.(tools)
  if (unavailable !== undefined) return unavailable
  const reason = checker
    ? listSpecs(type, spec)
        .map((one) => findSpecReason(type, one, env))
        .find((one) => one !== undefined)
    : `${type} checks need a Mission Control backend`
  return reason === undefined ? undefined : notHere(reason)
}

const notHere = (reason: string) => `not run by the embedded backend: ${reason}`

function findSpecReason(type: string, written: unknown, env: unknown): string | undefined {
  const filled = fillTemplates(type, written, env)
  return 'reason' in filled ? filled.reason : findUnsupportedReason(type, filled.spec)
}

/**
 * Runs one check. Never throws: every failure is part of the outcome. An abort by `signal` (the console stops, or the
 * caller disconnected) is not a finding about the target and returns undefined.
 */
export async function executeCheck(
  check: RunnableCheck,
  signal: AbortSignal,
  tools: CheckerTools
): Promise<CheckOutcome | undefined> {
  const { value, clean } = await withRedaction(() => executeSpecs(check, signal, tools))
  return value && redactOutcome(value, clean)
}

/** One run of a check that is not stored: the exchange with its target, and the deciding rule. */
export type CheckExplanation = {
  outcome: CheckOutcome
  /** In the order in which they decide; empty where the run ended before any rule. */
  rules: readonly CheckRule[]
  steps: readonly TraceStep[]
  /** Number of further steps that are not included. */
  dropped: number
}

/**
 * Runs a check once and returns each step. Secrets of the check are redacted, even where a target echoes them.
 * @returns undefined when the signal aborted the run.
 */
export async function explainRun(
  check: RunnableCheck,
  signal: AbortSignal,
  tools: CheckerTools
): Promise<CheckExplanation | undefined> {
  const { value: outcome, steps, dropped, redact } = await traceRequests(() => executeCheck(check, signal, tools))
  if (!outcome) return undefined
  const redacted = redactOutcome(outcome, redact)
  return { outcome: redacted, rules: 'rules' in redacted ? (redacted.rules ?? []) : [], steps, dropped }
}

/** How many specs of one merged check run concurrently. */
const MOST_AT_ONCE = 16

async function executeSpecs(
  check: RunnableCheck,
  signal: AbortSignal,
  tools: CheckerTools
): Promise<CheckOutcome | undefined> {
  const checker = checkers.get(check.type)
  const reason = findNotRunReason(check, tools)
  if (!checker || reason !== undefined) return { kind: 'notRun', message: reason ?? '' }
  const outcomes: CheckOutcome[] = []
  const run = async (written: unknown) => {
    const filled = fillTemplates(check.type, written, check.env)
    if ('reason' in filled) return { kind: 'notRun' as const, message: notHere(filled.reason) }
    return executeSpec(checker, { ...check, spec: filled.spec }, signal, tools)
  }
  for (const one of await settleAll(listSpecs(check.type, check.spec), MOST_AT_ONCE, run)) {
    if ('error' in one) throw one.error
    if (!one.value) return undefined
    outcomes.push(one.value)
  }
  return mergeOutcomes(outcomes)
}

async function executeSpec(
  checker: Checker,
  check: RunnableCheck,
  signal: AbortSignal,
  tools: CheckerTools
): Promise<CheckOutcome | undefined> {
  const { type } = check
  let parsed: unknown
  let retries: RetryPolicy
  let expressions: CheckExpressions
  try {
    const given = omitEmptyMembers(await withConnection(check, tools.openConnection ?? noConnections))
    parsed = checker.parse(given)
    retries = readRetryPolicy(given)
    expressions = parseExpressions(given)
  } catch (error) {
    if (error instanceof ConnectionError)
      return { kind: 'notRun', message: redactAndClip(notHere(error.message), MAX_MESSAGE_LENGTH) }
    return {
      kind: 'invalid',
      error: redactAndClip(`The check cannot be run: ${formatError(error)}`, MAX_MESSAGE_LENGTH),
    }
  }
  const timeoutMs = Math.min(checker.timeoutMs?.(parsed) ?? DEFAULT_TIMEOUT_MS, LONGEST_TIMEOUT_MS)
  if (retries.delayMs > 0 && !(await pause(Math.min(retries.delayMs, LONGEST_TIMEOUT_MS), signal))) return undefined
  const evaluate = evaluateFor(tools.evaluate, `canary ${check.canaryId ?? 'draft'}`)
  const first = performance.now()
  for (let attempts = 1; ; attempts++) {
    const startMs = performance.now()
    const run = await settle(checker, parsed, timeoutMs, signal, tools)
    if (run === 'aborted') return undefined
    const ended = performance.now()
    const found = 'error' in run ? run : await applyExpressions(expressions, run, evaluate)
    // Only present expressions are evaluated; the abort also ends their evaluation.
    if (signal.aborted) return undefined
    if (typeof found === 'string')
      return { kind: 'notRun', message: redactAndClip(describeUndecided(found, run), MAX_MESSAGE_LENGTH) }
    if ('pass' in found && found.pass && found.undecided !== undefined)
      return { kind: 'notRun', message: redactAndClip(`no verdict: ${found.undecided}`, MAX_MESSAGE_LENGTH) }
    const outcome = toOutcome(found, ended - startMs, findUnsupported(type, check.spec).kept, attempts)
    const waitMs = nextAttemptDelay(retries, attempts, ended - first)
    const isOver = waitMs === undefined || ended - first + waitMs > LONGEST_TIMEOUT_MS
    if (outcome.kind === 'passed' || isOver) return outcome
    if (!(await pause(waitMs, signal))) return undefined
  }
}

/** @param what an unsupported feature or an unknown variable, as a noun. */
function describeUndecided(what: string, run: Settled): string {
  const unknown = 'error' in run ? {} : (run.unknown ?? {})
  const [, why] = Object.entries(unknown).find(([name]) => what.startsWith(`the variable ${name} `)) ?? []
  return why === undefined
    ? `no verdict: the embedded backend does not support ${what}`
    : `no verdict: ${what} is unknown, because ${why}`
}

const noConnections = async () => undefined

/** @returns true when the time has passed; false when the signal aborted the wait. */
const pause = (ms: number, signal: AbortSignal) => setTimer(ms, true, { signal }).catch(() => false)

type Settled = CheckFinding | { error: unknown }

/** Waits for the checker, its time-out or the abort, whichever comes first. */
function settle(
  checker: Checker,
  spec: unknown,
  timeoutMs: number,
  outer: AbortSignal,
  tools: CheckerTools
): Promise<Settled | 'aborted'> {
  return new Promise((resolve) => {
    if (outer.aborted) return resolve('aborted')
    // Not `AbortSignal.any`, which leaves listeners behind on a long-lived signal.
    const inner = new AbortController()
    const end = (answer: Settled | 'aborted') => {
      clearTimeout(timer)
      outer.removeEventListener('abort', onAbort)
      resolve(answer)
      // Closes whatever the checker still has open.
      inner.abort()
    }
    const onAbort = () => end('aborted')
    const late = new Error(`timed out after ${formatGoDuration(timeoutMs)}`)
    const timer = setTimeout(() => end({ error: late }), timeoutMs)
    outer.addEventListener('abort', onAbort, { once: true })
    Promise.resolve()
      .then(() => checker.run(spec, inner.signal, tools))
      .then(end, (error: unknown) => end({ error }))
  })
}

/** The text of the system, if the message is in other words. */
function originalText(error: unknown): { originalError?: string } {
  if (!(error instanceof Error) || describeNetworkError(error) === undefined) return {}
  return { originalError: redactAndClip(stripPassword(error.message.trim()), MAX_MESSAGE_LENGTH) }
}

function toOutcome(settled: Settled, elapsedMs: number, ignored: readonly string[], attempts: number): CheckOutcome {
  const tried = attempts > 1 ? { attempts } : {}
  if ('error' in settled)
    return {
      kind: 'failed',
      durationMs: elapsedMs,
      error: redactAndClip(formatError(settled.error), MAX_MESSAGE_LENGTH),
      details: { ...tried, ...originalText(settled.error) },
    }
  const finding = settled
  const durationMs = finding.durationMs ?? elapsedMs
  const details = { ...finding.details, ...tried, ...(ignored.length > 0 ? { notEvaluated: ignored } : {}) }
  const { rules = [] } = finding
  const note = ignored.length > 0 ? ` (${ignored.join(', ')} not evaluated by the embedded backend)` : ''
  const message = redactAndClip(finding.message, MAX_MESSAGE_LENGTH) + note
  const found = { durationMs, details, rules, ...(finding.transformed && { transformed: finding.transformed }) }
  return finding.pass ? { kind: 'passed', message, ...found } : { kind: 'failed', error: message, ...found }
}
