import { z } from 'zod'
import { conceal } from './trace'

/** A value in clear, as text or `{value}`, that no trace shows. References into a cluster are not supported here. */
export const secret = z
  .union([z.string(), z.object({ value: z.string().optional(), valueFrom: z.unknown() }).partial()])
  .transform((given, context) => {
    if (typeof given === 'string') return given
    if (given.valueFrom === undefined || given.valueFrom === null) return given.value ?? ''
    context.addIssue({ code: 'custom', message: 'valueFrom needs a Mission Control backend; give the value itself' })
    return z.NEVER
  })
  .transform((value) => {
    conceal(value)
    return value
  })
