import { z } from 'zod/mini'
import { type SubjectRef, subjectKinds } from '@/api/timeline/resources'
import { timestamp } from '../../api/time'
import { defineUrlState } from '../shared/url-state/url-state'

/** The look-back periods: value in the URL, duration, and label. */
export const lookBackSpans = [
  { value: '1h', ms: 3_600_000, label: '1 hour' },
  { value: '6h', ms: 6 * 3_600_000, label: '6 hours' },
  { value: '1d', ms: 24 * 3_600_000, label: '1 day' },
  { value: '3d', ms: 3 * 24 * 3_600_000, label: '3 days' },
  { value: '7d', ms: 7 * 24 * 3_600_000, label: '7 days' },
] as const

/** The resource to investigate: `check:0194…`. */
const subject = z.codec(z.string(), z.object({ kind: z.enum(subjectKinds), id: z.guid() }), {
  decode: (text) => {
    const [kind = '', id = ''] = text.split(':')
    return { kind, id } as SubjectRef
  },
  encode: ({ kind, id }) => `${kind}:${id}`,
})

export const timelineUrl = defineUrlState({
  of: z.optional(subject),
  /** The time of the failure; absent for the last known one. */
  at: z.optional(timestamp),
  before: z._default(z.enum(lookBackSpans.map(({ value }) => value)), '6h'),
})
