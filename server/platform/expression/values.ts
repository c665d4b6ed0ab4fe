import { Duration } from '@marcbachmann/cel-js/evaluator'
import { formatGoDuration } from '@/shared/duration'

/**
 * A value of CEL: integers are bigint, doubles number; objects from outside are maps, those of an expression objects.
 */
export type CelValue = unknown

export const listEntries = (map: CelValue): [CelValue, CelValue][] =>
  map instanceof Map ? [...map] : Object.entries(map as object)

/** Converts data from outside, with maps instead of objects: names such as `constructor` are then ordinary keys. */
export function fromJson(value: unknown): CelValue {
  if (Array.isArray(value)) return value.map(fromJson)
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  if (value instanceof Uint8Array) return Uint8Array.from(value)
  return new Map(Object.entries(value).map(([key, one]) => [key, fromJson(one)]))
}

/** Converts a value to JSON types. */
export function toJson(value: CelValue): unknown {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
  if (Array.isArray(value)) return value.map(toJson)
  if (value instanceof Date || value instanceof Uint8Array || value instanceof Duration) return asText(value)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(listEntries(value).map(([key, one]) => [String(key), toJson(one)] as const))
}

/** Formats a value as Go prints it. */
export function asText(value: CelValue): string {
  if (value instanceof Duration) return formatGoDuration(value.valueOf())
  if (value instanceof Date) return value.toISOString().replace('.000Z', 'Z')
  if (value instanceof Uint8Array) return Buffer.from(value).toString()
  return typeof value === 'object' ? JSON.stringify(toJson(value)) : String(value)
}
