import type { Path } from './schema-walk'

/** Where in the structure an offset lies, in a text that may be half typed. */
export type Cursor = {
  path: Path
  /** A key may begin here · a value may · either, as after the dash of a list. */
  wants: 'key' | 'value' | 'either'
  /** What has been typed of it. */
  from: number
  to: number
  /** Keys that stand there already. */
  taken: readonly string[]
  /** Columns before the key. */
  indent: number
}

type Entry = { column: number; key?: string }

/** In characters: no line that people write is as long, and time grows with the square of it. */
const LONGEST_LINE = 1000

const entriesOf = (line: string): Entry[] => {
  if (line.length > LONGEST_LINE) return []
  const [, space = '', dashes = '', rest = ''] = /^(\s*)((?:- +|-$)*)(.*)$/.exec(line) ?? []
  if (rest.startsWith('#')) return []
  const entries: Entry[] = [...dashes.matchAll(/-/g)].map(({ index }) => ({ column: space.length + index }))
  const key = keyOf(rest)
  return key === undefined ? entries : [...entries, { column: space.length + dashes.length, key }]
}

const keyOf = (text: string): string | undefined => {
  const [, quoted, single, plain] =
    /^(?:"([^"]*)"|'([^']*)'|([^\s#"'[{&*!|>%@`-][^#]*?|-[^\s#][^#]*?))\s*:(?:\s|$)/.exec(text) ?? []
  return quoted ?? single ?? plain
}

/** In YAML by indentation, so that nothing after or beside the line needs to be right. */
export function yamlCursor(text: string, at: number): Cursor | undefined {
  const before = text.slice(0, at).split('\n')
  const line = before.pop() ?? ''
  if (line.length > LONGEST_LINE || /(^|\s)#/.test(line)) return undefined
  const own = entriesOf(line)
  const [, space = '', dashes = '', rest = ''] = /^(\s*)((?:- +|-$)*)(.*)$/.exec(line) ?? []
  const key = own.find((entry) => entry.key !== undefined)
  const column = space.length + dashes.length
  const typed = key ? (/:\s*(.*)$/.exec(rest)?.[1] ?? '') : rest
  const path: (string | number)[] = []
  let [keyLimit, dashLimit] = [column, column]
  const take = ({ column: start, key: name }: Entry) => {
    if (name === undefined && start < dashLimit) {
      path.unshift(0)
      // A list may stand below its key without indentation.
      ;[keyLimit, dashLimit] = [start + 1, start]
    } else if (name !== undefined && start < keyLimit) {
      path.unshift(name)
      ;[keyLimit, dashLimit] = [start, start]
    }
  }
  if (key) [keyLimit, dashLimit] = [column + 1, column + 1]
  for (const entry of own.toReversed()) take(entry)
  for (const above of before.toReversed()) for (const entry of entriesOf(above).toReversed()) take(entry)
  const after = text.slice(at).split('\n').slice(1)
  const taken = dashes
    ? [...siblings(after, column)]
    : [...siblings(before.toReversed(), column), ...siblings(after, column)]
  const wants = key ? 'value' : dashes ? 'either' : 'key'
  return { path, wants, from: at - typed.length, to: at, taken, indent: column }
}

/** The keys of one object, from a line on, as far as it goes. */
function siblings(lines: readonly string[], column: number): string[] {
  const keys: string[] = []
  for (const line of lines) {
    if (line.trim() === '' || line.trimStart().startsWith('#')) continue
    const entries = entriesOf(line)
    const here = entries.find((entry) => entry.key !== undefined && entry.column === column)
    if (here?.key !== undefined) keys.push(here.key)
    // A leading dash begins this object.
    if (entries.some((entry) => entry.column < column) || line.search(/\S/) < column) break
  }
  return keys
}

type Level = { kind: '{' | '['; key?: string; index: number; keys: string[] }

/** In JSON by its brackets up to the offset. */
export function jsonCursor(text: string, at: number): Cursor | undefined {
  const levels: Level[] = []
  let isAfterColon = false
  let from = at
  for (const { 0: token, index } of text.slice(0, at).matchAll(/"(?:[^"\\\n]|\\.)*"?|[{}[\]:,]|[^\s{}[\]:,"]+/g)) {
    const level = levels.at(-1)
    const isLast = index + token.length === at
    if (token === '{' || token === '[') {
      levels.push({ kind: token, index: 0, keys: [] })
      isAfterColon = false
    } else if (token === '}' || token === ']') {
      levels.pop()
      isAfterColon = false
    } else if (token === ':') isAfterColon = true
    else if (token === ',') {
      if (level) level.index++
      isAfterColon = false
    } else if (isLast && !(token.length > 1 && token.endsWith('"'))) from = index
    else if (level?.kind === '{' && !isAfterColon) {
      level.key = token.replaceAll('"', '')
      level.keys.push(level.key)
    }
  }
  const level = levels.at(-1)
  const path = levels.flatMap(({ kind, key, index }, depth): (string | number)[] => {
    if (depth === levels.length - 1 && kind === '{' && !isAfterColon) return []
    return kind === '[' ? [index] : key === undefined ? [] : [key]
  })
  const wants = level?.kind === '{' && !isAfterColon ? 'key' : 'value'
  // The editor inserted the closing quote with the opening one.
  const to = text[from] === '"' && text[at] === '"' ? at + 1 : at
  return { path, wants, from, to, taken: level?.keys ?? [], indent: 0 }
}
