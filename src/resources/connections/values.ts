import type { WholeConnection } from '@/api/settings/connections'
import type { RowValues } from '@/api/settings/settings-table'
import { notificationAddresses } from '@/shared/connections/notification-address'
import { isReference, MASK } from '@/shared/connections/secret-parts'
import {
  allFields,
  type FormValues,
  initialValues,
  type FieldDescription,
  shownFields,
} from '@/shared/forms/form-description'
import type { ConnectionColumn, ConnectionField, ConnectionType } from './type'
import { findConnectionType } from './types'

/** How the form edits the address of a notification service: by its parts, or as it is. */
export const BY_PARTS = 'parts'
export const AS_TEXT = 'text'

const KEPT = { is: 'kept' } as const

/** The parts of a row that its form needs in addition to the values of its fields. */
type Stored = Pick<WholeConnection, 'url' | 'properties' | 'isMaskedHere'> & {
  /** The fields whose secrets are stored. */
  kept: readonly string[]
}

const isAddressed = (field: FieldDescription) => placeOf(field)[0] === 'address'

/** `['properties', 'region']`, `['url', '']`, or `['', '']` for a field that is not stored. */
function placeOf(field: FieldDescription): readonly [place: string, name: string] {
  const { at = '' } = field as ConnectionField
  const dot = at.indexOf('.')
  return dot < 0 ? [at, ''] : [at.slice(0, dot), at.slice(dot + 1)]
}

/** The fields of a type. Types that only other programs create have those of every column. */
export function fieldsOfType(id: string): ConnectionType['fields'] {
  return findConnectionType(id)?.fields ?? columnFields
}

const columnFields: readonly ConnectionField[] = [
  { type: 'source', name: 'url', at: 'url', label: 'URL' },
  { type: 'source', name: 'username', at: 'username', label: 'Username' },
  { type: 'source', isSecret: true, name: 'password', at: 'password', label: 'Password' },
  { type: 'source', isSecret: true, isMultiline: true, name: 'certificate', at: 'certificate', label: 'Certificate' },
  { type: 'checkbox', name: 'insecure_tls', at: 'insecure_tls', label: 'Insecure TLS' },
]

/** The parts of the stored address; undefined if they are not those of the form. */
const readParts = ({ type, url }: Pick<WholeConnection, 'type' | 'url'>) => {
  const codec = notificationAddresses[type]
  return codec && (url ? codec.read(url) : undefined)
}

/** Whether the address of an existing connection has to be edited as text. */
export const needsTextAddress = (row: Pick<WholeConnection, 'type' | 'url'>): boolean =>
  notificationAddresses[row.type] !== undefined && Boolean(row.url) && readParts(row) === undefined

/** The values of the form of an existing connection. */
export function toValues(row: WholeConnection): RowValues {
  const parts = readParts(row) ?? {}
  const fields = fieldsOfType(row.type)
  const known: FormValues = {
    name: row.name,
    namespace: row.namespace ?? 'default',
    type: row.type,
    addressAs: needsTextAddress(row) ? AS_TEXT : BY_PARTS,
    address: row.url ?? '',
  }
  const decoded = Object.fromEntries(
    allFields(fields).flatMap((field) => {
      const value = decode(field, row, parts)
      return value === undefined ? [] : [[field.name, value]]
    })
  )
  const all = initialValues(fields, { ...known, ...decoded })
  // Fields of another method are empty, although they are stored in the same column.
  const shown = new Set(shownFields(fields, all).map(({ name }) => name))
  const values = Object.entries(decoded).filter(([name]) => shown.has(name))
  const stored: Stored = {
    url: row.url,
    properties: row.properties,
    isMaskedHere: row.isMaskedHere,
    kept: values.filter(([, value]) => isKept(value)).map(([name]) => name),
  }
  return { ...known, stored, ...Object.fromEntries(values) }
}

/** The value of a field; undefined if nothing is stored. */
function decode(field: FieldDescription, row: WholeConnection, parts: FormValues): unknown {
  const [place, name] = placeOf(field)
  switch (place) {
    case '':
      return (field as ConnectionField).derive?.(row)
    case 'properties':
      return fromText(field, row.properties?.[name])
    case 'address':
      return fromText(field, parts[name])
    case 'insecure_tls':
      return row.insecure_tls === true
    default:
      return fromText(field, row[place as Exclude<ConnectionColumn, 'insecure_tls'>])
  }
}

/** A stored text as the value of a field. */
function fromText(field: FieldDescription, stored: unknown): unknown {
  if (stored === undefined || stored === null || stored === '') return undefined
  const text = typeof stored === 'string' ? stored : JSON.stringify(stored)
  switch (field.type) {
    case 'source':
      // Secrets in properties are returned by some backends. They are not shown, either.
      return field.isSecret && !isReference(text) ? KEPT : readSource(text)
    case 'number':
      return Number.isNaN(Number(text)) ? undefined : Number(text)
    case 'checkbox':
    case 'switch':
      return /^(?:yes|true|1)$/i.test(text)
    default:
      return text
  }
}

type Source = { value: string } | { valueFrom: Readonly<Record<string, { name: string; key: string }>> }

const sources = { secret: 'secretKeyRef', configmap: 'configMapKeyRef' } as const

/** `secret://name/key` and `configmap://name/key`; anything else is a literal value. */
function readSource(text: string): Source {
  const [, kind, name = '', key = ''] = /^(secret|configmap):\/\/(.+)\/([^/]+)$/.exec(text) ?? []
  return kind === undefined
    ? { value: text }
    : { valueFrom: { [sources[kind as keyof typeof sources]]: { name, key } } }
}

