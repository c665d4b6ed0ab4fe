import { isRecord } from '@/shared/document/value'
import { shorten } from '@/shared/format'

/** One changed member. `from` or `to` is undefined if the member was added or removed, '' for one without a value. */
type Edit = { key: string; parent: string; from?: string | undefined; to?: string | undefined }

/** Maximum number of members in a title. */
const MOST_NAMED = 3
/** Maximum length of a value, in characters. */
const MOST_OF_VALUE = 40

/** Members that change with every version of a document and say nothing about it. */
const NOISE =
  /^(?:resourceVersion|generation|observedGeneration|uid|selfLink|managedFields|creationTimestamp|renewTime|last\w+Time|deployment\.kubernetes\.io\/revision|kubectl\.kubernetes\.io\/last-applied-configuration|time)$/

type Difference = { diff?: string | null | undefined; patches?: unknown; summary?: string | null | undefined }

/**
 * What a change of a document changed: `Image 4.18.2 → 4.19.0, memory 512Mi → 128Mi`. The unified diff has the old and
 * the new values, a patch one of the two, and the summary of the change only the paths.
 * @returns undefined if none of them names a member
 */
export function describeDifference({ diff, patches, summary }: Difference): string | undefined {
  const edits = (diff && editsOfDiff(diff)) || []
  if (edits.length > 0) return toTitle(edits)
  const patched = Array.isArray(patches) ? editsOfJsonPatch(patches) : mergePatchTitles(patches)
  if (patched.length > 0) return joinTitle(patched)
  const paths = (summary ?? '').split(', ').filter((path) => /^[^\s:]+$/.test(path) && path !== '…')
  return paths.length > 0 ? `${joinTitle([...new Set(paths.map(lastMember))])} changed` : undefined
}

/** Types that say only that a document has a new version. */
const VERSION = /^(?:diff|updated?|modif(?:y|ied)|changed?)$/i

/**
 * The title of a change in lists: the difference for a new version of a document, or the type that its source reports,
 * with the difference if there is one: `Rollback: image 4.19.0 → 4.18.2`.
 */
export function titleOfChange(change: Difference & { change_type?: string | null | undefined }): string {
  const type = change.change_type || 'Change'
  const difference = type === 'diff' || change.diff ? describeDifference(change) : undefined
  if (difference === undefined) return type === 'diff' ? 'Document changed' : type
  return VERSION.test(type) ? difference : `${type}: ${withoutCapital(difference)}`
}

/** Abbreviations keep their spelling. */
const withoutCapital = (text: string) =>
  /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text

const joinTitle = (parts: readonly string[]) => {
  const more = parts.length - MOST_NAMED
  const text = parts.slice(0, MOST_NAMED).join(', ')
  return firstCapital(more > 0 ? `${text} and ${more} more` : text)
}

/** Identifiers such as `max_connections` keep their spelling. */
const firstCapital = (text: string) =>
  /^[a-z]+(?:[ ,]|$)/.test(text) ? `${text.slice(0, 1).toUpperCase()}${text.slice(1)}` : text

/** `spec.replicas` is `replicas`; the name of a label may contain dots itself. */
const lastMember = (path: string) =>
  /(?:^|\.)(?:labels|annotations)\.(.+)$/.exec(path)?.[1] ?? path.slice(path.lastIndexOf('.') + 1)

// Diffs

type Line = { sign: string; indent: number; key: string | undefined; value: string; isItem: boolean }

/** A line of YAML or JSON. The key of `- name: shop` is `name`; a bare item has none. */
function readLine(written: string): Line | undefined {
  const sign = written.slice(0, 1)
  const text = written.slice(1)
  const [lead = ''] = /^\s*(?:- )*/.exec(text) ?? []
  const rest = text.slice(lead.length).replace(/,\s*$/, '').trim()
  if (rest === '' || /^[[\]{}]+$/.test(rest)) return undefined
  const [, quoted, plain, value] = /^(?:"((?:[^"\\]|\\.)+)"|([^\s"'#{[][^:]*?))\s*:(?:\s+(.*))?$/.exec(rest) ?? []
  const key = quoted ?? plain
  const isItem = lead.includes('- ')
  return {
    sign,
    indent: lead.length,
    key,
    value: unquote(key === undefined ? rest : (value ?? '')),
    isItem,
  }
}

