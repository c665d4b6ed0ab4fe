import { isRecord } from '../lib/document/value'
import type { DocumentDescription, DocumentField } from '../lib/form-description'

export type Schema = Readonly<Record<string, unknown>>

/** One kind of entry in a spec that lists its entries by kind: `{ schedule: …, http: [{ url: … }] }`. */
export type EntryKind = {
  /** By the names of their members in one entry; `paths.0` stands for all texts of a list. */
  fields: readonly DocumentField[]
  /** What a new entry begins with. */
  initial: Schema
  /** Members that no field is for. */
  members?: Readonly<Record<string, Schema>>
}

type TextOptions = { help?: string; isRequired?: boolean; isMono?: boolean }

export const text = (name: string, label: string, more: TextOptions = {}) =>
  ({ type: 'text', name, label, ...more }) as const
export const query = (name: string, label: string, more: TextOptions = {}) =>
  ({ type: 'textarea', name, label, isMono: true, ...more }) as const
export const toggle = (name: string, label: string, help?: string) =>
  ({ type: 'switch', name, label, ...(help === undefined ? {} : { help }) }) as const
export const connection = text('connection', 'Connection', {
  help: 'A saved one: connection://namespace/name. Credentials stay out of the spec.',
  isMono: true,
})

/** Of one selector of components, checks or config items; a type may be written in either of two ways. */
export const selectionFields = (entry: unknown): readonly DocumentField[] => [
  text('name', 'Name of what is selected', { help: 'Names, with commas between them: checkout, cart*, !cart-db.' }),
  isRecord(entry) && entry['type'] !== undefined
    ? text('type', 'Type')
    : text('types.0', 'Type', { help: 'Service, Database, Kubernetes::Deployment … Of a check: http, tcp …' }),
  text('labelSelector', 'Label selector', {
    isMono: true,
    help: 'As in Kubernetes: app=checkout, tier in (gold, silver)',
  }),
  text('namespace', 'Namespace'),
  text('search', 'Search', { isMono: true, help: 'As in the catalog: labels.team=shop' }),
]

export const textSchema = (description: string): Schema => ({ type: 'string', description })

/** Makes the schemas of objects. @param isClosed whether a member that is not described is a mistake */
export const objectSchema =
  (isClosed: boolean) =>
  (properties: Readonly<Record<string, Schema>>, more: Schema = {}): Schema => ({
    type: 'object',
    properties,
    ...(isClosed && { additionalProperties: false }),
    ...more,
  })

/** Whether it is for the backend of the console itself, of which is known what it carries out. */
export const isEmbedded = (deployment: { backend: string } | undefined): boolean => deployment?.backend === 'embedded'

/** What a text says in its member `spec`. */
export const specOf = (values: unknown): unknown => (isRecord(values) ? values['spec'] : undefined)

/** More sections than these are folded at first. */
const MOST_OPEN = 3

type Entry = { type: string; entry: unknown; at: number; isOne: boolean }

/** The entries of a spec of these types, in its order. */
export function entriesOf(spec: unknown, types: readonly string[]): Entry[] {
  return types.flatMap((type) => {
    const list = isRecord(spec) ? spec[type] : undefined
    return Array.isArray(list) ? list.map((entry: unknown, at) => ({ type, entry, at, isOne: list.length === 1 })) : []
  })
}

/** Where the section of one entry is found. */
export const sectionOf = ({ type, at }: Pick<Entry, 'type' | 'at'>): string => `${type}.${at}`

/**
 * A section for each entry of a spec, with its fields.
 * @param fieldsOf those of one entry, by the names of their members
 */
export const sectionsOf = (
  entries: readonly Entry[],
  labelOf: (entry: Entry) => string,
  fieldsOf: (type: string, entry: unknown) => readonly DocumentField[]
): DocumentDescription =>
  sectionsIn(
    entries.map((one) => ({
      path: `spec.${sectionOf(one)}`,
      entry: one.entry,
      label: labelOf(one),
      fields: fieldsOf(one.type, one.entry),
    }))
  )

type Placed = { path: string; entry: unknown; label: string; fields: readonly DocumentField[] }

/** The same of parts that stand anywhere in a spec: `spec.components.0`. A section is found by its path within the spec. */
export function sectionsIn(parts: readonly Placed[]): DocumentDescription {
  const isCollapsed = parts.length > MOST_OPEN
  return parts.map(({ path, entry, label, fields }) => ({
    type: 'section' as const,
    key: path.replace(/^spec\./, ''),
    label,
    isCollapsed,
    fields: entryFields(fields, entry, path),
  }))
}

/** The fields of one entry; of lists of texts, as many as there are. */
const entryFields = (fields: readonly DocumentField[], entry: unknown, prefix: string): DocumentField[] =>
  fields.flatMap((field) => {
    const [, list] = /^([a-z]+)\.0$/i.exec(field.name) ?? []
    const texts = list !== undefined && isRecord(entry) ? entry[list] : undefined
    const count = Array.isArray(texts) ? Math.max(1, texts.length) : 1
    return Array.from({ length: count }, (_, at) =>
      at === 0
        ? { ...field, name: `${prefix}.${field.name}` }
        : { ...field, name: `${prefix}.${list}.${at}`, label: `${field.label} ${at + 1}`, isRequired: false }
    )
  })

const jsonTypes: Partial<Record<DocumentField['type'], Schema>> = {
  number: { type: 'number' },
  switch: { type: 'boolean' },
  labels: { type: 'object', additionalProperties: { type: 'string' } },
  keyValues: { type: 'array' },
  checkboxes: { type: 'array' },
}

/** What stands at a member of an entry: a field of it, or of something within it. */
function memberSchema(path: string, field: DocumentField): Schema {
  const [, ...inner] = path.split('.')
  const [first] = inner
  const description = [field.label, field.help].filter(Boolean).join('. ')
  if (first === undefined)
    return {
      ...(jsonTypes[field.type] ?? { type: 'string' }),
      ...(field.type === 'select' && { enum: field.options.map(({ value }) => value) }),
      ...(field.type === 'number' && field.min !== undefined && { minimum: field.min }),
      description,
    }
  const within = memberSchema(inner.join('.'), field)
  return first === '0' ? { type: 'array', items: within } : { type: 'object', description }
}

const memberOf = ({ name }: DocumentField) => name.split('.')[0] ?? name

/**
 * What may stand in one entry.
 * @param isClosed whether a member that is not described is a mistake
 */
export function entrySchema({ fields, members = {} }: EntryKind, isClosed: boolean): Schema {
  return {
    type: 'object',
    required: fields.filter(({ isRequired }) => isRequired).map(memberOf),
    properties: {
      ...Object.fromEntries(fields.map((field) => [memberOf(field), memberSchema(field.name, field)])),
      ...members,
    },
    ...(isClosed && { additionalProperties: false }),
  }
}

/** What may stand in a document: a name, a namespace where the kind has those, a spec, and members of the kind's own. */
export const documentSchema = (
  members: Readonly<Record<string, Schema>>,
  spec: Schema,
  { hasNamespace = true } = {}
): Schema => ({
  type: 'object',
  required: ['name', 'spec'],
  additionalProperties: false,
  properties: {
    name: textSchema('What it is called.'),
    ...(hasNamespace && { namespace: textSchema('Where it belongs; default where it does not matter.') }),
    ...members,
    spec: { type: 'object', ...spec },
  },
})
