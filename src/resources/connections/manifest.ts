import type { Connection, WholeConnection } from '@/api/settings/connections'
import type { RowValues } from '@/api/settings/settings-table'
import { notificationAddresses } from '@/shared/connections/notification-address'
import { hideSecrets, isReference, MASK } from '@/shared/connections/secret-parts'
import { isRecord } from '@/shared/document/value'
import { formatNames } from '@/shared/format'
import { allFields } from '@/shared/forms/form-description'
import { compact, readObject, readText, requireMembers } from '../manifest-parts'
import { defineManifestForm } from '../resource'
import { manifestTypes } from './manifest-types'
import type { ConnectionField } from './type'
import { fieldsOfType, toRow, toValues } from './values'

/** Members of the spec of every type: the former way to write a connection, in which all types can be written. */
const plainMembers = {
  url: 'url',
  username: 'username',
  password: 'password',
  certificate: 'certificate',
  insecure_tls: 'insecure_tls',
  port: 'properties.port',
} as const

const sources = { secretKeyRef: 'secret', configMapKeyRef: 'configmap' } as const

/** A text, a number, `{ value }`, or `{ valueFrom }` as a reference such as `secret://name/key`. */
function readValue(value: unknown, at: string): string | undefined {
  if (Array.isArray(value)) return value.map((one, index) => readValue(one, `${at}[${index}]`) ?? '').join(',')
  if (!isRecord(value)) return readText(value, at)
  requireMembers(value, ['name', 'value', 'valueFrom'], at)
  const { valueFrom } = value
  if (valueFrom === undefined || valueFrom === null) return readText(value['value'], `${at}.value`)
  const from = readObject(valueFrom, `${at}.valueFrom`)
  requireMembers(from, Object.keys(sources), `${at}.valueFrom`)
  for (const [member, scheme] of Object.entries(sources)) {
    const { name, key } = readObject(from[member], `${at}.valueFrom.${member}`)
    if (typeof name === 'string' && typeof key === 'string') return `${scheme}://${name}/${key}`
  }
  throw new Error(`${at}.valueFrom names no key of a secret or config map.`)
}

/** The parts of a connection by where they are stored. */
type Parts = Map<string, string>

function readParts(
  given: Readonly<Record<string, unknown>>,
  stores: Readonly<Record<string, string>>,
  at: string
): Parts {
  const parts: Parts = new Map()
  for (const [member, store] of Object.entries(stores)) {
    const text = readValue(given[member], `${at}.${member}`)
    if (text === undefined) continue
    if (store.startsWith('address.') && isReference(text))
      throw new Error(`${at}.${member} cannot be a reference, because it is part of an address.`)
    parts.set(store, text)
  }
  return parts
}

/** The type and the parts of a spec: one member with the name of a type, or `type` with the members of every type. */
function readSpec(spec: Readonly<Record<string, unknown>>): { type: string; parts: Parts } {
  const { properties, ...members } = spec
  const named = Object.keys(manifestTypes).filter((one) => isRecord(members[one]))
  const [name, ...others] = named
  if (others.length > 0) throw new Error(`The spec has several types: ${formatNames(named)}. Keep one.`)
  const found = name === undefined ? undefined : manifestTypes[name]
  let type: string
  let parts: Parts
  if (found && name !== undefined) {
    requireMembers(members, [name, 'type'], 'spec')
    const given = readObject(members[name], `spec.${name}`)
    const at = `spec.${name}`
    requireMembers(given, [...Object.keys(found.stores), ...(found.further ?? [])], at)
    type = found.type
    parts = readParts(given, found.stores as Readonly<Record<string, string>>, at)
    const url = found.toUrl?.((member) => {
      const text = readValue(given[member], `${at}.${member}`)
      if (text !== undefined && isReference(text))
        throw new Error(`${at}.${member} cannot be a reference, because it is part of an address.`)
      return text
    })
    if (url !== undefined && !parts.has('url')) parts.set('url', url)
    for (const [store, text] of Object.entries(found.sets ?? {})) if (text !== undefined) parts.set(store, text)
  } else {
    requireMembers(members, ['type', ...Object.keys(plainMembers)], 'spec')
    type = readText(members['type'], 'spec.type') ?? ''
    if (type === '') throw new Error('The spec names no type of connections.')
    parts = readParts(members, plainMembers, 'spec')
  }
  for (const [property, value] of Object.entries(readObject(properties, 'spec.properties'))) {
    const text = readValue(value, `spec.properties.${property}`)
    if (text !== undefined) parts.set(`properties.${property}`, text)
  }
  return { type, parts }
}

