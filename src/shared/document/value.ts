/** Whether a value is an object, and not a list, a date or null. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)

/** Whether two JSON values are equal, ignoring the order of keys. */
export function isSameValue(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((one: unknown, index) => isSameValue(one, b[index]))
  if (isRecord(a) && isRecord(b)) {
    const keys = Object.keys(a)
    return (
      keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && isSameValue(a[key], b[key]))
    )
  }
  return Object.is(a, b) || (a === 0 && b === 0)
}

/**
 * A copy with another value at a path; undefined removes the value. Missing parents become objects, or lists if the
 * next step is a number.
 */
export function replaceValueAt(whole: unknown, path: readonly (string | number)[], value: unknown): unknown {
  const [step, ...rest] = path
  if (step === undefined) return value
  if (Array.isArray(whole) || (typeof step === 'number' && !isRecord(whole))) {
    const list: readonly unknown[] = Array.isArray(whole) ? whole : []
    const at = Number(step)
    const next = replaceValueAt(list[at], rest, value)
    return next === undefined
      ? list.filter((_, index) => index !== at)
      : [...list.slice(0, at), next, ...list.slice(at + 1)]
  }
  const entries = Object.entries(isRecord(whole) ? whole : {})
  const next = replaceValueAt(isRecord(whole) && Object.hasOwn(whole, step) ? whole[step] : undefined, rest, value)
  const others = entries.filter(([key]) => key !== String(step))
  // Built from entries, so that a key such as __proto__ is an ordinary key.
  if (next === undefined) return Object.fromEntries(others)
  return Object.fromEntries(
    others.length === entries.length
      ? [...entries, [String(step), next]]
      : entries.map(([key, one]) => [key, key === String(step) ? next : one])
  )
}
