/** Where a value comes from instead of being written here. */
export type ValueFrom =
  { secretKeyRef: { name: string; key: string } } | { configMapKeyRef: { name: string; key: string } }

/** A named value, as Kubernetes and canary-checker write it. */
export type KeyValue = { name: string; value: string } | { name: string; valueFrom: ValueFrom }

export type Source = 'value' | 'secret' | 'configMap'

export const sources: readonly { source: Source; label: string }[] = [
  { source: 'value', label: 'Value' },
  { source: 'secret', label: 'Secret' },
  { source: 'configMap', label: 'Config map' },
]

export type Row = { name: string; source: Source; value: string; from: { name: string; key: string } }

/** A named value with everything its row can show. */
export function toRow(one: KeyValue): Row {
  const none = { name: '', key: '' }
  if ('value' in one) return { name: one.name, source: 'value', value: one.value, from: none }
  const { valueFrom } = one
  return 'secretKeyRef' in valueFrom
    ? { name: one.name, source: 'secret', value: '', from: valueFrom.secretKeyRef }
    : { name: one.name, source: 'configMap', value: '', from: valueFrom.configMapKeyRef }
}

export function fromRow({ name, source, value, from }: Row): KeyValue {
  if (source === 'value') return { name, value }
  return { name, valueFrom: source === 'secret' ? { secretKeyRef: from } : { configMapKeyRef: from } }
}
