import { type CST, isCollection, isMap, isScalar, isSeq, type Node, type Pair, type YAMLMap, type YAMLSeq } from 'yaml'
import {
  getChild,
  type FoundNode,
  isRefusal,
  type ReadOptions,
  type DocumentPath,
  readSource,
  type EditRefusal,
  type NodeSlot,
  type DocumentSource,
  walkPath,
} from '@/shared/document/read'
import { isRecord, isSameValue, replaceValueAt } from '@/shared/document/value'
import {
  findColumn,
  writeInBlock,
  writeInFlow,
  writeKey,
  type TextLayout,
  readTextLayout,
  readScalarStyle,
} from './write'

/** A single replacement. Offsets count UTF-16 units of the previous text. */
type TextChange = { from: number; to: number; insert: string }

/**
 * The result of an edit: the new text and the change that produces it. Without a change, the text already has the
 * value.
 */
type EditResult = { text: string; change: TextChange | undefined }

/**
 * Writes a value to a path of a text and changes nothing else: comments, order, quotes, further documents and unknown
 * members stay as they are. Of objects and lists, only the differences are written. Undefined removes the value. Each
 * result is parsed before it is returned; an edit that would change anything else is refused.
 */
export function writeValue(
  text: string,
  options: ReadOptions,
  path: DocumentPath,
  value: unknown
): EditResult | EditRefusal {
  return edited(
    text,
    options,
    (source) => setIn(source, path, value),
    (whole) => replaceValueAt(whole, path, value)
  )
}

const refuse = (refusal: string, at = 0): EditRefusal => ({ refusal, at })

const other = refuse('This value cannot be changed here without changing others. Edit it in the code')

function edited(
  text: string,
  options: ReadOptions,
  plan: (source: DocumentSource) => string | EditRefusal,
  expected: (whole: unknown) => unknown
): EditResult | EditRefusal {
  const source = readSource(text, options)
  if (isRefusal(source)) return source
  const next = plan(source)
  if (typeof next !== 'string') return next
  if (next === source.text) return { text, change: undefined }
  const whole = `${source.mark}${next}`
  const after = readSource(whole, options)
  const isRight =
    !isRefusal(after) &&
    isSameValue(after.value ?? {}, expected(source.value) ?? {}) &&
    isSameValue(after.others, source.others)
  return isRight ? { text: whole, change: changeBetween(text, whole) } : other
}

/** The smallest single replacement between two texts. It starts and ends at character boundaries. */
export function changeBetween(before: string, after: string): TextChange | undefined {
  if (before === after) return undefined
  const most = Math.min(before.length, after.length)
  let from = 0
  while (from < most && before[from] === after[from]) from++
  if (isLow(before[from]) || isLow(after[from])) from--
  let end = 0
  while (end < most - from && before.at(-1 - end) === after.at(-1 - end)) end++
  if (end > 0 && (isLow(before[before.length - end]) || isLow(after[after.length - end]))) end--
  return { from, to: before.length - end, insert: after.slice(from, after.length - end) }
}

const isLow = (unit = '') => /[\uDC00-\uDFFF]/.test(unit)

const splice = (text: string, from: number, to: number, insert: string) =>
  `${text.slice(0, from)}${insert}${text.slice(to)}`

function rangeOf(node: Node | null): [from: number, to: number, after: number] {
  if (!node?.range) throw new Error('A parsed node has no range')
  return node.range
}

/** Applies the steps in sequence, each to the result of the previous step. */
function inTurn(
  source: DocumentSource,
  steps: readonly ((source: DocumentSource) => string | EditRefusal)[]
): string | EditRefusal {
  let now = source
  for (const step of steps) {
    const text = step(now)
    if (typeof text !== 'string') return text
    if (text === now.text) continue
    const next = readSource(`${source.mark}${text}`, source.options)
    if (isRefusal(next)) return other
    now = next
  }
  return now.text
}

