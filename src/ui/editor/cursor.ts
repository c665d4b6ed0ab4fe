import type { SchemaPath } from './json-schema'

/** The position of an offset in the structure of a text that may be incomplete. */
type StructureCursor = {
  path: SchemaPath
  /** Whether a key or a value may start here, or either, as after the dash of a list item. */
  accepts: 'key' | 'value' | 'either'
  /** The range that is already typed. */
  from: number
  to: number
  /** Keys that the object already has. */
  usedKeys: readonly string[]
  /** Number of columns before the key. */
  indent: number
}

type Entry = { column: number; key?: string }

/** In characters. Hand-written lines are shorter, and time grows with the square of the line length. */
const LONGEST_LINE = 1000

const parseEntries = (line: string): Entry[] => {
  if (line.length > LONGEST_LINE) return []
  const [, space = '', dashes = '', rest = ''] = /^(\s*)((?:- +|-$)*)(.*)$/.exec(line) ?? []
  if (rest.startsWith('#')) return []
  const entries: Entry[] = [...dashes.matchAll(/-/g)].map(({ index }) => ({ column: space.length + index }))
  const key = parseKey(rest)
  return key === undefined ? entries : [...entries, { column: space.length + dashes.length, key }]
}

const parseKey = (text: string): string | undefined => {
  const [, quoted, single, plain] =
    /^(?:"([^"]*)"|'([^']*)'|([^\s#"'[{&*!|>%@`-][^#]*?|-[^\s#][^#]*?))\s*:(?:\s|$)/.exec(text) ?? []
  return quoted ?? single ?? plain
}

/** The cursor in YAML, found by indentation, so that the text around the line need not be valid. */
export function findYamlCursor(text: string, at: number): StructureCursor | undefined {
  const before = text.slice(0, at).split('\n')
  const line = before.pop() ?? ''
  if (line.length > LONGEST_LINE || /(^|\s)#/.test(line)) return undefined
  const own = parseEntries(line)
  const [, space = '', dashes = '', rest = ''] = /^(\s*)((?:- +|-$)*)(.*)$/.exec(line) ?? []
  const key = own.find((entry) => entry.key !== undefined)
  const column = space.length + dashes.length
  const typed = key ? (/:\s*(.*)$/.exec(rest)?.[1] ?? '') : rest
  const path: (string | number)[] = []
  let [keyLimit, dashLimit] = [column, column]
  const take = ({ column: start, key: name }: Entry) => {
    if (name === undefined && start < dashLimit) {
      path.unshift(0)
      // A list may follow its key without indentation.
      ;[keyLimit, dashLimit] = [start + 1, start]
    } else if (name !== undefined && start < keyLimit) {
      path.unshift(name)
      ;[keyLimit, dashLimit] = [start, start]
    }
  }
  if (key) [keyLimit, dashLimit] = [column + 1, column + 1]
  for (const entry of own.toReversed()) take(entry)
  for (const above of before.toReversed()) for (const entry of parseEntries(above).toReversed()) take(entry)
  const after = text.slice(at).split('\n').slice(1)
  const usedKeys = dashes
    ? [...siblings(after, column)]
    : [...siblings(before.toReversed(), column), ...siblings(after, column)]
  const accepts = key ? 'value' : dashes ? 'either' : 'key'
  return { path, accepts, from: at - typed.length, to: at, usedKeys, indent: column }
}

/** The keys of one object, from a line to the end of the object. */
function siblings(lines: readonly string[], column: number): string[] {
  const keys: string[] = []
  for (const line of lines) {
    if (line.trim() === '' || line.trimStart().startsWith('#')) continue
    const entries = parseEntries(line)
    const here = entries.find((entry) => entry.key !== undefined && entry.column === column)
    if (here?.key !== undefined) keys.push(here.key)
    // A leading dash starts this object.
    if (entries.some((entry) => entry.column < column) || line.search(/\S/) < column) break
  }
  return keys
}

type Level = { kind: '{' | '['; key?: string; index: number; keys: string[] }

/** The cursor in JSON, found by the brackets before the offset. */
export function findJsonCursor(text: string, at: number): StructureCursor | undefined {
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
  const accepts = level?.kind === '{' && !isAfterColon ? 'key' : 'value'
  // The editor inserts the closing quote together with the opening one.
  const to = text[from] === '"' && text[at] === '"' ? at + 1 : at
  return { path, accepts, from, to, usedKeys: level?.keys ?? [], indent: 0 }
}
