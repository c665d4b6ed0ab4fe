import type { UnitSet } from '../shared/forms/form-description'

/** Units of a written number: `512Mi`, `250m`. */
export const bytes: UnitSet = { units: ['Mi', 'Gi', 'Ti'], initial: 'Mi' }
export const millicores: UnitSet = { units: ['m'], initial: 'm' }

type Amount = { number: string; unit: string }

/** Splits a written amount. An amount without a known unit gets the initial unit. The number stays as typed. */
export function splitAmount(text: string, { units, initial }: UnitSet): Amount {
  const unit = units.toSorted((a, b) => b.length - a.length).find((one) => text.endsWith(one))
  return unit === undefined ? { number: text, unit: initial } : { number: text.slice(0, -unit.length), unit }
}

/** Empty without a number, because a unit alone is not an amount. */
export const joinAmount = ({ number, unit }: Amount): string => (number.trim() === '' ? '' : `${number.trim()}${unit}`)

export const isAmount = (text: string, set: UnitSet): boolean => {
  const { number } = splitAmount(text, set)
  return /^\d+(\.\d+)?$/.test(number) && text.endsWith(splitAmount(text, set).unit)
}

/** A typed number; NaN for invalid text, null for empty text. Accepts a decimal point or a decimal comma. */
export function readNumber(text: string): number | null {
  const typed = text.trim().replace(/^([+-]?\d*),(\d*)$/, '$1.$2')
  if (typed === '') return null
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(typed) ? Number(typed) : Number.NaN
}
