/** Where a value comes from instead of being written here. */
export type ValueFrom =
  { secretKeyRef: { name: string; key: string } } | { configMapKeyRef: { name: string; key: string } }

/** A value, or where it comes from, as Kubernetes and canary-checker write it. */
export type ValueSource = { value: string } | { valueFrom: ValueFrom }

/** The same with a name of its own. */
export type KeyValue = { name: string } & ValueSource

export const sources = [
  { source: 'value', label: 'Value' },
  { source: 'secret', label: 'Secret' },
  { source: 'configMap', label: 'Config map' },
] as const
export type Source = (typeof sources)[number]['source']

/** What can be typed: either the value, or name and key. */
export type Parts = { source: Source; value: string; name: string; key: string }

export function toParts(from: ValueSource): Parts {
  if ('value' in from) return { source: 'value', value: from.value, name: '', key: '' }
  const { valueFrom } = from
  return 'secretKeyRef' in valueFrom
    ? { source: 'secret', value: '', ...valueFrom.secretKeyRef }
    : { source: 'configMap', value: '', ...valueFrom.configMapKeyRef }
}

export function fromParts({ source, value, name, key }: Parts): ValueSource {
  if (source === 'value') return { value }
  return { valueFrom: source === 'secret' ? { secretKeyRef: { name, key } } : { configMapKeyRef: { name, key } } }
}

/** Nothing, or half of a reference. */
export function isIncomplete(from: ValueSource): boolean {
  const { source, value, name, key } = toParts(from)
  return source === 'value' ? value === '' : name === '' || key === ''
}