/** Writes choices as the form does: manifests have them in any case, such as `plain` for `Plain`. */
function useChoices(type: string, parts: Parts): void {
  for (const field of allFields(fieldsOfType(type))) {
    const { at } = field as ConnectionField
    const text = at === undefined ? undefined : parts.get(at)
    if (at === undefined || text === undefined || field.type !== 'select') continue
    const choice = field.options.find(({ value }) => value.toLowerCase() === text.toLowerCase())
    if (choice) parts.set(at, choice.value)
  }
}

const withPrefix = (parts: Parts, prefix: string): Record<string, string> =>
  Object.fromEntries(
    [...parts].flatMap(([store, text]) => (store.startsWith(prefix) ? [[store.slice(prefix.length), text]] : []))
  )

const secretColumns = ['password', 'certificate'] as const
const textColumns = ['url', 'username', ...secretColumns] as const

/** Whether a stored value has a secret that the server does not return. */
const isHidden = (value: unknown) => JSON.stringify(value ?? null).includes(MASK)

/** Manifests of the kind `Connection`. */
export default defineManifestForm<Connection, WholeConnection>({
  toColumns({ name, namespace, spec }) {
    const { type, parts } = readSpec(spec)
    useChoices(type, parts)
    const address = withPrefix(parts, 'address.')
    const properties = withPrefix(parts, 'properties.')
    const url =
      parts.get('url') ?? (Object.keys(address).length > 0 ? notificationAddresses[type]?.write(address) : undefined)
    const row: WholeConnection = {
      id: '',
      name,
      namespace: namespace ?? 'default',
      type,
      created_by: null,
      source: null,
      created_at: null,
      updated_at: null,
      url: url ?? null,
      username: parts.get('username') ?? null,
      password: parts.get('password') ?? null,
      certificate: parts.get('certificate') ?? null,
      properties: Object.keys(properties).length > 0 ? properties : null,
      insecure_tls: parts.get('insecure_tls') === 'true',
      isMaskedHere: false,
    }
    // The form keeps members without a field, and leaves out secrets.
    const given = textColumns.flatMap((column) => (row[column] === null ? [] : [[column, row[column]] as const]))
    const columns = toRow(toValues(row))
    const missing = given.filter(([column]) => columns[column] === undefined || columns[column] === null)
    return { ...columns, ...Object.fromEntries(missing) }
  },
  toStored(row) {
    const columns = toRow(toValues(row))
    const visible = textColumns.filter((column) => columns[column] === undefined && !isHidden(row[column]))
    return { ...columns, ...Object.fromEntries(visible.map((column) => [column, row[column] ?? null])) }
  },
  toChange(columns, row) {
    const kept = ['url', 'properties', ...secretColumns].filter((column) => isHidden((row as RowValues)[column]))
    const replaced = kept.filter(
      (column) =>
        (columns[column] ?? null) !== null &&
        !(column === 'url' && hideSecrets('url', columns['url'], () => MASK) === row.url)
    )
    if (replaced.length > 0)
      throw new Error(
        `The existing connection has a stored secret (${formatNames(replaced)}), which cannot be compared or restored. Edit the connection.`
      )
    return Object.fromEntries(Object.entries(columns).filter(([column]) => !kept.includes(column)))
  },
  toSpec(row) {
    const { type, properties, insecure_tls } = row
    const visible = Object.entries(properties ?? {}).filter(
      ([name, value]) => !isHidden(hideSecrets('properties', { [name]: value }, () => MASK))
    )
    const hidden = [
      ...textColumns.filter((column) => isHidden(row[column])),
      ...Object.keys(properties ?? {}).filter((name) => visible.every(([shown]) => shown !== name)),
    ]
    return Promise.resolve({
      spec: compact({
        type,
        ...Object.fromEntries(textColumns.map((column) => [column, writeVisible(row[column])])),
        properties: Object.fromEntries(
          visible.map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)])
        ),
        insecure_tls,
      }),
      ...(hidden.length > 0 && { omitted: `${row.name}: stored secrets are not copied (${formatNames(hidden)}).` }),
    })
  },
})

const writeVisible = (value: string | null | undefined) => (value && !isHidden(value) ? writeValue(value) : undefined)

function writeValue(text: string): RowValues {
  const [, scheme, name = '', key = ''] = /^(secret|configmap):\/\/(.+)\/([^/]+)$/.exec(text) ?? []
  const member = Object.entries(sources).find((entry) => entry[1] === scheme)?.[0]
  return member === undefined ? { value: text } : { valueFrom: { [member]: { name, key } } }
}
