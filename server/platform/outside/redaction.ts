import { AsyncLocalStorage } from 'node:async_hooks'
import { wellFormed } from '../well-formed'
import { formatError } from './error-text'

/** An external request and its response, as texts without secrets. */
export type TraceStep = {
  asked: string
  /** Undefined when it failed. */
  answered?: string
  /** The error message of a failed step. */
  error?: string
  /** Milliseconds. */
  durationMs: number
}

type Trace = {
  /** Undefined when only secrets are recorded. */
  steps: TraceStep[] | undefined
  secrets: Set<string>
  dropped: number
  /**
   * Cached spellings for this number of secrets. Secrets are only added, and a run needs the spellings for every text.
   */
  spelt?: { of: number; spellings: string[] }
}

/** For a script with endless requests, the first ones are enough. */
const MOST_STEPS = 50
/** Per text; a whole body would not help to explain a step. */
const LONGEST_TEXT = 4096

/** Shorter secrets are not redacted: they would remove parts of ordinary words, and the gaps would reveal them. */
const SHORTEST = 4

const current = new AsyncLocalStorage<Trace>()

type TraceResult<T> = {
  value: T
  steps: readonly TraceStep[]
  /** Number of steps after the first 50, which were not recorded. */
  dropped: number
  /** Redacts the secrets registered with `registerSecret` in any other text about the same work. */
  redact(text: string): string
}

/** Records the external requests of `work`, including everything that it awaits. */
export async function traceRequests<T>(work: () => Promise<T>): Promise<TraceResult<T>> {
  const kept: TraceStep[] = []
  const trace: Trace = { steps: kept, secrets: new Set(), dropped: 0 }
  const value = await current.run(trace, work)
  const redact = cleaner(listSpellings(trace))
  const steps = kept.map(({ asked, answered, error, durationMs }) => ({
    asked: shown(asked, redact),
    ...(answered !== undefined && { answered: shown(answered, redact) }),
    ...(error !== undefined && { error: shown(error, redact) }),
    durationMs,
  }))
  return { value, steps, dropped: trace.dropped, redact }
}

/**
 * Runs `work` and returns a function that redacts the secrets it registered with `registerSecret`. An enclosing trace records
 * them, too.
 * @param secrets secrets that are already known.
 */
export async function withRedaction<T>(
  work: () => Promise<T>,
  secrets: readonly string[] = []
): Promise<{ value: T; clean(text: string): string }> {
  const outer = current.getStore()
  const trace: Trace = outer ?? { steps: undefined, secrets: new Set(), dropped: 0 }
  for (const secret of secrets) if (secret) trace.secrets.add(secret)
  const value = await (outer ? work() : current.run(trace, work))
  return { value, clean: cleaner(listSpellings(trace)) }
}

/** Registers a secret with the trace of the current work. Does nothing without a trace. */
export function registerSecret(secret: string | undefined): void {
  if (secret) current.getStore()?.secrets.add(secret)
}

/** Redacts the secrets that the current work has registered so far. */
export function redactSecrets(text: string): string {
  return cleaner(spellingsNow())(text)
}

/** Whether a text contains a secret that the current work has registered so far. */
export const containsSecret = (text: string): boolean => spellingsNow().some((spelling) => text.includes(spelling))

function spellingsNow(): string[] {
  const trace = current.getStore()
  if (!trace) return []
  if (trace.spelt?.of !== trace.secrets.size) trace.spelt = { of: trace.secrets.size, spellings: listSpellings(trace) }
  return trace.spelt.spellings
}

/**
 * The first `most` characters of a text, with an ellipsis when it is cut. Redacts first, because a cut secret could not
 * be found.
 */
export function redactAndClip(text: string, most: number): string {
  const whole = redactSecrets(text)
  return whole.length > most ? `${whole.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')}…` : whole
}

/** Removes the possible beginning of a secret from the end of a text that was not read completely. */
export function redactCutSecret(text: string): string {
  const spellings = spellingsNow()
  return spellings.length === 0 ? text : withoutBeginning(cleaner(spellings)(text), spellings)
}

