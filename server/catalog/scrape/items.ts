import { shorten } from '@/shared/format'
import { formatJsonPath, readJsonPath } from '../../platform/selection/json-path'
import { classOf, type RelationshipLookup, type SourceMapping, ScraperError, type TextOrPath } from './spec'

/** An item in the current state of its source. */
export type ScrapedItem = {
  externalId: string
  type: string
  configClass: string
  name: string
  description: string | null
  status: string | null
  health: string | null
  labels: Record<string, string>
  tags: Record<string, string>
  /** Its document, without the excluded members. */
  config: unknown
  relationships: { type?: string; name?: string; namespace?: string }[]
}

/** Identifies an item within its scraper. */
export const itemKey = ({ type, externalId }: Readonly<{ type: string; externalId: string | null }>): string =>
  JSON.stringify([type, externalId])

type Steps = SourceMapping['id']

/**
 * Returns the items of a document.
 * @throws {ScraperError} for a document without the list that the source describes, which says nothing about missing
 * items, and for an item without an id or a type, which the next scrape could not identify.
 */
export const readItems = (document: unknown, mapping: SourceMapping, where: string): ScrapedItem[] =>
  (mapping.items ? readList(document, mapping.items, where) : [document]).map((item) => readItem(item, mapping, where))

/**
 * Returns the members of the list at a path. Only a list can be empty: an empty result of anything else would delete
 * all items.
 */
function readList(document: unknown, steps: Steps, where: string): unknown[] {
  const refuse = (path: Steps, expected: string, value: unknown) =>
    new ScraperError(`${where} has no ${expected} at ${formatJsonPath(path)}: ${describeValue(value)}`)
  let values: unknown[] = [document]
  for (const [at, step] of steps.entries()) {
    const found = values.map((value) => stepInto(value, step))
    // Some members of a list may lack an optional list of their own.
    const isOptional = steps.slice(0, at).includes('*') && found.some((members) => members !== undefined)
    const wrong = values.findIndex((value, index) =>
      isOptional ? typeof value !== 'object' : found[index] === undefined
    )
    if (wrong >= 0)
      throw step === '*'
        ? refuse(steps.slice(0, at), 'list', values[wrong])
        : refuse(steps.slice(0, at + 1), 'value', values[wrong])
    values = found.flatMap((members) => members ?? [])
  }
  const items = values.flatMap((value): unknown[] => {
    if (Array.isArray(value)) return value
    if (typeof value === 'object' && value !== null) return [value]
    throw refuse(steps, 'list of objects', value)
  })
  // `{"items": []}` at `$[*]` is another document than expected.
  if (items.length === 0 && steps.at(-1) === '*' && values.length > 0) throw refuse(steps, 'objects', values[0])
  return items
}

const stepInto = (value: unknown, step: Steps[number]): unknown[] | undefined => {
  if (step === '*') return listMembers(value)
  const found = readJsonPath(value, [step])
  return found.length > 0 ? found : undefined
}

/** The members of a list or a map. An empty map does not count as an empty list: services answer with one on failure. */
function listMembers(value: unknown): unknown[] | undefined {
  if (Array.isArray(value)) return value
  if (typeof value !== 'object' || value === null) return undefined
  const members = Object.values(value)
  return members.length > 0 ? members : undefined
}

/** The type of a value and its first words. */
function describeValue(value: unknown): string {
  if (typeof value === 'string') return `found the text ${JSON.stringify(shorten(value.trim(), 60))}`
  if (value === null || value === undefined) return 'found nothing'
  if (Array.isArray(value)) return `found a list of ${value.length}`
  if (typeof value !== 'object') return `found ${String(value)}`
  const names = Object.keys(value)
  return names.length === 0 ? 'found an empty object' : `found an object with ${shorten(names.join(', '), 60)}`
}

function readItem(item: unknown, mapping: SourceMapping, where: string): ScrapedItem {
  const externalId = textAt(item, mapping.id)
  const type = readText(item, mapping.type)
  if (!externalId) throw new ScraperError(`an item in ${where} has no id`)
  if (!type) throw new ScraperError(`the item ${externalId.slice(0, 100)} in ${where} has no type`)
  const labels = { ...textsIn(readJsonPath(item, ['metadata', 'labels'])[0]), ...mapping.labels }
  const tags = Object.fromEntries(
    Object.entries(mapping.tags).flatMap(([tag, from]) => {
      const value = readText(item, from)
      return value ? [[tag, value]] : []
    })
  )
  const health = mapping.health && textAt(item, mapping.health)
  return {
    externalId,
    type,
    configClass: (mapping.class && readText(item, mapping.class)) || classOf(type),
    name: (mapping.name && textAt(item, mapping.name)) || externalId,
    description: (mapping.description && textAt(item, mapping.description)) || null,
    status: (mapping.status && textAt(item, mapping.status)) || null,
    health: health && healths.has(health) ? health : null,
    labels,
    tags,
    config: without(item, excludedOf(mapping, type)),
    relationships: readRelationships(mapping, labels),
  }
}

const healths = new Set(['healthy', 'unhealthy', 'warning', 'unknown'])

const excludedOf = ({ transform }: SourceMapping, type: string): Steps[] =>
  transform.exclude.filter(({ types }) => types.length === 0 || types.includes(type)).map(({ jsonpath }) => jsonpath)

/** A relationship whose label the item lacks has no target. */
const readRelationships = ({ transform }: SourceMapping, labels: Readonly<Record<string, string>>) =>
  transform.relationship.flatMap((selector) => {
    const required = Object.entries(selector).map(([member, lookup]) => [member, lookupValue(lookup, labels)] as const)
    return required.every(([, value]) => value)
      ? [Object.fromEntries(required) as { type?: string; name?: string }]
      : []
  })

const lookupValue = ({ value, label }: RelationshipLookup = {}, labels: Readonly<Record<string, string>>) =>
  value ?? (label !== undefined && Object.hasOwn(labels, label) ? labels[label] : undefined)

const readText = (item: unknown, from: TextOrPath): string => ('text' in from ? from.text : textAt(item, from.steps))

/** A value that is neither a text nor a number counts as absent. */
function textAt(item: unknown, steps: Steps): string {
  const [value] = readJsonPath(item, steps)
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

const textsIn = (value: unknown): Record<string, string> =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).filter(([, one]) => typeof one === 'string'))
    : {}

/** Removes the members at some paths from a document. */
function without(document: unknown, paths: readonly Steps[]): unknown {
  if (paths.length === 0) return document
  const copy: unknown = structuredClone(document)
  for (const steps of paths) {
    const last = steps.at(-1)
    for (const holder of readJsonPath(copy, steps.slice(0, -1))) if (last !== undefined) remove(holder, last)
  }
  return copy
}

function remove(holder: unknown, member: string | number): void {
  if (Array.isArray(holder)) holder.splice(member === '*' ? 0 : Number(member), member === '*' ? Infinity : 1)
  else if (typeof holder === 'object' && holder !== null)
    for (const name of member === '*' ? Object.keys(holder) : [member]) delete (holder as Record<string, unknown>)[name]
}
