import { z } from 'zod/mini'
import type { RowValues } from '../api/settings-table'

export const nameColumn = z.string('A name is needed').check(z.trim(), z.minLength(1, 'A name is needed'))
export const namespaceColumn = z._default(
  z.string('A namespace is a text').check(z.trim(), z.minLength(1, 'A namespace is needed')),
  'default'
)
export const labelsColumn = z._default(
  z.nullable(z.record(z.string(), z.string(), 'Labels are names with texts')),
  null
)
export const specColumn = z.record(z.string(), z.unknown(), 'A spec is needed')

/**
 * Reads what a document says as the columns of a row.
 * @throws {Error} where it cannot be any, with a sentence that says what is wrong where
 */
export const rowReader =
  (columns: z.ZodMiniType<RowValues>) =>
  (values: RowValues): RowValues => {
    const { data, error } = columns.safeParse(values)
    if (data) return data
    const [{ path = [], message = '' } = {}] = error.issues
    throw new Error(path.length > 1 ? `${path.join('.')}: ${message}` : message)
  }
