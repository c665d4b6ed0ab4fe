import type { z } from 'zod/mini'

/**
 * Short schema errors for developers: `expected string, got null`. zod/mini itself only reports "Invalid input", and
 * its full locale adds a kilobyte. `undefined` keeps the default.
 */
export const zodErrorMap: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return `expected ${issue.expected}, got ${issue.input === null ? 'null' : typeof issue.input}`
    case 'invalid_value':
      return `expected ${issue.values.join(' or ')}`
    case 'invalid_format':
      return `expected ${issue.format}`
    case 'too_small':
      return `expected at least ${issue.minimum}`
    case 'too_big':
      return `expected at most ${issue.maximum}`
    default:
      return undefined
  }
}
