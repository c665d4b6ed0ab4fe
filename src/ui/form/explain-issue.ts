import type { z } from 'zod/mini'
import { NOT_A_NUMBER, REQUIRED } from '../../lib/field-errors'

/**
 * The message for a schema issue. An empty value is reported as required, whether a choice or number is missing or a
 * text is too short. zod keeps messages that the schema defines itself.
 */
export const explainIssue: z.core.$ZodErrorMap = (issue) => {
  if (isEmpty(issue.input)) return REQUIRED
  if (issue.code === 'invalid_type' && (issue.expected === 'number' || issue.expected === 'nan')) return NOT_A_NUMBER
  return undefined
}

const isEmpty = (input: unknown) =>
  input === undefined || input === null || input === '' || (Array.isArray(input) && input.length === 0)