function setIn(source: DocumentSource, path: DocumentPath, value: unknown): string | EditRefusal {
  if (value === undefined) return removeIn(source, path)
  const found = walkPath(source, path)
  if (isRefusal(found)) return found
  const { node, rest } = found
  if (rest.length > 0) return addIn(source, found, rest, value)
  const before = path.reduce<unknown>(getChild, source.value)
  if (node && isSameValue(before, value)) return source.text
  if (isMap(node) && node.items.length > 0 && isRecord(value) && Object.keys(value).length > 0)
    return inTurn(source, [
      ...Object.keys(before as object)
        .filter((key) => !Object.hasOwn(value, key))
        .map((key) => (now: DocumentSource) => removeIn(now, [...path, key])),
      ...Object.entries(value).map(
        ([key, one]) =>
          (now: DocumentSource) =>
            setIn(now, [...path, key], one)
      ),
    ])
  if (isSeq(node) && node.items.length > 0 && Array.isArray(value) && value.length > 0)
    return inTurn(source, listSteps(path, before as unknown[], value))
  return replace(source, found, value)
}

/** Steps from one list to another. Equal items at both ends stay unchanged. */
function listSteps(path: DocumentPath, before: readonly unknown[], after: readonly unknown[]) {
  const most = Math.min(before.length, after.length)
  let start = 0
  while (start < most && isSameValue(before[start], after[start])) start++
  let end = 0
  while (end < most - start && isSameValue(before.at(-1 - end), after.at(-1 - end))) end++
  const [old, wanted] = [before.length - start - end, after.slice(start, after.length - end)]
  return [
    ...wanted.map(
      (one, at) => (now: DocumentSource) =>
        at < old ? setIn(now, [...path, start + at], one) : insertIn(now, path, start + at, one)
    ),
    ...Array.from(
      { length: Math.max(0, old - wanted.length) },
      () => (now: DocumentSource) => removeIn(now, [...path, start + wanted.length])
    ),
  ]
}

const isFlow = (node: Node | null): boolean => isCollection(node) && node.flow === true
const isInFlow = (source: DocumentSource, { inside }: Pick<FoundNode, 'inside'>) =>
  source.options.language === 'json' || inside.some(isFlow)

/** Start and indentation of the line of an offset. */
function lineAt(text: string, at: number): { start: number; indent: string } {
  const start = text.lastIndexOf('\n', at - 1) + 1
  return { start, indent: /^[ \t]*/.exec(text.slice(start, at))?.[0] ?? '' }
}

/** End of a line, before its line break. */
function endOfLine(text: string, at: number): number {
  const found = text.indexOf('\n', at)
  const end = found < 0 ? text.length : found
  return end > at && text[end - 1] === '\r' ? end - 1 : end
}

/** Replaces an existing value. */
function replace(source: DocumentSource, found: FoundNode, value: unknown): string | EditRefusal {
  const { text } = source
  const { node, slot } = found
  const layout = readTextLayout(source)
  // A key without a value, as in {a, b}.
  if (!node && slot) return other
  if (!node) return writeRoot(source, value)
  const [from, to] = rangeOf(node)
  if (!slot && from === to) return writeRoot(source, value)
  if (isInFlow(source, found)) {
    const written = writeInFlow(value, readScalarStyle(node), layout, lineAt(text, from).indent)
    // An empty value between a colon and the next token has no text of its own.
    return from === to
      ? splice(text, afterIndicator(slot), afterIndicator(slot), ` ${written}`)
      : splice(text, from, to, written)
  }
  const column = indentOf(source, found)
  const written = writeInBlock(slot?.is ?? 'root', value, readScalarStyle(node), layout, column)
  const isBefore = isBlock(node)
  const [first = '', ...further] = written.split(layout.eol)
  const start = slot ? afterIndicator(slot) : from
  const head = text.slice(start, from)
  if (!isBefore && further.length === 0) {
    if (from === to) return splice(text, start, start, first)
    return splice(text, from, to, first.trimStart())
  }
  if (hasProperties(slot) && (isBefore || isCollectionValue(value)))
    return refuse('The value has an anchor or a tag. Edit it in the code', from)
  // A comment next to the key stays there.
  const tailEnd = isBefore ? to : endOfLine(text, to)
  const comments = [commentOf(head), isBefore ? headerComment(text, node) : commentOf(text.slice(to, tailEnd))]
  const own = comments.find((one) => one !== '') ?? ''
  const between = head.includes('\n') ? linesBetween(head) : []
  const all = [`${first}${own === '' ? '' : ` ${own}`}`, ...between, ...further].join(layout.eol)
  const needsBreak = isBefore && text[to - 1] === '\n' && !all.endsWith('\n')
  const hasBreak = !needsBreak && all.endsWith('\n') && text[tailEnd - 1] !== '\n'
  const fitted = needsBreak ? `${all}${layout.eol}` : hasBreak ? all.slice(0, -layout.eol.length) : all
  return splice(text, start, tailEnd, fitted)
}

