import type { LogLine } from './logs/line'

/** How a part of what came of a step is shown. */
export type Shown =
  /** Lines, with the colours of a terminal. */
  | { is: 'lines'; text: string }
  /** What people wrote for people, as insights have it. */
  | { is: 'message'; text: string }
  | { is: 'json'; text: string }
  /** Written as YAML when it is shown. */
  | { is: 'value'; value: unknown }
  /** Of very many rows the first; `total` counts all of them. */
  | { is: 'table'; columns: readonly string[]; rows: readonly TableRow[]; total: number }

export type TableRow = { id: string; cells: Readonly<Record<string, string>> }

export const outputIds = [
  'error',
  'logs',
  'stdout',
  'stderr',
  'text',
  'content',
  'rows',
  'json',
  'slack',
  'headers',
  'command',
  'result',
  'artifacts',
] as const
export type OutputId = (typeof outputIds)[number]

export type Output = { id: Exclude<OutputId, 'artifacts'>; label: string; shown: Shown }

/** What is short enough to stand beside the rest: an exit code, the status of an answer. */
export type OutputFact = { name: string; value: string }

/** Rows that a table has at most. */
const MOST_ROWS = 10_000

/** Characters: longer texts are lines only, which cost nothing where they are not seen. */
const MOST_FORMATTED = 1024 * 1024

type Members = Readonly<Record<string, unknown>>

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Failures keep what came of the action beside why it failed. */
function unwrapped(result: unknown): { result: unknown; failure: unknown } {
  if (!isMembers(result)) return { result, failure: undefined }
  const keys = Object.keys(result)
  return keys.length > 0 && keys.every((key) => key === 'result' || key === 'error') && 'error' in result
    ? { result: result['result'], failure: result['error'] }
    : { result, failure: undefined }
}

const facts: Readonly<Record<string, string>> = { exitCode: 'Exit code', code: 'Status', count: 'Rows' }

/**
 * What came of a step, what is wrong with it first. Each kind of action has a result of its own shape, and what is not known
 * of it is shown as it is.
 */
export function outputsOf({ error, result: written }: { error?: string | null | undefined; result: unknown }): {
  outputs: readonly Output[]
  facts: readonly OutputFact[]
} {
  const { result, failure } = unwrapped(written)
  const outputs: Output[] = []
  const add = (id: Output['id'], label: string, shown: Shown | undefined) => {
    if (shown) outputs.push({ id, label, shown })
  }
  add('error', 'Error', linesOf(error || wordsOfFailure(failure)))
  if (!isMembers(result)) {
    if (result !== null && result !== undefined) add('result', 'Result', shownOf(result))
    return { outputs, facts: [] }
  }
  const rest = new Map(Object.entries(result))
  const take = (...names: string[]): unknown => {
    let found: unknown
    for (const name of names) {
      const value = rest.get(name)
      if (rest.delete(name) && found === undefined) found = value
    }
    return found
  }
  add('logs', 'Logs', textShown(take('logs', 'Logs')))
  add('stdout', 'stdout', textShown(take('stdout')))
  add('stderr', 'stderr', textShown(take('stderr')))
  const [title, message, markdown] = [take('title'), take('message'), take('markdown')]
  add('text', typeof markdown === 'string' ? 'Text' : 'Message', messageOf([title, message, markdown]))
  const headers = take('headers')
  add('content', 'Content', contentOf(take('content')))
  add('rows', 'Rows', tableOf(take('rows')))
  add('json', 'JSON', contentOf(take('json')))
  add('slack', 'Slack', messageOf([textOfBlocks(take('slack'))]))
  add('headers', 'Headers', isFilled(headers) ? { is: 'value', value: headers } : undefined)
  add('command', 'Command', commandOf(take('path'), take('args')))
  const known: OutputFact[] = []
  for (const [key, name] of Object.entries(facts)) {
    const value = rest.get(key)
    if (typeof value !== 'number' && typeof value !== 'string') continue
    rest.delete(key)
    known.push({ name, value: String(value) })
  }
  for (const [key, value] of rest) if (!isFilled(value)) rest.delete(key)
  if (rest.size > 0) add('result', 'Result', { is: 'value', value: Object.fromEntries(rest) })
  return { outputs, facts: known }
}

const isFilled = (value: unknown): boolean =>
  value !== null && value !== undefined && value !== '' && (typeof value !== 'object' || Object.keys(value).length > 0)

const linesOf = (text: string | undefined): Shown | undefined =>
  text === undefined || text.trim() === '' ? undefined : { is: 'lines', text }

function textShown(value: unknown): Shown | undefined {
  if (typeof value === 'string') return linesOf(value)
  return isFilled(value) ? { is: 'value', value } : undefined
}

const shownOf = (value: unknown): Shown | undefined =>
  typeof value === 'string' ? contentOf(value) : Array.isArray(value) ? tableOf(value) : { is: 'value', value }

function messageOf(texts: readonly unknown[]): Shown | undefined {
  const text = texts.filter((one) => typeof one === 'string' && one.trim() !== '').join('\n\n')
  if (text === '') return undefined
  return text.length > MOST_FORMATTED ? { is: 'lines', text } : { is: 'message', text }
}

