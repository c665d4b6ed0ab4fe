import { isRecord } from '../document/value'
import { plainTextField, type SpecEntryKind, type SpecSchema, textSchema } from '../forms/spec-fields'
import type { DocumentDescription, DocumentField } from '../forms/form-description'

/** Fields of a selector of components, checks or config items. The type may be written as `type` or as `types`. */
export const selectionFields = (entry: unknown): readonly DocumentField[] => [
  plainTextField('name', 'Resource names', { help: 'Comma-separated, for example checkout, cart*, !cart-db.' }),
  isRecord(entry) && entry['type'] !== undefined
    ? plainTextField('type', 'Type')
    : plainTextField('types.0', 'Type', {
        help: 'For example Service, Database or Kubernetes::Deployment. For checks: http, tcp …',
      }),
  plainTextField('labelSelector', 'Label selector', {
    isMono: true,
    help: 'Kubernetes syntax: app=checkout, tier in (gold, silver)',
  }),
  plainTextField('namespace', 'Namespace'),
  plainTextField('search', 'Search', { isMono: true, help: 'Catalog search syntax: labels.team=shop' }),
]

/** Creates object schemas. @param isClosed whether members that the schema does not describe are errors */
export const objectSchema =
  (isClosed: boolean) =>
  (properties: Readonly<Record<string, SpecSchema>>, more: SpecSchema = {}): SpecSchema => ({
    type: 'object',
    properties,
    ...(isClosed && { additionalProperties: false }),
    ...more,
  })

/** Whether the backend is the embedded one, whose supported features are known. */
export const isEmbedded = (deployment: { backend: string } | undefined): boolean => deployment?.backend === 'embedded'

/** The member `spec` of a document. */
export const getSpec = (values: unknown): unknown => (isRecord(values) ? values['spec'] : undefined)

/** With more sections than this, all are initially collapsed. */
const MOST_OPEN = 3

type Entry = { type: string; entry: unknown; at: number; isOne: boolean }

/** The entries of the given types in a spec, in the order of the spec. */
export function listSpecEntries(spec: unknown, types: readonly string[]): Entry[] {
  return types.flatMap((type) => {
    const list = isRecord(spec) ? spec[type] : undefined
    return Array.isArray(list) ? list.map((entry: unknown, at) => ({ type, entry, at, isOne: list.length === 1 })) : []
  })
}

/** The key of the section of an entry. */
export const entrySectionKey = ({ type, at }: Pick<Entry, 'type' | 'at'>): string => `${type}.${at}`

/**
 * Creates a section for each entry of a spec.
 * @param fieldsOf returns the fields of an entry, named by their members
 */
export const buildSections = (
  entries: readonly Entry[],
  labelOf: (entry: Entry) => string,
  fieldsOf: (type: string, entry: unknown) => readonly DocumentField[]
): DocumentDescription =>
  buildSectionsAt(
    entries.map((one) => ({
      path: `spec.${entrySectionKey(one)}`,
      entry: one.entry,
      label: labelOf(one),
      fields: fieldsOf(one.type, one.entry),
    }))
  )

type Placed = { path: string; entry: unknown; label: string; fields: readonly DocumentField[] }

/**
 * Creates sections for entries anywhere in a spec, such as `spec.components.0`. The key of a section is its path within
 * the spec.
 */
export function buildSectionsAt(parts: readonly Placed[]): DocumentDescription {
  const isCollapsed = parts.length > MOST_OPEN
  return parts.map(({ path, entry, label, fields }) => ({
    type: 'section' as const,
    key: path.replace(/^spec\./, ''),
    label,
    isCollapsed,
    fields: entryFields(fields, entry, path),
  }))
}

/** The fields of an entry. A field for a list of strings is repeated for each string. */
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

const jsonTypes: Partial<Record<DocumentField['type'], SpecSchema>> = {
  number: { type: 'number' },
  switch: { type: 'boolean' },
  labels: { type: 'object', additionalProperties: { type: 'string' } },
  keyValues: { type: 'array' },
  checkboxes: { type: 'array' },
}

/** Schema of a member of an entry, derived from its field or from a field nested in it. */
function memberSchema(path: string, field: DocumentField): SpecSchema {
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
 * JSON schema of an entry.
 * @param isClosed whether members that the schema does not describe are errors
 */
export function entrySchema({ fields, members = {} }: SpecEntryKind, isClosed: boolean): SpecSchema {
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

/** JSON schema of a document: a name, a namespace if the kind has namespaces, a spec, and the members of the kind. */
export const documentSchema = (
  members: Readonly<Record<string, SpecSchema>>,
  spec: SpecSchema,
  { hasNamespace = true } = {}
): SpecSchema => ({
  type: 'object',
  required: ['name', 'spec'],
  additionalProperties: false,
  properties: {
    name: textSchema('Name of the resource.'),
    ...(hasNamespace && { namespace: textSchema('Namespace of the resource. Defaults to default.') }),
    ...members,
    spec: { type: 'object', ...spec },
  },
})
