import type { FieldCondition, FieldDescription, FormGroup } from '@/shared/forms/form-description'

/** Columns of a connection that fields can be stored in. */
export type ConnectionColumn = 'url' | 'username' | 'password' | 'certificate' | 'insecure_tls'

/** Where the value of a field is stored: in a column, in a property, or as a part of the address. */
export type ConnectionStore = ConnectionColumn | `properties.${string}` | `address.${string}`

/** A field of a connection. `at` is where it is stored; a field without it only decides which others are shown. */
export type ConnectionField = FieldDescription & {
  at?: ConnectionStore
  /** A property that repeats a part of the address, for clients that read it there. */
  copy?: string
  /** The value of a field that is not stored. */
  derive?(row: { certificate?: unknown; properties?: Readonly<Record<string, unknown>> | null | undefined }): unknown
}

export const typeGroups = [
  'Databases',
  'Web and monitoring',
  'Clouds',
  'Code',
  'Files',
  'Systems',
  'AI',
  'Notifications',
] as const
export type TypeGroup = (typeof typeGroups)[number]

export type TypeIcon =
  | 'ai'
  | 'bell'
  | 'bucket'
  | 'chat'
  | 'cloud'
  | 'cluster'
  | 'database'
  | 'directory'
  | 'folder'
  | 'gauge'
  | 'git'
  | 'mail'
  | 'metrics'
  | 'search'
  | 'send'
  | 'server'
  | 'vault'
  | 'web'
  | 'window'

/** A type of connections. */
export type ConnectionType = {
  /** The value of the column `type`. */
  id: string
  label: string
  group: TypeGroup
  icon: TypeIcon
  /** Further words to find the type by. */
  keywords?: string
  /** Existing connections can be edited, but the type is not offered for new ones. */
  isHidden?: true
  /** The fields in groups are connection fields, too. */
  fields: readonly (ConnectionField | FormGroup)[]
}

export const defineTypes = (types: readonly ConnectionType[]): readonly ConnectionType[] => types

type Options = {
  label?: string
  isRequired?: boolean
  placeholder?: string
  initial?: string
  help?: string
  when?: FieldCondition
  validate?: NonNullable<FieldDescription['validate']>
  copy?: string
  isMono?: boolean
}

/** Fields are named by their property or part, and by their column otherwise. */
const nameOf = (at: ConnectionStore) => at.slice(at.indexOf('.') + 1)

/** A text that may also come from a secret or config map. */
export const sourceField = (at: ConnectionStore, label: string, options: Options = {}): ConnectionField => ({
  type: 'source',
  name: nameOf(at),
  at,
  label,
  ...options,
})

/** A write-only text that may also come from a secret or config map. */
export const secretField = (
  at: ConnectionStore,
  label: string,
  options: Options & { name?: string; isMultiline?: boolean } = {}
): ConnectionField => ({ type: 'source', isSecret: true, name: nameOf(at), at, label, ...options })

export const textField = (
  at: ConnectionStore,
  label: string,
  options: Options & { name?: string } = {}
): ConnectionField => ({
  type: 'text',
  name: nameOf(at),
  at,
  label,
  ...options,
})

export const choiceField = (
  at: ConnectionStore,
  label: string,
  values: readonly string[],
  options: Options & { initial: string }
): ConnectionField => ({
  type: 'select',
  name: nameOf(at),
  at,
  label,
  options: values.map((value) => ({ value, label: value })),
  isAlwaysChosen: true,
  ...options,
})

export const flagField = (
  at: ConnectionStore,
  label: string,
  options: Omit<Options, 'initial'> = {}
): ConnectionField => ({
  type: 'checkbox',
  name: nameOf(at),
  at,
  label,
  ...options,
})

export const portField = (
  at: ConnectionStore,
  initial?: number,
  options: Omit<Options, 'initial'> = {}
): ConnectionField => ({
  type: 'number',
  name: nameOf(at),
  at,
  label: 'Port',
  min: 1,
  max: 65_535,
  isWhole: true,
  ...(initial === undefined ? {} : { initial }),
  ...options,
})

export const insecureTlsField = flagField('insecure_tls', 'Insecure TLS', {
  help: 'Skips certificate verification. Do not use in production.',
})
