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
  /** Of so many secrets, which are only added: a run asks for them for every text. */
  spelt?: { of: number; spellings: string[] }
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
  const clean = cleaner(spellingsIn(trace))
  const steps = kept.map(({ asked, answered, error, durationMs }) => ({
    asked: shown(asked, clean),
    ...(answered !== undefined && { answered: shown(answered, clean) }),
    ...(error !== undefined && { error: shown(error, clean) }),
    durationMs,
  }))
  return { value, steps, dropped: trace.dropped, clean }
}

/**
 * Does `work`, and says how to clear texts of what it named by `conceal`. A trace that is going on keeps it, too.
 * @param secrets that are known before.
 */
export async function concealing<T>(
  work: () => Promise<T>,
  secrets: readonly string[] = []
): Promise<{ value: T; clean(text: string): string }> {
  const outer = current.getStore()
  const trace: Trace = outer ?? { steps: undefined, secrets: new Set(), dropped: 0 }
  for (const secret of secrets) if (secret) trace.secrets.add(secret)
  const value = await (outer ? work() : current.run(trace, work))
  return { value, clean: cleaner(spellingsIn({ ...trace, steps: undefined })) }
}

/** Says that a text must not be shown in the trace of the work that is going on. Does nothing without one. */
export function conceal(secret: string | undefined): void {
  if (secret) current.getStore()?.secrets.add(secret)
}

/** A text without the secrets that the work that is going on has named so far. */
export function withoutSecrets(text: string): string {
  return cleaner(spellingsNow())(text)
}

function spellingsNow(): string[] {
  const trace = current.getStore()
  if (!trace) return []
  if (trace.spelt?.of !== trace.secrets.size) trace.spelt = { of: trace.secrets.size, spellings: spellingsIn(trace) }
  return trace.spelt.spellings
}

/** The first `most` characters of a text, which may end with an ellipsis. Cut last: nobody finds half a secret. */
export function clip(text: string, most: number): string {
  const whole = withoutSecrets(text)
  return whole.length > most ? `${whole.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')}…` : whole
}

/** A text whose rest was not read, without what may be the beginning of a secret at its end. */
export function withoutCutSecret(text: string): string {
  const spellings = spellingsNow()
  return spellings.length === 0 ? text : withoutBeginning(cleaner(spellings)(text), spellings)
}

/** The same of a text that was shortened where its secrets are not known, before each ellipsis in it. */
export const withoutShortenedSecrets = (text: string): string =>
  text
    .split('…')
    .map((part, at, { length }) => (at < length - 1 ? withoutCutSecret(part) : part))
    .join('…')

/** A text that ends with the beginning of a spelling, without it. Half a character may be what follows it. */
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

/** An object with every text below its members, names included, as `change` leaves it. */
export function withTexts<T extends object>(object: T, change: (text: string) => string): T {
  const copy = (value: unknown): unknown => {
    if (typeof value === 'string') return change(value)
    if (Array.isArray(value)) return value.map(copy)
    if (typeof value !== 'object' || value === null || value instanceof Date || ArrayBuffer.isView(value)) return value
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [change(name), copy(member)]))
  }
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, copy(value)])) as T
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

/**
 * How secrets are written: as they are, and as an address, a form, JSON and Base64 have them. The longest first, since
 * one may hold another.
 */
function spellingsIn({ secrets, steps }: Trace): string[] {
  const isKept = ({ length }: string) => steps !== undefined || length >= SHORTEST
  const written = [...secrets].filter(isKept).flatMap((secret) => {
    const inAddress = percentEncoded(secret)
    const inForm = new URLSearchParams([['', secret]]).toString().slice(1)
    const inBase64 = Buffer.from(secret).toString('base64')
    const unpadded = inBase64.replace(/=+$/, '')
    return [
      secret,
      decoded(secret),
      ...[inAddress, inForm].flatMap((text) => [text, text.replace(/%../g, (code) => code.toLowerCase())]),
      // And as JSON in JSON in JSON has it, such as a log of answers.
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

/** Half a surrogate pair has no such form. */
const percentEncoded = (text: string) => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'))

/** Replaces each of them by `***`. */
const cleaner =
  (spellings: readonly string[]) =>
  (text: string): string =>
    spellings.reduce((rest, spelling) => rest.replaceAll(spelling, '***'), text)