const isCollectionValue = (value: unknown) => isRecord(value) || Array.isArray(value)

/** A multi-line collection or a block scalar. */
const isBlock = (node: Node) =>
  (isCollection(node) && node.flow !== true) ||
  (isScalar(node) && (node.type === 'BLOCK_LITERAL' || node.type === 'BLOCK_FOLDED'))

const commentOf = (line: string) => /^[ \t]*(#[^\r\n]*)/.exec(line)?.[1]?.trimEnd() ?? ''

/** Comments on lines of their own between a key and its value. */
const linesBetween = (head: string): string[] =>
  head
    .split(/\r?\n/)
    .slice(1)
    .filter((line) => line.trim() !== '')
    .map((line) => line.trimEnd())

/** The comment after `|` or `>`. */
function headerComment(text: string, node: Node): string {
  if (!isScalar(node)) return ''
  const [from] = rangeOf(node)
  return /[ \t](#.*)/.exec(text.slice(from, endOfLine(text, from)))?.[1]?.trimEnd() ?? ''
}

type PairTokens = { start?: CST.SourceToken[]; sep?: CST.SourceToken[] }

const tokensOf = (pair: Pair): PairTokens => (pair.srcToken ?? {}) as PairTokens

/** The offset after the colon of a pair or the dash of an item. */
function afterIndicator(slot: NodeSlot | undefined): number {
  const tokens = slot?.is === 'pair' ? tokensOf(slot.pair).sep : slot?.is === 'item' ? slot.tokens : undefined
  const indicator = tokens?.find(({ type }) => type === 'map-value-ind' || type === 'seq-item-ind')
  if (indicator) return indicator.offset + 1
  // A key without a value within braces.
  return slot?.is === 'pair' ? rangeOf(slot.pair.key)[1] : 0
}

const hasProperties = (slot: NodeSlot | undefined) =>
  (slot?.is === 'pair' ? (tokensOf(slot.pair).sep ?? []) : (slot?.tokens ?? [])).some(
    ({ type }) => type === 'anchor' || type === 'tag'
  )

/** Indentation of a slot, for all lines but the first. */
function indentOf({ text }: DocumentSource, { slot }: FoundNode): string {
  if (!slot) return ''
  const at = slot.is === 'pair' ? startOfPair(slot.pair) : startOfItem(slot.tokens)
  return ' '.repeat(findColumn(text, at))
}

const isBlank = ({ type }: CST.SourceToken) =>
  type === 'space' || type === 'newline' || type === 'comment' || type === 'comma'

const startOfPair = (pair: Pair): number =>
  (tokensOf(pair).start ?? []).find((token) => !isBlank(token))?.offset ?? rangeOf(pair.key as Node)[0]

const startOfItem = (tokens: readonly CST.SourceToken[]): number =>
  tokens.find(({ type }) => type === 'seq-item-ind')?.offset ?? 0

/** End of an entry of a collection, without the rest of its line. */
function endOfPart(part: Node | Pair<Node, Node | null> | null): number {
  if (!part) throw new Error('A list has no item at an index')
  if (!('key' in part)) return rangeOf(part)[1]
  return part.value ? rangeOf(part.value)[1] : rangeOf(part.key)[1]
}

type Parts = readonly (Pair<Node, Node | null> | Node)[]
const partsOf = (node: YAMLMap | YAMLSeq) => node.items as unknown as Parts

/** Inserts a line after an offset, and after a comment on the same line. */
function insertLine(text: string, end: number, line: string, { eol }: TextLayout): string {
  if (text[end - 1] === '\n') return splice(text, end, end, `${line}${eol}`)
  const at = endOfLine(text, end)
  return splice(text, at, at, `${eol}${line}`)
}

/** Writes a value to a document that is empty except for comments. */
function writeRoot(source: DocumentSource, value: unknown): string {
  const { text, document } = source
  const layout = readTextLayout(source)
  const at = document ? document.range[1] : text.length
  const written =
    layout.language === 'json'
      ? writeInFlow(value, undefined, layout, '')
      : writeInBlock('root', value, undefined, layout, '')
  const start = at > 0 && text[at - 1] !== '\n' ? layout.eol : ''
  const end = written.endsWith('\n') || /^\r?\n/.test(text.slice(at)) ? '' : layout.eol
  return splice(text, at, at, `${start}${written}${end}`)
}

/** Adds the missing members of a path. */
function addIn(source: DocumentSource, found: FoundNode, rest: DocumentPath, value: unknown): string | EditRefusal {
  const { node } = found
  const [step = ''] = rest
  const nested = replaceValueAt(undefined, rest.slice(1), value)
  if (!node) return writeRoot(source, replaceValueAt(undefined, rest, value))
  if (isScalar(node) && node.value === null) return replace(source, found, replaceValueAt(undefined, rest, value))
  if (isSeq(node) && step === node.items.length) return insertPart(source, found, node, step, nested)
  if (!isMap(node)) return refuse('A value of another type is in its place', rangeOf(node)[0])
  return insertPart(source, found, node, node.items.length, nested, String(step))
}

function insertIn(source: DocumentSource, path: DocumentPath, index: number, value: unknown): string | EditRefusal {
  const found = walkPath(source, path)
  if (isRefusal(found)) return found
  return isSeq(found.node) ? insertPart(source, found, found.node, index, value) : other
}

function insertPart(
  source: DocumentSource,
  found: FoundNode,
  collection: YAMLMap | YAMLSeq,
  index: number,
  value: unknown,
  key?: string
): string | EditRefusal {
  const { text } = source
  const parts = partsOf(collection)
  const whole = key === undefined ? [value] : replaceValueAt({}, [key], value)
  if (parts.length === 0) return replace(source, found, whole)
  if (isFlow(collection) || source.options.language === 'json') return insertInFlow(source, parts, index, value, key)
  const layout = readTextLayout(source)
  const first = startOfPart(collection, 0)
  const indent = ' '.repeat(findColumn(text, first))
  const after =
    key === undefined
      ? `-${writeInBlock('item', value, undefined, layout, indent)}`
      : `${writeKey(key, undefined, layout)}:${writeInBlock('pair', value, undefined, layout, indent)}`
  const line = `${indent}${after.replace(/\n$/, '')}`
  const before = parts[index - 1]
  if (before) return insertLine(text, endOfPart(before), line, layout)
  const { start } = lineAt(text, first)
  if (text.slice(start, first).trim() !== '') return other
  return splice(text, start, start, `${line}${layout.eol}`)
}

/** Start of an entry of a collection, including an anchor or a dash. */
function startOfPart(collection: YAMLMap | YAMLSeq, index: number): number {
  const part = partsOf(collection)[index]
  if (part && 'key' in part) return startOfPair(part)
  if (isFlow(collection)) return rangeOf(part ?? null)[0]
  const tokens = (collection.srcToken as CST.BlockSequence | undefined)?.items[index]?.start
  return startOfItem(tokens ?? [])
}

function insertInFlow(
  source: DocumentSource,
  parts: Parts,
  index: number,
  value: unknown,
  key: string | undefined
): string {
  const { text } = source
  const layout = readTextLayout(source)
  const beside = parts[Math.min(index, parts.length - 1)]
  const start = beside && 'key' in beside ? startOfPair(beside) : rangeOf(beside ?? null)[0]
  const { start: lineStart, indent } = lineAt(text, start)
  const isOnOwnLine = text.slice(lineStart, start).trim() === ''
  const written = `${key === undefined ? '' : `${writeKey(key, undefined, layout)}: `}${writeInFlow(value, undefined, layout, indent)}`
  const gap = isOnOwnLine ? `${layout.eol}${indent}` : ' '
  if (index < parts.length) return splice(text, start, start, `${written},${gap}`)
  const end = endOfPart(parts.at(-1) ?? null)
  const comma = /^\s*,/.exec(text.slice(end))?.[0]
  if (comma !== undefined) return splice(text, end + comma.length, end + comma.length, `${gap}${written},`)
  // A comment on the line of the last entry stays with it.
  const comment = isOnOwnLine ? (/^[ \t]*#[^\r\n]*/.exec(text.slice(end))?.[0] ?? '') : ''
  return splice(text, end, end + comment.length, `,${comment}${gap}${written}`)
}

function removeIn(source: DocumentSource, path: DocumentPath): string | EditRefusal {
  const found = walkPath(source, path)
  if (isRefusal(found)) return found
  const { node, slot, rest } = found
  if (rest.length > 0) return source.text
  const parent = found.inside.at(-1)
  if (!slot || !(isMap(parent) || isSeq(parent))) {
    const [from, to] = node ? rangeOf(node) : [0, 0]
    return splice(source.text, from, to, '')
  }
  const parts = partsOf(parent)
  if (parts.length === 1) {
    const around = walkPath(source, path.slice(0, -1))
    return isRefusal(around) ? around : replace(source, around, isMap(parent) ? {} : [])
  }
  const index = slot.is === 'pair' ? parts.indexOf(slot.pair) : slot.index
  return isFlow(parent) ? removeInFlow(source.text, parent, index) : removeLines(source.text, parent, index)
}

function removeInFlow(text: string, collection: YAMLMap | YAMLSeq, index: number): string {
  const parts = partsOf(collection)
  return index < parts.length - 1
    ? splice(text, startOfPart(collection, index), startOfPart(collection, index + 1), '')
    : splice(text, endOfPart(parts[index - 1] ?? null), endOfPart(parts[index] ?? null), '')
}

/** Removes an entry with lines of its own. A comment above it stays, because it may apply to more. */
function removeLines(text: string, collection: YAMLMap | YAMLSeq, index: number): string {
  const start = startOfPart(collection, index)
  const { start: lineStart } = lineAt(text, start)
  const before = text.slice(lineStart, start)
  if (before.trim() !== '') {
    // The entry starts on the line of a dash, so the next entry moves there.
    const next = partsOf(collection)[index + 1]
    const tokens =
      next && 'key' in next ? tokensOf(next).start : (collection.srcToken as CST.BlockSequence).items[index + 1]?.start
    const comment = tokens?.find(({ type }) => type === 'comment')
    return splice(text, start, comment?.offset ?? startOfPart(collection, index + 1), '')
  }
  const end = endOfPart(partsOf(collection)[index] ?? null)
  if (text[end - 1] === '\n') return splice(text, lineStart, end, '')
  const lineEnd = endOfLine(text, end)
  const lineBreak = /^\r?\n/.exec(text.slice(lineEnd))?.[0] ?? ''
  // At the end of a text without a final line break, the previous line break is removed.
  const back = lineBreak === '' ? (/\r?\n$/.exec(text.slice(0, lineStart))?.[0].length ?? 0) : 0
  return splice(text, lineStart - back, lineEnd + lineBreak.length, '')
}