/** A text that may be JSON; formatted where it is. */
function contentOf(value: unknown): Shown | undefined {
  if (typeof value !== 'string') return isFilled(value) ? { is: 'value', value } : undefined
  if (value.length <= MOST_FORMATTED && /^\s*[[{]/.test(value)) {
    try {
      return { is: 'json', text: JSON.stringify(JSON.parse(value), null, 2) }
    } catch {
      return linesOf(value)
    }
  }
  return linesOf(value)
}

/** Rows with the columns of all of them, in the order in which they come. */
function tableOf(value: unknown): Shown | undefined {
  if (!Array.isArray(value)) return isFilled(value) ? { is: 'value', value } : undefined
  if (value.length === 0) return undefined
  if (!value.every(isMembers)) return { is: 'value', value }
  const columns = new Set<string>()
  const rows = (value as readonly Members[]).slice(0, MOST_ROWS).map((row, at): TableRow => {
    const cells: Record<string, string> = {}
    for (const [name, cell] of Object.entries(row)) {
      columns.add(name)
      cells[name] = cell === null || cell === undefined ? '' : typeof cell === 'string' ? cell : JSON.stringify(cell)
    }
    return { id: String(at), cells }
  })
  return { is: 'table', columns: [...columns], rows, total: value.length }
}

function commandOf(path: unknown, args: unknown): Shown | undefined {
  const parts = [path, ...(Array.isArray(args) ? (args as readonly unknown[]) : [])]
  const words = parts.filter((one): one is string => typeof one === 'string' && one !== '')
  return words.length === 0 ? undefined : { is: 'lines', text: words.map(quoted).join(' ') }
}

/** As it would be typed into a shell. */
const quoted = (word: string) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)

function wordsOfFailure(failure: unknown): string | undefined {
  if (typeof failure === 'string') return failure
  if (!isMembers(failure)) return undefined
  const { message, error } = failure as { message?: unknown; error?: unknown }
  return [message, error].find((one): one is string => typeof one === 'string')
}

/** The words in the blocks of a message for Slack, which are written as JSON in a text. */
function textOfBlocks(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > MOST_FORMATTED) return typeof value === 'string' ? value : undefined
  let blocks: unknown
  try {
    blocks = JSON.parse(value)
  } catch {
    return value
  }
  const found: string[] = []
  const visit = (one: unknown, depth: number) => {
    if (depth > 20) return
    if (Array.isArray(one)) one.forEach((each) => visit(each, depth + 1))
    else if (isMembers(one))
      for (const [key, each] of Object.entries(one))
        if (key === 'text' && typeof each === 'string') found.push(each)
        else visit(each, depth + 1)
  }
  visit(blocks, 0)
  return found.length === 0 ? value : found.join('\n\n')
}

/** Lines of a text that are drawn at once. */
export const MOST_LINES = 15_000

/** Where the lines of a text are. */
export type Lines = { count: number; starts: Uint32Array }

/** Characters that are looked through at a time, which takes a few milliseconds. */
const SLICE = 2_000_000

/** Looks through a text for its lines, a slice at each step; a last line without any text is none. */
function* lookForLines(text: string): Generator<undefined, Lines> {
  let starts = new Uint32Array(1024)
  let count = 0
  let pause = SLICE
  for (let at = 0; at < text.length;) {
    if (count === starts.length) {
      const more = new Uint32Array(starts.length * 2)
      more.set(starts)
      starts = more
    }
    starts[count++] = at
    const end = text.indexOf('\n', at)
    at = end === -1 ? text.length : end + 1
    if (at < pause) continue
    pause = at + SLICE
    yield
  }
  return { count, starts: starts.subarray(0, count) }
}

/** Finds the lines of a text, however it ends them. */
export function findLines(text: string): Lines {
  const looking = lookForLines(text)
  for (;;) {
    const { done, value } = looking.next()
    if (done) return value
  }
}

/** Whether finding its lines takes longer than a key press may. */
export const isLong = (text: string): boolean => text.length > SLICE

/** The same for a long text, with room for everything else in between; undefined when it is given up. */
export async function findLinesSlowly(text: string, signal: AbortSignal): Promise<Lines | undefined> {
  const looking = lookForLines(text)
  while (!signal.aborted) {
    const { done, value } = looking.next()
    if (done) return value
    await new Promise((resolve) => setTimeout(resolve, 0))
  }
  return undefined
}

/** A line of an output, drawn as lines of logs are. */
export type OutputLine = LogLine & { number: number }

const noLabels = {}

/** Some of the lines of a text, without what ends them. */
export function linesIn(text: string, { starts, count }: Lines, from: number, to: number): OutputLine[] {
  const found: OutputLine[] = []
  for (let at = from; at < Math.min(to, count); at++) {
    const end = at + 1 < count ? (starts[at + 1] ?? text.length) : text.length
    const message = text.slice(starts[at], end).replace(/\r?\n$/, '')
    found.push({ id: String(at + 1), number: at + 1, time: Number.NaN, message, labels: noLabels, level: 'other' })
  }
  return found
}