/** Same for a text that was shortened elsewhere: before each ellipsis in it. */
export const redactShortened = (text: string): string =>
  text
    .split('…')
    .map((part, at, { length }) => (at < length - 1 ? redactCutSecret(part) : part))
    .join('…')

/** Removes the beginning of a spelling from the end of a text. A partial character may follow it. */
function withoutBeginning(text: string, spellings: readonly string[]): string {
  const whole = text.replace(/\ufffd{1,3}$/, '')
  const lengths = spellings.map((spelling) => {
    let length = Math.min(spelling.length - 1, whole.length)
    while (length > 0 && !whole.endsWith(spelling.slice(0, length))) length--
    return length
  })
  const longest = Math.max(0, ...lengths)
  return longest > 0 ? whole.slice(0, -longest) : text
}

/** Applies `change` to every text in an object. Names of members stay: other texts refer to them. */
export function mapTexts<T extends object>(object: T, change: (text: string) => string): T {
  const copy = (value: unknown): unknown => {
    if (typeof value === 'string') return change(value)
    if (Array.isArray(value)) return value.map(copy)
    if (typeof value !== 'object' || value === null || value instanceof Date || ArrayBuffer.isView(value)) return value
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, copy(member)]))
  }
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, copy(value)])) as T
}

/**
 * Runs `work` as a step of the current trace, if any.
 * @param texts describes the step; not called without a trace.
 */
export async function traceStep<T>(
  work: () => Promise<T>,
  texts: { asked: () => string; answered: (value: T) => string }
): Promise<T> {
  const trace = current.getStore()
  if (!trace?.steps) return work()
  if (trace.steps.length === MOST_STEPS) {
    trace.dropped++
    return work()
  }
  const kept: TraceStep = { asked: texts.asked(), durationMs: 0 }
  trace.steps.push(kept)
  const startMs = performance.now()
  try {
    const value = await work()
    kept.answered = texts.answered(value)
    return value
  } catch (error) {
    kept.error = formatError(error)
    throw error
  } finally {
    kept.durationMs = performance.now() - startMs
  }
}

const shown = (text: string, clean: (text: string) => string): string => {
  // Redacted before it is cut, because a cut secret could not be found.
  const whole = clean(text)
  return whole.length > LONGEST_TEXT ? `${whole.slice(0, LONGEST_TEXT)}…` : whole
}

const isKept = ({ length }: string) => length >= SHORTEST

/**
 * All spellings of the secrets: plain, percent-encoded, form-encoded, in JSON and in Base64. Longest first, because one
 * may contain another.
 */
function listSpellings({ secrets }: Pick<Trace, 'secrets'>): string[] {
  const written = [...secrets].filter(isKept).flatMap((secret) => {
    const inAddress = percentEncoded(secret)
    const inForm = new URLSearchParams([['', secret]]).toString().slice(1)
    const inBase64 = Buffer.from(secret).toString('base64')
    const unpadded = inBase64.replace(/=+$/, '')
    return [
      secret,
      decoded(secret),
      ...[inAddress, inForm].flatMap((text) => [text, text.replace(/%../g, (code) => code.toLowerCase())]),
      // Also nested up to three times in JSON, for example in a log of responses.
      inJson(secret),
      inJson(inJson(secret)),
      inJson(inJson(inJson(secret))),
      inBase64,
      unpadded,
      unpadded.replaceAll('+', '-').replaceAll('/', '_'),
    ]
  })
  return [...new Set(written.filter(isKept))].toSorted((a, b) => b.length - a.length)
}

const inJson = (text: string) => JSON.stringify(text).slice(1, -1)

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** A lone surrogate cannot be percent-encoded. */
const percentEncoded = (text: string) => encodeURIComponent(wellFormed(text))

/** Replaces each spelling with `***`. */
const cleaner =
  (spellings: readonly string[]) =>
  (text: string): string =>
    spellings.reduce((rest, spelling) => rest.replaceAll(spelling, '***'), text)
