import type { z } from 'zod/mini'

/**
 * What a schema misses, in a few words for whoever looks into it: `expected string, got null`. zod/mini says nothing but
 * "Invalid input", and its sentences for every check there is are a kilobyte. `undefined` leaves it at that.
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
