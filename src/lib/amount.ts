import type { UnitSet } from './form-description'

/** Units that a number is written with: `512Mi`, `250m`. */
export const bytes: UnitSet = { units: ['Mi', 'Gi', 'Ti'], initial: 'Mi' }
export const millicores: UnitSet = { units: ['m'], initial: 'm' }

export type Amount = { number: string; unit: string }

/** Takes a written amount apart. What has no unit of the set gets the initial one; the number is kept as it is typed. */
export function splitAmount(text: string, { units, initial }: UnitSet): Amount {
  const unit = units.toSorted((a, b) => b.length - a.length).find((one) => text.endsWith(one))
  return unit === undefined ? { number: text, unit: initial } : { number: text.slice(0, -unit.length), unit }
}

/** Empty without a number: a unit alone is no amount. */
export const joinAmount = ({ number, unit }: Amount): string => (number.trim() === '' ? '' : `${number.trim()}${unit}`)

export const isAmount = (text: string, set: UnitSet): boolean => {
  const { number } = splitAmount(text, set)
  return /^\d+(\.\d+)?$/.test(number) && text.endsWith(splitAmount(text, set).unit)
}

/** A typed number; NaN for anything else, null for empty. Both decimal signs are accepted, since people type both. */
export function readNumber(text: string): number | null {
  const typed = text.trim().replace(/^([+-]?\d*),(\d*)$/, '$1.$2')
  if (typed === '') return null
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(typed) ? Number(typed) : Number.NaN
}
