import type { FieldDescription } from '../shared/forms/form-description'

export const REQUIRED = 'This field is required'
export const NOT_A_NUMBER = 'This field must be a number'

type FieldOfType<T> = Extract<FieldDescription, { type: T }>

/** The error of a non-empty text; undefined if the text is valid. */
export function findTextError(field: FieldOfType<'text' | 'textarea' | 'suggest'>, text: string): string | undefined {
  if (field.type === 'suggest') return undefined
  const { minLength = 0, maxLength = Infinity, pattern } = field
  if (text.length < minLength) return `Enter at least ${minLength} characters.`
  const tooLong = findLengthError({ maxLength }, text)
  if (tooLong) return tooLong
  if (pattern && !pattern.accepts(text)) return pattern.message
  if (field.type === 'text' && field.kind === 'url' && !URL.canParse(text)) return 'Enter a URL including its scheme.'
  if (field.type === 'text' && field.kind === 'email' && !/^\S+@\S+$/.test(text)) return 'Enter an e-mail address.'
  return undefined
}

/** The error of a text that is too long. A value that is not a text is not measured. */
export const findLengthError = ({ maxLength = Infinity }: { maxLength?: number | undefined }, value: unknown) =>
  typeof value === 'string' && value.length > maxLength ? `Enter at most ${maxLength} characters.` : undefined

/** The error of a number; NaN means text that is not a number. */
export function findNumberError({ min = -Infinity, max = Infinity, isWhole }: FieldOfType<'number'>, value: unknown) {
  if (typeof value !== 'number' || Number.isNaN(value)) return NOT_A_NUMBER
  if (isWhole && !Number.isInteger(value)) return 'Enter a whole number.'
  if (value < min) return `The minimum is ${min}.`
  return value > max ? `The maximum is ${max}.` : undefined
}
