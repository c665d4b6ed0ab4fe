/** The source of a value that is not literal. */
type ValueFrom = { secretKeyRef: { name: string; key: string } } | { configMapKeyRef: { name: string; key: string } }

/** A literal value or its source, in the notation of Kubernetes and canary-checker. */
export type ValueSource = { value: string } | { valueFrom: ValueFrom }

/** A secret that may be the stored one, which is never sent to the browser. */
export type SecretSource = ValueSource | { is: 'kept' }

export const isKept = (value: unknown): value is { is: 'kept' } =>
  typeof value === 'object' && value !== null && 'is' in value && value.is === 'kept'

/** A named value or source. */
export type KeyValue = { name: string } & ValueSource

export const valueSourceOptions = [
  { source: 'value', label: 'Value' },
  { source: 'secret', label: 'Secret' },
  { source: 'configMap', label: 'Config map' },
] as const
export type ValueSourceKind = (typeof valueSourceOptions)[number]['source']

/** The texts of the inputs: the value, or the name and key. */
export type ValueSourceParts = { source: ValueSourceKind; value: string; name: string; key: string }

export function splitValueSource(from: ValueSource): ValueSourceParts {
  if ('value' in from) return { source: 'value', value: from.value, name: '', key: '' }
  const { valueFrom } = from
  return 'secretKeyRef' in valueFrom
    ? { source: 'secret', value: '', ...valueFrom.secretKeyRef }
    : { source: 'configMap', value: '', ...valueFrom.configMapKeyRef }
}

export function joinValueSource({ source, value, name, key }: ValueSourceParts): ValueSource {
  if (source === 'value') return { value }
  return { valueFrom: source === 'secret' ? { secretKeyRef: { name, key } } : { configMapKeyRef: { name, key } } }
}

/** Whether the value is empty or the reference is incomplete. */
export function isIncomplete(from: ValueSource): boolean {
  const { source, value, name, key } = splitValueSource(from)
  return source === 'value' ? value === '' : name === '' || key === ''
}
