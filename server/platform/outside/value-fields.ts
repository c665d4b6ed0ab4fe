import { z } from 'zod'
import { registerSecret } from './redaction'

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
