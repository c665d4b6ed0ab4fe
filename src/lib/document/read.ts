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

/** Keys of objects and positions in lists, from the whole to a part. */
export type Path = readonly (string | number)[]

export type Options = {
  language: Language
}

/** Merge keys (`<<`) mean what they mean to the backend. Other options would be another reading of the same text. */
export const reading = { merge: true, prettyErrors: false } as const

/** Offsets count UTF-16 units from the start of the text, a byte order mark among them. */
export type Place = { from: number; to: number }

/** Why a text cannot be read, or a part of it not be changed, as a sentence; and where, as far as that is known. */
export type Refusal = { refusal: string; at: number }

export const isRefusal = (one: unknown): one is Refusal => typeof one === 'object' && one !== null && 'refusal' in one

/** A text that was read. */
export type Source = {
  /** Without the byte order mark, which the offsets of nodes do not count. */
  text: string
  mark: '' | '\uFEFF'
  options: Options
  document: Document.Parsed | undefined
  /** Of the document; undefined where there is none. */
  value: unknown
  /** Values of the other documents of the text, in their order. */
  others: readonly unknown[]
}

/** Reads a text, or says why it cannot be read. Duplicate keys are a reason, as only one of them would count. */
export function readSource(whole: string, options: Options): Source | Refusal {
  const mark = whole.startsWith('\uFEFF') ? '\uFEFF' : ''
  const text = whole.slice(mark.length)
  if (options.language === 'json' && text.trim() !== '') {
    try {
      JSON.parse(text)
    } catch {
      return { refusal: 'The text is no JSON', at: 0 }
    }
  }
  const parsed = parseAllDocuments(text, { ...reading, keepSourceTokens: true })
  const documents: Document.Parsed[] = 'empty' in parsed ? [] : parsed
  const [document] = documents
  const [error] = document?.errors ?? []
  if (error) return { refusal: reasonOf(error.code, error.message), at: error.pos[0] + mark.length }
  const strange = document && keyThatIsNoText(document)
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

/** JSON, which the backend takes, has no other keys. */
function keyThatIsNoText(document: Document.Parsed): Refusal | undefined {
  let found: Refusal | undefined
  visit(document, {
    Pair(_, { key }) {
      if (isScalar(key) || isAlias(key)) return undefined
      found = { refusal: 'A key is a list or an object', at: (key as Node | null)?.range?.[0] ?? 0 }
      return visit.BREAK
    },
  })
  return found
}

/** @throws {Error} where aliases would make too much of it, or it contains itself */
function valueOf(document: Document.Parsed): unknown {
  const value: unknown = document.toJS({ maxAliasCount: 100 })
  // Throws where a value contains itself, which no backend takes.
  JSON.stringify(value)
  return value
}

const reasonOf = (code: string, message: string) =>
  code === 'DUPLICATE_KEY' ? 'The same key is there twice' : (message.split('\n', 1)[0] ?? message)

/** A node with what it lies in, from the root of its document. */
export type Found = {
  node: Node | null
  /** What holds it: a pair of a map, or a position of a list; undefined for the root. */
  slot: Slot | undefined
  /** The collections from the root to it, itself not among them. */
  inside: readonly Node[]
}
export type Slot =
  { is: 'pair'; pair: Pair<Node, Node | null> } | { is: 'item'; index: number; tokens: readonly CST.SourceToken[] }

/** How far a path leads. */
export type Walk = Found & {
  /** What is left of the path: nothing where the thing is there. */
  rest: Path
}

/**
 * Follows a path as far as it leads.
 * @returns a refusal where it leads through an alias or a merge key: what is there is written elsewhere
 */
export function walk({ document }: Source, path: Path): Walk | Refusal {
  let at: Found = { node: (document?.contents as Node | null | undefined) ?? null, slot: undefined, inside: [] }
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

const elsewhere = (name: string, at = 0): Refusal => ({
  refusal: `The value is written elsewhere, as &${name}, and used here`,
  at,
})

function pairOf(pairs: readonly Pair<Node, Node | null>[], step: string | number): Slot | undefined {
  const pair = pairs.find(({ key }) => isScalar(key) && String(key.value ?? '') === String(step) && !isMergeKey(key))
  return pair && { is: 'pair', pair }
}

function itemOf(node: Node | null, step: string | number): Slot | undefined {
  if (!isSeq(node) || typeof step !== 'number' || step >= node.items.length) return undefined
  const items = (node.srcToken as CST.BlockSequence | undefined)?.items ?? []
  return { is: 'item', index: step, tokens: items[step]?.start ?? [] }
}

const isMergeKey = (key: unknown) => isScalar(key) && key.source === '<<' && key.type === 'PLAIN'

/** A key that comes with a merge. */
function mergeIn(
  pairs: readonly Pair[],
  step: string | number,
  document: Document.Parsed | undefined
): Refusal | undefined {
  const merge = pairs.find(({ key }) => isMergeKey(key))
  if (!merge || !document) return undefined
  const from = isAlias(merge.value) || isSeq(merge.value) || isMap(merge.value) ? merge.value : undefined
  const sources = isSeq(from) ? from.items : [from]
  const has = sources.some((one) => {
    const map = isAlias(one) ? one.resolve(document) : one
    return isMap(map) && map.has(step)
  })
  return has
    ? { refusal: 'The value comes with <<, from another place in the text', at: (from as Node).range?.[0] ?? 0 }
    : undefined
}

/** A value in a text. */
export type Part = {
  /** Undefined: there is nothing at this path. */
  value: unknown
  place: Place | undefined
  /** Why it can only be changed in the text. */
  refusal?: Refusal
}

/** What is at a path. */
export function readPart(source: Source, path: Path): Part {
  const value = path.reduce<unknown>(childOf, source.value)
  const found = walk(source, path)
  if (isRefusal(found)) return { value, place: undefined, refusal: found }
  const range = found.rest.length === 0 ? (found.node ?? keyOf(found.slot))?.range : undefined
  const from = source.mark.length
  return { value, place: range ? { from: range[0] + from, to: range[1] + from } : undefined }
}

const keyOf = (slot: Slot | undefined) => (slot?.is === 'pair' ? slot.pair.key : undefined)

/** The value below a key or at a position; undefined where there is none. */
export function childOf(value: unknown, step: string | number): unknown {
  if (Array.isArray(value)) return (value as unknown[])[Number(step)]
  return typeof value === 'object' && value !== null && Object.hasOwn(value, step)
    ? (value as Record<string, unknown>)[step]
    : undefined
}
