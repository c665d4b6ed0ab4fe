import type { z } from 'zod/mini'
import { NOT_A_NUMBER, REQUIRED } from '../../lib/field-faults'

/**
 * The message for what a schema finds. Whatever is empty and may not be is required, be it a missing choice, a missing
 * number or a text that is too short; what a schema says itself is kept by zod.
 */
export const explain: z.core.$ZodErrorMap = (issue) => {
  if (isEmpty(issue.input)) return REQUIRED
  if (issue.code === 'invalid_type' && (issue.expected === 'number' || issue.expected === 'nan')) return NOT_A_NUMBER
  return undefined
}

const isEmpty = (input: unknown) =>
  input === undefined || input === null || input === '' || (Array.isArray(input) && input.length === 0)
