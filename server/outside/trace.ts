import { AsyncLocalStorage } from 'node:async_hooks'
import { errorText } from './error-text'

/** One thing that was asked beyond this process, and what came of it. Both as text, without secrets. */
export type Step = {
  asked: string
  /** Undefined when it failed. */
  answered?: string
  /** Why it failed. */
  error?: string
  /** Milliseconds. */
  durationMs: number
}

type Trace = {
  /** Undefined where only secrets are kept. */
  steps: Step[] | undefined
  secrets: Set<string>
  dropped: number
}

/** Of a script that asks without end the beginning tells enough. */
const MOST_STEPS = 50
/** Of each text; a whole body would be no explanation. */
const LONGEST_TEXT = 4096

/** What is stored keeps shorter ones: they would blank out ordinary words, and the gaps would reveal them. */
const SHORTEST = 4

const current = new AsyncLocalStorage<Trace>()

export type Traced<T> = {
  value: T
  steps: readonly Step[]
  /** Steps after the first 50, which were not kept. */
  dropped: number
  /** Any other text about the same work, without the secrets that were named by `conceal`. */
  clean(text: string): string
}

/** Keeps what `work` asks beyond this process, through everything that it awaits. */
export async function traced<T>(work: () => Promise<T>): Promise<Traced<T>> {
  const kept: Step[] = []
  const trace: Trace = { steps: kept, secrets: new Set(), dropped: 0 }
  const value = await current.run(trace, work)
  const clean = cleaner(trace.secrets)
  const steps = kept.map(({ asked, answered, error, durationMs }) => ({
    asked: shown(asked, clean),
    ...(answered !== undefined && { answered: shown(answered, clean) }),
    ...(error !== undefined && { error: shown(error, clean) }),
    durationMs,
  }))
  return { value, steps, dropped: trace.dropped, clean }
}

/** Does `work`, and says how to clear texts of what it named by `conceal`. A trace that is going on keeps it, too. */
export async function concealing<T>(work: () => Promise<T>): Promise<{ value: T; clean(text: string): string }> {
  const outer = current.getStore()
  const trace: Trace = outer ?? { steps: undefined, secrets: new Set(), dropped: 0 }
  const value = await (outer ? work() : current.run(trace, work))
  const long = [...trace.secrets].filter((secret) => secret.length >= SHORTEST)
  return { value, clean: cleaner(new Set(long)) }
}

/** Says that a text must not be shown in the trace of the work that is going on. Does nothing without one. */
export function conceal(secret: string | undefined): void {
  if (secret) current.getStore()?.secrets.add(secret)
}

/**
 * Carries out `work` as one step of the trace, if there is one.
 * @param texts what to write down; not called without a trace.
 */
export async function step<T>(
  work: () => Promise<T>,
  texts: { asked: () => string; answered: (value: T) => string }
): Promise<T> {
  const trace = current.getStore()
  if (!trace?.steps) return work()
  if (trace.steps.length === MOST_STEPS) {
    trace.dropped++
    return work()
  }
  const kept: Step = { asked: texts.asked(), durationMs: 0 }
  trace.steps.push(kept)
  const begun = performance.now()
  try {
    const value = await work()
    kept.answered = texts.answered(value)
    return value
  } catch (error) {
    kept.error = errorText(error)
    throw error
  } finally {
    kept.durationMs = performance.now() - begun
  }
}

const shown = (text: string, clean: (text: string) => string): string => {
  // Cleaned first: a secret that is cut in half is not found any more.
  const whole = clean(text)
  return whole.length > LONGEST_TEXT ? `${whole.slice(0, LONGEST_TEXT)}…` : whole
}

/** Replaces secrets by `***`, also as an address, JSON or Base64 writes them. The longest first, since one may hold another. */
function cleaner(secrets: ReadonlySet<string>): (text: string) => string {
  const written = [...secrets].flatMap((secret) => [
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    Buffer.from(secret).toString('base64'),
  ])
  const longestFirst = [...new Set(written)].toSorted((a, b) => b.length - a.length)
  return (text) => longestFirst.reduce((rest, secret) => rest.replaceAll(secret, '***'), text)
}