const unquote = (value: string) => (/^(["']).*\1$/s.test(value) ? value.slice(1, -1) : value)

/** Whether the value continues on other lines. */
const isOpen = (value: string) => value === '' || /^[|>][+-]?\d*$/.test(value) || value === '{' || value === '['

function editsOfDiff(diff: string): Edit[] {
  const edits: Edit[] = []
  const lines = diff.split('\n')
  const first = lines.findIndex((line) => line.startsWith('@@'))
  /** The members above the current line, outermost first, and the names of the items that they are in. */
  let above: { indent: number; key: string; name?: string }[] = []
  let removed: (Line & { parent: string })[] = []
  let added: (Line & { parent: string })[] = []
  const flush = () => {
    edits.push(...pairLines(removed, added))
    removed = []
    added = []
  }
  for (const written of lines.slice(first + 1)) {
    if (/^(?:---|\+\+\+|\\)/.test(written)) continue
    if (written.startsWith('@@')) {
      flush()
      above = []
      continue
    }
    const line = readLine(written)
    if (written.startsWith(' ')) flush()
    if (!line) continue
    above = above.filter(
      ({ indent }) => indent < line.indent || (indent === line.indent && !line.isItem && isNamed(line))
    )
    const outer = above.findLast(({ indent }) => indent < line.indent)
    const sibling = above.findLast(({ indent, name }) => indent === line.indent && name !== undefined)
    const parent = (line.key === 'value' ? sibling?.name : undefined) ?? outer?.name ?? outer?.key ?? ''
    if (line.sign === '-') removed.push({ ...line, parent })
    else if (line.sign === '+') added.push({ ...line, parent })
    if (line.key === undefined) continue
    if (line.key === 'name') above.push({ indent: line.indent, key: 'name', name: line.value })
    else if (isOpen(line.value)) above.push({ indent: line.indent, key: line.key })
  }
  flush()
  const telling = edits.filter(({ key }) => !NOISE.test(key))
  return withoutRepeats(telling.length > 0 ? telling : edits)
}

/** A member of an item keeps the name of the item; `value` of an environment variable is called by it. */
const isNamed = ({ key }: Line) => key !== 'name'

type Placed = Line & { parent: string }

/** Pairs the removed lines of a block with the added ones by key, in order. */
function pairLines(removed: readonly Placed[], added: readonly Placed[]): Edit[] {
  const left = [...added]
  const edits: Edit[] = []
  const gone: Placed[] = []
  for (const line of removed) {
    const at = left.findIndex((one) => one.key === line.key && one.indent === line.indent && one.parent === line.parent)
    const [pair] = at < 0 ? [] : left.splice(at, 1)
    if (!pair) gone.push(line)
    else if (pair.value !== line.value) edits.push({ ...nameOf(line), from: line.value, to: pair.value })
  }
  for (const line of outermost(gone)) edits.push({ ...nameOf(line), from: line.value })
  for (const line of outermost(left)) edits.push({ ...nameOf(line), to: line.value })
  return edits
}

/** Of an added or removed part of the document, only its first line. */
function outermost(lines: readonly Placed[]): Placed[] {
  let within = Infinity
  return lines.filter((line) => {
    if (line.indent > within || (line.indent === within && !line.isItem)) return false
    within = line.key === undefined ? Infinity : isOpen(line.value) ? line.indent : line.isItem ? line.indent : Infinity
    return true
  })
}

const nameOf = ({ key, parent, isItem, value }: Placed) => {
  if (key === undefined) return { key: parent || 'list', parent: '' }
  if (key === 'value' && parent) return { key: parent, parent: '' }
  // An added item of a list, such as an environment variable, is called by its name.
  return isItem && key === 'name' && parent ? { key: `${parent} ${value}`, parent: '' } : { key, parent }
}

/** One edit for each member: limits and requests often change together, and a version label with its image. */
function withoutRepeats(edits: readonly Edit[]): Edit[] {
  const images = new Set(edits.filter(isImage).map(({ from, to }) => `${tagOf(from)} → ${tagOf(to)}`))
  const seen = new Set<string>()
  const imagesFirst = edits.toSorted((a, b) => Number(isImage(b)) - Number(isImage(a)))
  return imagesFirst.filter((edit) => {
    const pair = shownPair(edit.from, edit.to)
    if (!isImage(edit) && images.has(pair) && /version|chart|tag/i.test(edit.key)) return false
    const own = `${isImage(edit) ? 'image' : edit.key} ${pair}`
    return !seen.has(own) && Boolean(seen.add(own))
  })
}

const isImage = ({ key }: Edit) => key === 'image'

type Image = { name: string; tag: string }

/** `registry:5000/shop/cart:1.2@sha256:…` is `cart` with the tag `1.2`. */
function readImage(reference: string): Image | undefined {
  const [, name, tag, digest] = /^(?:\S*\/)?([^\s:/@]+)(?::([\w.-]+))?(?:@sha256:([0-9a-f]+))?$/i.exec(reference) ?? []
  return name === undefined ? undefined : { name, tag: tag ?? digest?.slice(0, 12) ?? 'latest' }
}

const tagOf = (reference = '') => readImage(reference)?.tag

function shownPair(from: string | undefined, to: string | undefined): string {
  const [a, b] = [from && readImage(from), to && readImage(to)]
  if (!a || !b || !/[:@]/.test(`${from}${to}`)) return `${shownValue(from)} → ${shownValue(to)}`
  return a.name === b.name ? `${a.tag} → ${b.tag}` : `${a.name}:${a.tag} → ${b.name}:${b.tag}`
}

const shownValue = (value = '') => shorten(value.replaceAll(/\s+/g, ' '), MOST_OF_VALUE)

/** Members with the same name are distinguished by the member above: `limits.memory`, `requests.memory`. */
function toTitle(edits: readonly Edit[]): string {
  const count = new Map<string, number>()
  for (const { key } of edits) count.set(key, (count.get(key) ?? 0) + 1)
  return joinTitle(
    edits.map((edit) => {
      const { key, parent, from, to } = edit
      const name = (count.get(key) ?? 0) > 1 && parent ? `${parent}.${key}` : key
      if (from !== undefined && to !== undefined)
        return isOpen(from) || isOpen(to) ? `${name} changed` : `${name} ${shownPair(from, to)}`
      const value = from ?? to ?? ''
      const own = isOpen(value) || key.endsWith(value) ? name : `${name} ${shownValue(value)}`
      return `${own} ${from === undefined ? 'added' : 'removed'}`
    })
  )
}

// Patches

/** A JSON patch (RFC 6902) has the new values. */
const editsOfJsonPatch = (patches: readonly unknown[]): string[] =>
  patches.flatMap((one) => {
    if (!isRecord(one) || typeof one['path'] !== 'string') return []
    const name = (one['path'].split('/').findLast((part) => !/^(?:\d+|-)$/.test(part)) ?? '')
      .replaceAll('~1', '/')
      .replaceAll('~0', '~')
    if (name === '' || NOISE.test(name)) return []
    if (one['op'] === 'remove') return [`${name} removed`]
    const value = isScalar(one['value']) ? String(one['value']) : undefined
    if (one['op'] === 'add') return [value === undefined ? `${name} added` : `${name} ${shownValue(value)} added`]
    return [value === undefined ? `${name} changed` : `${name} → ${shownValue(readTag(name, value))}`]
  })

const readTag = (name: string, value: string) => (name === 'image' ? (readImage(value)?.tag ?? value) : value)

const isScalar = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value)

/**
 * A JSON merge patch (RFC 7396) restores the previous document, so it has the old values, and null for added members. A
 * list is replaced as a whole, so its members need not have changed.
 */
function mergePatchTitles(patch: unknown, name = ''): string[] {
  if (isRecord(patch) && Object.keys(patch).length > 0)
    return Object.entries(patch).flatMap(([key, value]) => (NOISE.test(key) ? [] : mergePatchTitles(value, key)))
  if (name === '') return []
  if (patch === null) return [`${name} added`]
  return [isScalar(patch) ? `${name} changed from ${shownValue(readTag(name, String(patch)))}` : `${name} changed`]
}
