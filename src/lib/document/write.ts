import { Document, isMap, isPair, isScalar, isSeq, type Node, Scalar, visit } from 'yaml'
import type { Language, DocumentSource } from '@/shared/document/read'
import { isRecord } from '@/shared/document/value'

/** Formatting of a text, so that additions look like the rest. */
export type TextLayout = {
  language: Language
  /** Line ending. */
  eol: '\n' | '\r\n'
  /** One level of indentation. */
  step: string
  /** Whether a list below a key is indented further than the key. */
  isListIndented: boolean
}

export function readTextLayout({ text, document, options: { language } }: DocumentSource): TextLayout {
  const eol = /\r?\n/.exec(text)?.[0] === '\r\n' ? '\r\n' : '\n'
  if (language === 'json') return { language, eol, step: /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ', isListIndented: true }
  let step: number | undefined
  let isListIndented: boolean | undefined
  if (document)
    visit(document, {
      Pair(_, { key, value }) {
        if (!isScalar(key) || !(isMap(value) || isSeq(value)) || value.flow) return undefined
        const deeper = findColumn(text, startOf(value)) - findColumn(text, key.range?.[0] ?? 0)
        if (isSeq(value)) isListIndented ??= deeper > 0
        if (deeper > 0) step ??= deeper
        return step !== undefined && isListIndented !== undefined ? visit.BREAK : undefined
      },
    })
  return { language, eol, step: ' '.repeat(Math.min(step ?? 2, 8)), isListIndented: isListIndented ?? true }
}

const startOf = (node: Node) => node.range?.[0] ?? 0

/** Number of characters between the start of the line and an offset. */
export const findColumn = (text: string, at: number): number => at - (text.lastIndexOf('\n', at - 1) + 1)

/** Style of a scalar. Its replacement gets the same style if possible. */
type ScalarStyle = Scalar.Type | undefined

export const readScalarStyle = (node: unknown): ScalarStyle => (isScalar(node) ? (node.type as ScalarStyle) : undefined)

/** Writes a value on one line, as within brackets. JSON with several members is written on several lines. */
export function writeInFlow(
  value: unknown,
  style: ScalarStyle,
  { language, eol, step }: TextLayout,
  indent: string
): string {
  if (language === 'json') return JSON.stringify(value, null, step).replaceAll('\n', `${eol}${indent}`)
  const document = new Document([nodeOf(value, style)], old)
  if (isSeq(document.contents)) document.contents.flow = true
  const [line = ''] = [document.toString({ ...writing, flowCollectionPadding: false })]
  return line.trim().slice(1, -1).trim()
}

/**
 * Writes a value after the colon of a key, the dash of an item, or at the start of a document, including the preceding
 * space or line break. Further lines start with `indent`.
 */
export function writeInBlock(
  at: 'pair' | 'item' | 'root',
  value: unknown,
  style: ScalarStyle,
  { eol, step, isListIndented }: TextLayout,
  indent: string
): string {
  const node = nodeOf(value, style)
  const whole = new Document(at === 'pair' ? { k: node } : at === 'item' ? [node] : node, old)
  const text = whole.toString({ ...writing, indent: Math.max(step.length, 1), indentSeq: isListIndented })
  const after = at === 'root' ? text : text.slice(at === 'pair' ? 'k:'.length : '-'.length)
  const isBlockText = isScalar(node) && /^ [|>]/.test(after)
  const lines = (isBlockText ? after : after.replace(/\n$/, '')).split('\n')
  return lines.map((line, index) => (index === 0 || line === '' ? line : `${indent}${line}`)).join(eol)
}

export const writeKey = (key: string, style: ScalarStyle, layout: TextLayout): string =>
  layout.language === 'json' ? JSON.stringify(key) : writeInFlow(key, style === 'PLAIN' ? undefined : style, layout, '')

/** Quotes words such as `yes`, which YAML 1.1 parsers treat as other types. */
const old = { version: '1.1', aliasDuplicateObjects: false } as const
const writing = { lineWidth: 0 } as const

function nodeOf(value: unknown, style: ScalarStyle): Node {
  const node = new Document(value, old).contents as Node
  if (isScalar(node) && typeof value === 'string' && style && style !== Scalar.PLAIN) node.type = style
  if (!isRecord(value) && !Array.isArray(value)) return node
  // A multi-line text is most readable as a block scalar.
  visit(node, {
    Scalar: (_, one) => {
      if (typeof one.value === 'string' && one.value.includes('\n')) one.type = Scalar.BLOCK_LITERAL
    },
    Pair: (_, pair) => (isPair(pair) ? undefined : visit.SKIP),
  })
  return node
}
