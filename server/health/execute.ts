import { formatGoDuration } from '../../src/lib/duration'
import { errorText } from '../outside/error-text'
import type { Checker, Tools } from './checkers/checker'
import { checkers } from './checkers/index'
import type { Finding, Outcome } from './outcome'

/** canary-checker's own default for most types. */
const DEFAULT_TIMEOUT_MS = 10_000
/** An upper bound, so that no spec can occupy a slot for ever. */
const LONGEST_TIMEOUT_MS = 10 * 60_000
/** Long enough to understand, short enough for a table cell. */
const LONGEST_MESSAGE = 2000

export type RunnableCheck = { type: string; spec: unknown }

/** Why this backend does not run checks of a type, as a sentence for people; undefined when it runs them. */
export function notRunReason(type: string, tools: Tools): string | undefined {
  const checker = checkers.get(type)
  return checker
    ? checker.unavailable?.(tools)
    : `not run by the embedded backend: ${type} checks need a Mission Control backend`
}

/**
 * Runs one check. Never throws: whatever goes wrong is the outcome, except that an abort by `signal` (the console
 * stops, or the one who asked went away) is no finding about the target and gives undefined.
 */
export async function execute(
  { type, spec }: RunnableCheck,
  signal: AbortSignal,
  tools: Tools
): Promise<Outcome | undefined> {
  const checker = checkers.get(type)
  const reason = notRunReason(type, tools)
  if (!checker || reason !== undefined) return { kind: 'notRun', message: reason ?? '' }
  let parsed: unknown
  try {
    parsed = checker.parse(spec)
  } catch (error) {
    return { kind: 'invalid', error: clip(`The check cannot be run: ${errorText(error)}`) }
  }
  const begun = performance.now()
  const timeoutMs = Math.min(checker.timeoutMs?.(parsed) ?? DEFAULT_TIMEOUT_MS, LONGEST_TIMEOUT_MS)
  const run = await settle(checker, parsed, timeoutMs, signal, tools)
  if (run === 'aborted') return undefined
  const durationMs = performance.now() - begun
  return 'error' in run
    ? { kind: 'failed', durationMs, error: clip(errorText(run.error)), details: {} }
    : outcomeOf(run, durationMs, unevaluated(spec))
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
    ? { kind: 'passed', durationMs, message: message, details }
    : { kind: 'failed', durationMs, error: message, details }
}

/** Expressions that canary-checker would evaluate. Ignoring them silently would make a check look better than it is. */
const unevaluated = (spec: unknown): string[] =>
  typeof spec === 'object' && spec !== null
    ? ['test', 'transform'].filter((key) => {
        const value: unknown = (spec as Record<string, unknown>)[key]
        return typeof value === 'object' && value !== null && Object.values(value).some(Boolean)
      })
    : []

const clip = (text: string) => (text.length > LONGEST_MESSAGE ? `${text.slice(0, LONGEST_MESSAGE)}…` : text)
