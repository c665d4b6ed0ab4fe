import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Document, isCollection, isScalar, Scalar, visit } from 'yaml'
import { writeValue } from '../src/lib/document/edit'
import {
  getChild,
  isRefusal,
  type Language,
  type DocumentPath,
  readValueAt,
  readSource,
  type DocumentSource,
} from '../src/shared/document/read'
import { isRecord, isSameValue, replaceValueAt } from '../src/shared/document/value'
import { root } from '../scripts/lib/tree.mjs'
import { type Random, createRandom } from '../src/shared/random'

// An edit changes only the edited part of a text. DOCUMENT_CASES and DOCUMENT_SEED select the number and seed of the
// random cases.

const cases = Number(process.env['DOCUMENT_CASES'] ?? 2000)
const seed = Number(process.env['DOCUMENT_SEED'] ?? 20_261_123)

const documentsIn = (path: string) => readFileSync(join(root, path), 'utf8').split(/^---\n/m)
const canaries = readdirSync(join(root, 'tests/server/canaries')).flatMap((name) =>
  documentsIn(`tests/server/canaries/${name}`)
)
const livedIn = documentsIn('tests/documents/lived-in.yaml')
const asWritten = [...livedIn, ...canaries]
/** The texts with Windows line ends, with a byte order mark, and without a final line break. */
const texts = [
  ...asWritten,
  ...livedIn.map((text) => text.replaceAll('\n', '\r\n')),
  ...livedIn.map((text) => `\uFEFF${text}`),
  ...livedIn.map((text) => text.trimEnd()),
]

function read(text: string, language: Language = 'yaml'): DocumentSource {
  const source = readSource(text, { language })
  if (isRefusal(source)) throw new Error(`${source.refusal} at ${source.at} of\n${text}`)
  return source
}

/** The paths of all values of a document, starting with the root. */
function pathsIn(value: unknown, path: DocumentPath = []): DocumentPath[] {
  const deeper = Array.isArray(value)
    ? value.flatMap((one: unknown, index) => pathsIn(one, [...path, index]))
    : isRecord(value)
      ? Object.entries(value).flatMap(([key, one]) => pathsIn(one, [...path, key]))
      : []
  return [path, ...deeper]
}

const words = [
  '',
  'x',
  'two words',
  'yes',
  '12',
  'a: b',
  '# no comment',
  "it's",
  '"',
  'one\ntwo',
  'one\ntwo\n',
  ' blank ',
  '- dash',
  '{',
  '*',
  'ü😀',
  '__proto__',
  '\t',
  '@at',
  '~',
  '1.10',
]

function someValue(random: Random, depth = 0): unknown {
  const kind = random.below(depth > 2 ? 5 : 8)
  if (kind === 0) return random.pick([0, 1, -3, 1.5, 100_000])
  if (kind === 1) return random.chance(0.5)
  if (kind === 2 && depth > 0) return null
  if (kind < 6) return random.pick(words)
  const size = random.below(4)
  const parts = Array.from({ length: size }, () => someValue(random, depth + 1))
  return kind === 6 ? parts : Object.fromEntries(parts.map((one, index) => [`${random.pick(words)}${index}`, one]))
}

/** A document with a random value, in a random style. */
function someText(random: Random): { text: string; language: Language } {
  const value = Object.fromEntries(
    Array.from({ length: 1 + random.below(5) }, (_, at) => [`key${at}`, someValue(random)])
  )
  if (random.chance(0.3)) {
    const text = JSON.stringify(value, null, random.pick([0, 2, 4, '\t']))
    return { text: random.chance(0.5) ? text : `${text}\n`, language: 'json' }
  }
  const document = new Document(value)
  visit(document, {
    Node(_, node) {
      if (random.chance(0.1)) node.comment = ' beside'
      if (random.chance(0.1)) node.commentBefore = ' above'
      if (random.chance(0.1)) node.spaceBefore = true
      if (isCollection(node)) node.flow = random.chance(0.3)
      if (isScalar(node) && typeof node.value === 'string')
        node.type = random.pick([
          Scalar.PLAIN,
          Scalar.QUOTE_SINGLE,
          Scalar.QUOTE_DOUBLE,
          Scalar.BLOCK_LITERAL,
          Scalar.BLOCK_FOLDED,
        ])
    },
  })
  const text = document.toString({
    indent: random.pick([2, 3, 4]),
    indentSeq: random.chance(0.5),
    lineWidth: random.pick([0, 40]),
    flowCollectionPadding: random.chance(0.5),
  })
  return { text: random.chance(0.2) ? text.replaceAll('\n', '\r\n') : text, language: 'yaml' }
}

function* someDocuments(): Generator<{ random: Random; text: string; language: Language; source: DocumentSource }> {
  const random = createRandom(seed)
  for (let count = 0; count < cases; count++) {
    const { text, language } = random.chance(0.5)
      ? { text: random.pick(texts), language: 'yaml' as const }
      : someText(random)
    const source = readSource(text, { language })
    // Random output of a library cannot always be parsed again.
    if (!isRefusal(source)) yield { random, text, language, source }
  }
}

