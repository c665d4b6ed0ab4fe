import {
  type CST,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  parseAllDocuments,
  visit,
} from 'yaml'
export type Language = 'yaml' | 'json'

/** Keys of objects and indexes of lists, from the root to a value. */
export type DocumentPath = readonly (string | number)[]

export type ReadOptions = {
  language: Language
}

/** Merge keys (`<<`) have the same meaning as in the backend. Other options would parse the same text differently. */
export const yamlOptions = { merge: true, prettyErrors: false } as const

/** Offsets count UTF-16 units from the start of the text, including a byte order mark. */
type TextPosition = { from: number; to: number }

/** Why a text cannot be parsed, or a value cannot be changed, with the offset if known. */
export type EditRefusal = { refusal: string; at: number }

export const isRefusal = (one: unknown): one is EditRefusal =>
  typeof one === 'object' && one !== null && 'refusal' in one

/** A parsed text. */
export type DocumentSource = {
  /** Without the byte order mark, which the offsets of nodes do not count. */
  text: string
  mark: '' | '\uFEFF'
  options: ReadOptions
  document: Document.Parsed | undefined
  /** Value of the document; undefined without a document. */
  value: unknown
  /** Values of the further documents, in their order. */
  others: readonly unknown[]
}

/**
 * Parses a text, or returns why it cannot be parsed. Duplicate keys are an error, because only one of them would count.
 */
export function readSource(whole: string, options: ReadOptions): DocumentSource | EditRefusal {
  const mark = whole.startsWith('\uFEFF') ? '\uFEFF' : ''
  const text = whole.slice(mark.length)
  if (options.language === 'json' && text.trim() !== '') {
    try {
      JSON.parse(text)
    } catch {
      return { refusal: 'The text is not valid JSON', at: 0 }
    }
  }
  const parsed = parseAllDocuments(text, { ...yamlOptions, keepSourceTokens: true })
  const documents: Document.Parsed[] = 'empty' in parsed ? [] : parsed
  const [document] = documents
  const [error] = document?.errors ?? []
  if (error) return { refusal: reasonOf(error.code, error.message), at: error.pos[0] + mark.length }
  const strange = document && findCollectionKey(document)
  if (strange) return strange
  try {
    return {
      text,
      mark,
      options,
      document,
      value: document && document.contents !== null ? valueOf(document) : undefined,
      others: documents
        .filter((one) => one !== document)
        .map((one) => (one.errors.length > 0 ? String(one.errors[0]) : valueOf(one))),
    }
  } catch (thrown) {
    return { refusal: thrown instanceof Error ? thrown.message : String(thrown), at: 0 }
  }
}

/** JSON, which the backend expects, has only strings as keys. */
function findCollectionKey(document: Document.Parsed): EditRefusal | undefined {
  let found: EditRefusal | undefined
  visit(document, {
    Pair(_, { key }) {
      if (isScalar(key) || isAlias(key)) return undefined
      found = { refusal: 'A key is a list or an object', at: (key as Node | null)?.range?.[0] ?? 0 }
      return visit.BREAK
    },
  })
  return found
}

/** @throws {Error} if aliases expand too much, or if the value contains itself */
function valueOf(document: Document.Parsed): unknown {
  const value: unknown = document.toJS({ maxAliasCount: 100 })
  // Throws if a value contains itself, which no backend accepts.
  JSON.stringify(value)
  return value
}

const reasonOf = (code: string, message: string) =>
  code === 'DUPLICATE_KEY' ? 'The key is defined twice' : (message.split('\n', 1)[0] ?? message)

/** A node with its ancestors in the document. */
export type FoundNode = {
  node: Node | null
  /** The parent of the node: a pair of a map, or an index of a list; undefined for the root. */
  slot: NodeSlot | undefined
  /** The collections from the root to the node, without the node. */
  inside: readonly Node[]
}
export type NodeSlot =
  { is: 'pair'; pair: Pair<Node, Node | null> } | { is: 'item'; index: number; tokens: readonly CST.SourceToken[] }

