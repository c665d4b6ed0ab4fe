import { readBlockTexts } from '../block-text'
import type { LogLine } from '../logs/line'

/** Display format of an output of a step. */
type OutputContent =
  /** Lines with terminal colours. */
  | { is: 'lines'; text: string }
  /** A human-readable message, formatted like those of insights. */
  | { is: 'message'; text: string }
  | { is: 'json'; text: string }
  /** Converted to YAML when displayed. */
  | { is: 'value'; value: unknown }
  /** The first rows of a large result; `total` counts all rows. */
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

export type StepOutput = { id: Exclude<OutputId, 'artifacts'>; label: string; shown: OutputContent }

/** A short value shown next to the outputs: an exit code, the status of a response. */
type OutputFact = { name: string; value: string }

/** Maximum number of rows of a table. */
const MOST_ROWS = 10_000

/** Maximum number of characters to format. Longer texts are shown as lines, which are rendered only when visible. */
const MOST_FORMATTED = 1024 * 1024

type Members = Readonly<Record<string, unknown>>

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A failed action wraps its result together with the error. */
function unwrapped(result: unknown): { result: unknown; failure: unknown } {
  if (!isMembers(result)) return { result, failure: undefined }
  const keys = Object.keys(result)
  return keys.length > 0 && keys.every((key) => key === 'result' || key === 'error') && 'error' in result
    ? { result: result['result'], failure: result['error'] }
    : { result, failure: undefined }
}

const facts: Readonly<Record<string, string>> = { exitCode: 'Exit code', code: 'Status', count: 'Rows' }

/**
 * The outputs of a step, errors first. Each kind of action has its own result format; unknown members are shown
 * unchanged.
 */
export function readStepOutputs({ error, result: written }: { error?: string | null | undefined; result: unknown }): {
  outputs: readonly StepOutput[]
  facts: readonly OutputFact[]
} {
  const { result, failure } = unwrapped(written)
  const outputs: StepOutput[] = []
  const add = (id: StepOutput['id'], label: string, shown: OutputContent | undefined) => {
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

const linesOf = (text: string | undefined): OutputContent | undefined =>
  text === undefined || text.trim() === '' ? undefined : { is: 'lines', text }

function textShown(value: unknown): OutputContent | undefined {
  if (typeof value === 'string') return linesOf(value)
  return isFilled(value) ? { is: 'value', value } : undefined
}

const shownOf = (value: unknown): OutputContent | undefined =>
  typeof value === 'string' ? contentOf(value) : Array.isArray(value) ? tableOf(value) : { is: 'value', value }

function messageOf(texts: readonly unknown[]): OutputContent | undefined {
  const text = texts.filter((one) => typeof one === 'string' && one.trim() !== '').join('\n\n')
  if (text === '') return undefined
  return text.length > MOST_FORMATTED ? { is: 'lines', text } : { is: 'message', text }
}

/** Text that may be JSON. Valid JSON is formatted. */
function contentOf(value: unknown): OutputContent | undefined {
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

/** A table with the columns of all rows, in order of appearance. */
function tableOf(value: unknown): OutputContent | undefined {
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

function commandOf(path: unknown, args: unknown): OutputContent | undefined {
  const parts = [path, ...(Array.isArray(args) ? (args as readonly unknown[]) : [])]
  const words = parts.filter((one): one is string => typeof one === 'string' && one !== '')
  return words.length === 0 ? undefined : { is: 'lines', text: words.map(quoted).join(' ') }
}

/** Quotes a word for a shell. */
const quoted = (word: string) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)

function wordsOfFailure(failure: unknown): string | undefined {
  if (typeof failure === 'string') return failure
  if (!isMembers(failure)) return undefined
  const { message, error } = failure as { message?: unknown; error?: unknown }
  return [message, error].find((one): one is string => typeof one === 'string')
}

/** Extracts the text from the blocks of a Slack message, which are JSON in a text. */
function textOfBlocks(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > MOST_FORMATTED) return typeof value === 'string' ? value : undefined
  let blocks: unknown
  try {
    blocks = JSON.parse(value)
  } catch {
    return value
  }
  const found = readBlockTexts(blocks)
  return found.length === 0 ? value : found.join('\n\n')
}

/** Maximum number of lines to render at once. */
export const MOST_RENDERED_LINES = 15_000

/** Offsets of the lines of a text. */
export type LineIndex = { count: number; starts: Uint32Array }

/** Characters per slice, which take a few milliseconds to scan. */
const SLICE = 2_000_000

/** Scans a text for lines, one slice per step. An empty last line is not counted. */
function* lookForLines(text: string): Generator<undefined, LineIndex> {
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

/** Finds the lines of a text with any line endings. */
export function findLines(text: string): LineIndex {
  const looking = lookForLines(text)
  for (;;) {
    const { done, value } = looking.next()
    if (done) return value
  }
}

/** Whether scanning for lines takes longer than a key press may take. */
export const isLongText = (text: string): boolean => text.length > SLICE

/** Like `findLines`, but yields to other work between slices; undefined if aborted. */
export async function findLinesInSlices(text: string, signal: AbortSignal): Promise<LineIndex | undefined> {
  const looking = lookForLines(text)
  while (!signal.aborted) {
    const { done, value } = looking.next()
    if (done) return value
    await new Promise((resolve) => setTimeout(resolve, 0))
  }
  return undefined
}

/** A line of an output, rendered like lines of logs. */
export type OutputLine = LogLine & { number: number }

const noLabels = {}

/** A range of the lines of a text, without their line endings. */
export function sliceOutputLines(text: string, { starts, count }: LineIndex, from: number, to: number): OutputLine[] {
  const found: OutputLine[] = []
  for (let at = from; at < Math.min(to, count); at++) {
    const end = at + 1 < count ? (starts[at + 1] ?? text.length) : text.length
    const message = text.slice(starts[at], end).replace(/\r?\n$/, '')
    found.push({ id: String(at + 1), number: at + 1, time: Number.NaN, message, labels: noLabels, level: 'other' })
  }
  return found
}