/** The lines of a text that contain a part and its key: from 0, excluding the end. */
function linesOf(source: DocumentSource, path: DocumentPath): [from: number, to: number] {
  const { place } = readValueAt(source, path)
  if (!place) throw new Error(`Nothing at ${path.join('.')}`)
  const text = `${source.mark}${source.text}`
  const lineOf = (at: number) => text.slice(0, at).split('\n').length - 1
  const end = text[place.to - 1] === '\n' && place.to > place.from ? place.to - 1 : place.to
  const key = text.slice(0, place.from).search(/[^\n]*\S(?:\s|#[^\n]*\n)*$/)
  return [lineOf(Math.max(0, key)), lineOf(end) + 1]
}

const isSame = (a: readonly string[], b: readonly string[]) => a.join('\n') === b.join('\n')

/** Whether the lines before and after a part are unchanged. */
function hasSameContext(before: string, after: string, [from, to]: [number, number]): boolean {
  const [old, now] = [before.split('\n'), after.split('\n')]
  const behind = old.slice(to)
  return isSame(now.slice(0, from), old.slice(0, from)) && isSame(now.slice(now.length - behind.length), behind)
}

const valueAt = (source: DocumentSource, path: DocumentPath) => path.reduce<unknown>(getChild, source.value)

const bare = (part: string) => part.replaceAll(/[{},\s]/g, '')

test('reads every document and writes values to their places without a change', () => {
  const wrong: string[] = []
  let written = 0
  for (const text of texts) {
    const source = read(text)
    for (const path of pathsIn(source.value)) {
      const same = writeValue(text, { language: 'yaml' }, path, valueAt(source, path))
      if (isRefusal(same) ? !/elsewhere|<</.test(same.refusal) : same.change !== undefined || same.text !== text)
        wrong.push(`${path.join('.')} of ${text}`)
      written++
    }
  }
  expect(wrong).toEqual([])
  expect(texts.length).toBeGreaterThan(300)
  expect(written).toBeGreaterThan(4000)
})

test('restores a text byte for byte when a change is reverted', () => {
  const wrong: string[] = []
  let changed = 0
  for (const text of texts) {
    const source = read(text)
    for (const path of pathsIn(source.value)) {
      const { value, place, refusal } = readValueAt(source, path)
      const written = place && text.slice(place.from, place.to)
      // Escapes have several spellings, lines can be folded in several ways, and values that older parsers misread are
      // quoted.
      if (refusal || typeof value !== 'string' || !written || /[\\\n]|^\d[\d:-]+$|^[yn]$/.test(written)) continue
      const there = writeValue(text, { language: 'yaml' }, path, 'other')
      if (isRefusal(there)) continue
      const back = writeValue(there.text, { language: 'yaml' }, path, value)
      if (isRefusal(back) || back.text !== text) wrong.push(`${path.join('.')} of ${text}`)
      changed++
    }
  }
  expect(wrong).toEqual([])
  expect(changed).toBeGreaterThan(2000)
})

test('a changed value changes only its own lines, parses as written, and can be reverted', () => {
  const wrong: string[] = []
  let [changed, refused] = [0, 0]
  for (const { random, text, language, source } of someDocuments()) {
    const path = random.pick(pathsIn(source.value))
    const wanted = someValue(random)
    const edited = writeValue(text, { language }, path, wanted)
    if (isRefusal(edited)) {
      refused++
      continue
    }
    changed++
    const after = read(edited.text, language)
    const isRight =
      isSameValue(valueAt(after, path) ?? null, wanted) &&
      (path.length === 0 || hasSameContext(text, edited.text, linesOf(source, path)))
    const back = writeValue(edited.text, { language }, path, valueAt(source, path))
    if (isRefusal(back)) refused++
    if (!isRight || (!isRefusal(back) && !isSameValue(read(back.text, language).value, source.value)))
      wrong.push(`${path.join('.')} = ${JSON.stringify(wanted)} in ${JSON.stringify(text)}`)
  }
  expect(wrong).toEqual([])
  expect(refused).toBeLessThan(cases / 20)
  expect(changed).toBeGreaterThan(cases / 2)
})

test('removes the lines of removed values and adds lines for new ones', () => {
  const wrong: string[] = []
  let refused = 0
  for (const { random, text, language, source } of someDocuments()) {
    const paths = pathsIn(source.value)
    const path = random.pick(paths)
    const removed = writeValue(text, { language }, path, undefined)
    if (isRefusal(removed)) refused++
    else if (
      !isSameValue(read(removed.text, language).value ?? {}, replaceValueAt(source.value, path, undefined) ?? {})
    )
      wrong.push(`without ${path.join('.')}: ${JSON.stringify(text)}`)
    const objects = paths.filter((one) => isRecord(valueAt(source, one)))
    if (objects.length === 0) continue
    const object = random.pick(objects)
    const added = writeValue(text, { language }, [...object, 'added'], 'new')
    if (isRefusal(added)) {
      refused++
      continue
    }
    // An addition removes nothing except the braces of an empty object. A comment can be between a comma and the
    // addition.
    const { change } = added
    if (!change || !bare(change.insert).includes(bare(text.slice(change.from, change.to))))
      wrong.push(`added to ${object.join('.')}: ${JSON.stringify(text)}`)
  }
  expect(wrong).toEqual([])
  expect(refused).toBeLessThan(cases / 10)
})
