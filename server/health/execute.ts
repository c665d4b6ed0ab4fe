import { formatGoDuration } from '../../src/lib/duration'
import { errorText } from '../outside/error-text'
import type { Checker, Tools } from './checkers/checker'
import { checkers } from './checkers/index'
import { applyExpressions, type Expressions, parseExpressions } from './expressions'
import { notCarriedOut, reasonOfCheck } from './members'
import type { Finding, Outcome } from './outcome'

/** canary-checker's own default for most types. */
const DEFAULT_TIMEOUT_MS = 10_000
/** An upper bound, so that no spec can occupy a slot for ever. */
const LONGEST_TIMEOUT_MS = 10 * 60_000
/** Long enough to understand, short enough for a table cell. */
const LONGEST_MESSAGE = 2000

export type RunnableCheck = {
  type: string
  spec: unknown
  /** Why its canary keeps it from being run, as a sentence. */
  heldBack?: string | undefined
}

/**
 * Why this backend does not run a check, as a sentence for people; undefined when it runs it. What it would not carry
 * out, of the type or of this one check, could make a verdict wrong, so that there is none.
 */
export function notRunReason({ type, spec, heldBack }: RunnableCheck, tools: Tools): string | undefined {
  if (heldBack !== undefined) return heldBack
  const checker = checkers.get(type)
  const unavailable = checker?.unavailable?.(tools)
  if (unavailable !== undefined) return unavailable
  const reason = checker ? reasonOfCheck(type, spec) : `${type} checks need a Mission Control backend`
  return reason === undefined ? undefined : `not run by the embedded backend: ${reason}`
}

/**
 * Runs one check. Never throws: whatever goes wrong is the outcome, except that an abort by `signal` (the console
 * stops, or the one who asked went away) is no finding about the target and gives undefined.
 */
export async function execute(check: RunnableCheck, signal: AbortSignal, tools: Tools): Promise<Outcome | undefined> {
  const { type, spec } = check
  const checker = checkers.get(type)
  const reason = notRunReason(check, tools)
  if (!checker || reason !== undefined) return { kind: 'notRun', message: reason ?? '' }
  let parsed: unknown
  let expressions: Expressions
  try {
    parsed = checker.parse(spec)
    expressions = parseExpressions(spec)
  } catch (error) {
    return { kind: 'invalid', error: clip(`The check cannot be run: ${errorText(error)}`) }
  }
  const begun = performance.now()
  const timeoutMs = Math.min(checker.timeoutMs?.(parsed) ?? DEFAULT_TIMEOUT_MS, LONGEST_TIMEOUT_MS)
  const run = await settle(checker, parsed, timeoutMs, signal, tools)
  if (run === 'aborted') return undefined
  const durationMs = performance.now() - begun
  if ('error' in run) return { kind: 'failed', durationMs, error: clip(errorText(run.error)), details: {} }
  const finding = await applyExpressions(expressions, run, tools.evaluate)
  // Only expressions that are there are waited for, and the stop ends those, too.
  if (signal.aborted) return undefined
  return typeof finding === 'string'
    ? { kind: 'notRun', message: `no verdict by the embedded backend, which does not have ${finding}` }
    : outcomeOf(finding, durationMs, notCarriedOut(type, spec).kept)
}

type Settled = Finding | { error: unknown } | 'aborted'

/** Waits for the checker, its time-out or the abort, whichever comes first. */
function settle(
  checker: Checker,
  spec: unknown,
  timeoutMs: number,
  outer: AbortSignal,
  tools: Tools
): Promise<Settled> {
  return new Promise((resolve) => {
    if (outer.aborted) return resolve('aborted')
    // Not `AbortSignal.any`, which leaves listeners behind on a long-lived signal.
    const inner = new AbortController()
    const end = (answer: Settled) => {
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

function outcomeOf(finding: Finding, elapsedMs: number, ignored: readonly string[]): Outcome {
  const durationMs = finding.durationMs ?? elapsedMs
  const details = { ...finding.details, ...(ignored.length > 0 ? { notEvaluated: ignored } : {}) }
  const note = ignored.length > 0 ? ` (${ignored.join(', ')} not evaluated by the embedded backend)` : ''
  const message = clip(finding.message) + note
  return finding.pass
    ? { kind: 'passed', durationMs, message, details }
    : { kind: 'failed', durationMs, error: message, details }
}

const clip = (text: string) => (text.length > LONGEST_MESSAGE ? `${text.slice(0, LONGEST_MESSAGE)}…` : text)