function writeSource(source: Source, isSecret: boolean): string {
  if ('value' in source) return isSecret ? source.value : source.value.trim()
  for (const [kind, member] of Object.entries(sources)) {
    const found = source.valueFrom[member]
    if (found) return `${kind}://${found.name.trim()}/${found.key.trim()}`
  }
  return ''
}

/** The value of a field as stored text; undefined for a secret that stays as it is. */
function toText(field: FieldDescription, value: unknown): string | undefined {
  if (value === null || value === undefined) return ''
  switch (field.type) {
    case 'source':
      return isKept(value) ? undefined : writeSource(value as Source, field.isSecret === true)
    case 'checkbox':
    case 'switch':
      return value === true ? (isAddressed(field) ? 'Yes' : 'true') : ''
    default:
      return String(value).trim()
  }
}

const isKept = (value: unknown) => typeof value === 'object' && value !== null && 'is' in value && value.is === 'kept'

/**
 * The columns of a connection. Secrets that were not replaced are left out.
 * @throws {Error} if the address cannot be stored
 */
export function toRow(values: RowValues): RowValues {
  const type = String(values['type'])
  const stored = values['stored'] as Stored | null | undefined
  const fields = fieldsOfType(type)
  const isText = values['addressAs'] === AS_TEXT
  const shown = shownFields(fields, values)
  const columns: Record<string, unknown> = {}
  // A column that no shown field is stored in is emptied: it belongs to another method.
  for (const field of allFields(fields)) {
    const [place] = placeOf(field)
    if (isColumn(place) && place !== 'insecure_tls') columns[place] = null
  }
  for (const field of shown) {
    const [place] = placeOf(field)
    if (!isColumn(place)) continue
    if (place === 'insecure_tls') columns[place] = values[field.name] === true
    else {
      const text = toText(field, values[field.name])
      if (text === undefined) delete columns[place]
      else columns[place] = text || null
    }
  }
  const url = isText ? textOf(values['address']) : writeAddress(type, shown, values, stored)
  if (url !== undefined) columns['url'] = url || null
  if (hidesSecret(columns['url'])) {
    // The stored address stays, with its secrets.
    if (columns['url'] === stored?.url) delete columns['url']
    else if (stored?.isMaskedHere)
      throw new Error(`Enter the secrets in the address again. They are masked as ${MASK}.`)
  }
  const parts = stored?.url ? (notificationAddresses[type]?.read(stored.url) ?? {}) : {}
  const properties = writeProperties(allFields(fields), shown, values, stored?.properties, parts)
  return {
    name: textOf(values['name']),
    namespace: textOf(values['namespace']),
    type,
    ...columns,
    ...(properties === undefined ? {} : { properties }),
  }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value.trim() : '')

const isColumn = (place: string): place is ConnectionColumn =>
  ['url', 'username', 'password', 'certificate', 'insecure_tls'].includes(place)

/** The address of a notification service; undefined for types whose address is a field. */
function writeAddress(
  type: string,
  shown: readonly FieldDescription[],
  values: RowValues,
  stored: Stored | null | undefined
): string | undefined {
  const codec = notificationAddresses[type]
  if (!codec) return undefined
  const parts = Object.fromEntries(
    shown.filter(isAddressed).map((field) => [placeOf(field)[1], toText(field, values[field.name]) ?? ''])
  )
  const url = codec.write(parts)
  const before = stored?.url ? codec.read(stored.url) : undefined
  // An address that differs only in its notation stays as it is.
  return before && stored?.url && codec.write(before) === url ? stored.url : url
}

const hidesSecret = (url: unknown) => typeof url === 'string' && url.includes(MASK)

/** The properties with those of the fields; undefined if there are none and never were. */
function writeProperties(
  all: readonly FieldDescription[],
  shown: readonly FieldDescription[],
  values: RowValues,
  stored: Readonly<Record<string, unknown>> | null | undefined,
  storedParts: FormValues
): Readonly<Record<string, unknown>> | null | undefined {
  const properties: Record<string, unknown> = { ...stored }
  for (const field of all) for (const name of propertiesOf(field)) delete properties[name]
  for (const field of shown)
    for (const name of propertiesOf(field)) {
      const before = stored?.[name]
      const text = toText(field, values[field.name])
      // Other programs write the copy of a part of the address differently. It stays while the part is the same.
      const of = isAddressed(field) && before !== undefined ? storedParts[placeOf(field)[1]] : before
      const isUnchanged =
        text === undefined || (stored && text === (toText(field, fromText(field, of) ?? initialOf(field)) ?? ''))
      const next = isUnchanged ? before : text
      if (next !== undefined && next !== '') properties[name] = next
    }
  if (Object.keys(properties).length > 0) return properties
  return stored === undefined || stored === null ? undefined : Object.keys(stored).length === 0 ? stored : null
}

/** The properties that a field is stored in. */
function propertiesOf(field: FieldDescription): readonly string[] {
  const [place, name] = placeOf(field)
  const { copy } = field as ConnectionField
  return [...(place === 'properties' ? [name] : []), ...(copy === undefined ? [] : [copy])]
}

const initialOf = (field: FieldDescription): unknown => initialValues([field])[field.name]

/** Whether a change replaces a stored secret, or an address whose secrets only the server knows. */
export function replacesSecret(values: RowValues): boolean {
  const stored = values['stored'] as Stored | null | undefined
  if (!stored) return false
  const { url } = toRow(values)
  const replacesUrl = hidesSecret(stored.url) && url !== undefined && url !== stored.url
  return replacesUrl || stored.kept.some((name) => !isKept(values[name]))
}
