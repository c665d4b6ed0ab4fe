import { z } from 'zod/mini'
import type { RowValues } from '../api/settings/settings-table'

export const nameColumn = z.string('Name is required').check(z.trim(), z.minLength(1, 'Name is required'))
export const namespaceColumn = z._default(
  z.string('Namespace must be a string').check(z.trim(), z.minLength(1, 'Namespace is required')),
  'default'
)
export const labelsColumn = z._default(
  z.nullable(z.record(z.string(), z.string(), 'Labels must map names to strings')),
  null
)
export const specColumn = z.record(z.string(), z.unknown(), 'Spec is required')

/**
 * Converts the values of a document to the columns of a row.
 * @throws {Error} if the values are invalid, with a message that names the member and the problem
 */
export const createRowReader =
  (columns: z.ZodMiniType<RowValues>) =>
  (values: RowValues): RowValues => {
    const { data, error } = columns.safeParse(values)
    if (data) return data
    const [{ path = [], message = '' } = {}] = error.issues
    throw new Error(path.length > 1 ? `${path.join('.')}: ${message}` : message)
  }