/** How far a path could be followed. */
type PathWalk = FoundNode & {
  /** The rest of the path; empty if the value exists. */
  rest: DocumentPath
}

/**
 * Follows a path as far as possible.
 * @returns a refusal if the path leads through an alias or a merge key, because the value is defined elsewhere
 */
export function walkPath({ document }: DocumentSource, path: DocumentPath): PathWalk | EditRefusal {
  let at: FoundNode = { node: (document?.contents as Node | null | undefined) ?? null, slot: undefined, inside: [] }
  for (const [depth, step] of path.entries()) {
    const { node } = at
    if (isAlias(node)) return elsewhere(node.source, node.range?.[0])
    const slot = isMap(node) ? pairOf(node.items as Pair<Node, Node | null>[], step) : itemOf(node, step)
    if (!slot) {
      const merged = isMap(node) ? mergeIn(node.items as Pair[], step, document) : undefined
      return merged ?? { ...at, rest: path.slice(depth) }
    }
    at = {
      node: slot.is === 'pair' ? slot.pair.value : ((node as { items: Node[] }).items[slot.index] ?? null),
      slot,
      inside: [...at.inside, node as Node],
    }
  }
  return isAlias(at.node) ? elsewhere(at.node.source, at.node.range?.[0]) : { ...at, rest: [] }
}

const elsewhere = (name: string, at = 0): EditRefusal => ({
  refusal: `The value is defined elsewhere as &${name}`,
  at,
})

function pairOf(pairs: readonly Pair<Node, Node | null>[], step: string | number): NodeSlot | undefined {
  const pair = pairs.find(({ key }) => isScalar(key) && String(key.value ?? '') === String(step) && !isMergeKey(key))
  return pair && { is: 'pair', pair }
}

function itemOf(node: Node | null, step: string | number): NodeSlot | undefined {
  if (!isSeq(node) || typeof step !== 'number' || step >= node.items.length) return undefined
  const items = (node.srcToken as CST.BlockSequence | undefined)?.items ?? []
  return { is: 'item', index: step, tokens: items[step]?.start ?? [] }
}

const isMergeKey = (key: unknown) => isScalar(key) && key.source === '<<' && key.type === 'PLAIN'

/** Refuses a key that comes from a merge. */
function mergeIn(
  pairs: readonly Pair[],
  step: string | number,
  document: Document.Parsed | undefined
): EditRefusal | undefined {
  const merge = pairs.find(({ key }) => isMergeKey(key))
  if (!merge || !document) return undefined
  const from = isAlias(merge.value) || isSeq(merge.value) || isMap(merge.value) ? merge.value : undefined
  const sources = isSeq(from) ? from.items : [from]
  const has = sources.some((one) => {
    const map = isAlias(one) ? one.resolve(document) : one
    return isMap(map) && map.has(step)
  })
  return has
    ? { refusal: 'The value is merged with << from another part of the text', at: (from as Node).range?.[0] ?? 0 }
    : undefined
}

/** A value in a text. */
type DocumentValue = {
  /** Undefined if there is no value at the path. */
  value: unknown
  place: TextPosition | undefined
  /** Why the value can be changed in the code only. */
  refusal?: EditRefusal
}

/** Reads the value at a path. */
export function readValueAt(source: DocumentSource, path: DocumentPath): DocumentValue {
  const value = path.reduce<unknown>(getChild, source.value)
  const found = walkPath(source, path)
  if (isRefusal(found)) return { value, place: undefined, refusal: found }
  const range = found.rest.length === 0 ? (found.node ?? keyOf(found.slot))?.range : undefined
  const from = source.mark.length
  return { value, place: range ? { from: range[0] + from, to: range[1] + from } : undefined }
}

const keyOf = (slot: NodeSlot | undefined) => (slot?.is === 'pair' ? slot.pair.key : undefined)

/** The value of a key or index; undefined if there is none. */
export function getChild(value: unknown, step: string | number): unknown {
  if (Array.isArray(value)) return (value as unknown[])[Number(step)]
  return typeof value === 'object' && value !== null && Object.hasOwn(value, step)
    ? (value as Record<string, unknown>)[step]
    : undefined
}
