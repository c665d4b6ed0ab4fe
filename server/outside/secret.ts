import { z } from 'zod'
import { conceal } from './redaction'

/** A value in clear, as text or `{value}`. References into a cluster are not supported here. */
export const plain = z
  .union([z.string(), z.object({ value: z.string().optional(), valueFrom: z.unknown() }).partial()])
  .transform((given, context) => {
    if (typeof given === 'string') return given
    if (given.valueFrom === undefined || given.valueFrom === null) return given.value ?? ''
    context.addIssue({ code: 'custom', message: 'valueFrom needs a Mission Control backend; give the value itself' })
    return z.NEVER
  })

/** The same of a secret, which no trace and no result shows. */
export const secret = plain.transform((value) => {
  conceal(value)
  return value
})
