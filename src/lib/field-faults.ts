import type { FieldDescription } from './form-description'

export const REQUIRED = 'This field is required'
export const NOT_A_NUMBER = 'This field must be a number'

type OfType<T> = Extract<FieldDescription, { type: T }>

/** What is wrong with a text that is not empty; undefined where it can be sent. */
export function faultOfText(field: OfType<'text' | 'textarea' | 'suggest'>, text: string): string | undefined {
  if (field.type === 'suggest') return undefined
  const { minLength = 0, maxLength = Infinity, pattern } = field
  if (text.length < minLength) return `Write at least ${minLength} characters.`
  if (text.length > maxLength) return `Write at most ${maxLength} characters.`
  if (pattern && !pattern.accepts(text)) return pattern.message
  if (field.type === 'text' && field.kind === 'url' && !URL.canParse(text)) return 'Write a URL with its scheme.'
  if (field.type === 'text' && field.kind === 'email' && !/^\S+@\S+$/.test(text)) return 'Write an e-mail address.'
  return undefined
}

/** The same of a number; NaN is one that cannot be read. */
export function faultOfNumber({ min = -Infinity, max = Infinity, isWhole }: OfType<'number'>, value: unknown) {
  if (typeof value !== 'number' || Number.isNaN(value)) return NOT_A_NUMBER
  if (isWhole && !Number.isInteger(value)) return 'Write a whole number.'
  if (value < min) return `The least is ${min}.`
  return value > max ? `The most is ${max}.` : undefined
}
