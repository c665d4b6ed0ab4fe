import { z } from 'zod/mini'
import { isZone } from '@/shared/time-zone'
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

/** The time zone of a cron expression that this machine does not know; undefined if there is none. */
function findUnknownZone({ schedule }: Readonly<Record<string, unknown>>): string | undefined {
  const [, zone] = typeof schedule === 'string' ? (/^\s*(?:CRON_)?TZ=(\S+)/.exec(schedule) ?? []) : []
  return zone === undefined || isZone(zone) ? undefined : zone
}

/** A spec. Its schedule cannot have an unknown time zone, because nothing would ever run by it. */
export const specColumn = z.pipe(
  z.record(z.string(), z.unknown(), 'Spec is required'),
  z.transform((spec, context) => {
    const zone = findUnknownZone(spec)
    if (zone === undefined) return spec
    const message = `"${zone}" is not a time zone such as Europe/Berlin.`
    context.issues.push({ code: 'custom', path: ['schedule'], message, input: spec })
    return z.NEVER
  })
)

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
