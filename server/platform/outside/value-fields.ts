import { z } from 'zod'
import { registerSecret } from './redaction'
import { registerSecretHeader } from './request-headers'

/** A plain value, as text or `{value}`. References into a cluster are not supported here. */
export const plainValue = z
  .union([z.string(), z.object({ value: z.string().optional(), valueFrom: z.unknown() }).partial()])
  .transform((given, context) => {
    if (typeof given === 'string') return given
    if (given.valueFrom === undefined || given.valueFrom === null) return given.value ?? ''
    context.addIssue({ code: 'custom', message: 'valueFrom needs a Mission Control backend; give the value itself' })
    return z.NEVER
  })

/** Same for a secret, which is redacted in traces and results. */
export const secretValue = plainValue.transform((value) => {
  registerSecret(value)
  return value
})

const headerName = z.string().regex(/^[\w!#$%&'*+.^`|~-]+$/, 'is not a header name')

function registered<T extends { name: string; value: string }>(header: T): T {
  registerSecretHeader(header.name, header.value)
  return header
}

/** A header of a request. Its value is redacted if the name marks it as a credential. */
export const headerField = z.object({ name: headerName, value: plainValue.default('') }).transform(registered)

/** Same, with a value and no other members. */
export const strictHeaderField = z.strictObject({ name: headerName, value: plainValue }).transform(registered)
