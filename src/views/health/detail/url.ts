import { z } from 'zod/mini'
import { defineUrlState, type Move } from '../../url-state/url-state'

export const panels = ['history', 'graph', 'spec', 'relationships'] as const
export type Panel = (typeof panels)[number]

/** A link shows the check in full size; who opened it from the list sees it beside the list. */
const detail = z._default(z.enum(['full', 'beside']), 'full')

/** What of a check is shown, beside which check it is. */
export const detailUrl = defineUrlState({
  panel: z._default(z.enum(panels), 'history'),
  /** Only runs that went this way. */
  result: z.optional(z.enum(['healthy', 'unhealthy'])),
  /** Only runs that took at least as long: `500ms`, `5s`. */
  duration: z.optional(z.string().check(z.minLength(1))),
  detail,
})

const shown = defineUrlState({ checkId: z.optional(z.guid()), detail })

/** Shows another check as the one before was shown, the first beside the list; undefined closes the detail. */
export function showCheck(id: string | undefined, how: Move) {
  const before = shown.parse(location.search)
  const size = id === undefined ? 'full' : before.checkId === undefined ? 'beside' : before.detail
  shown.set({ checkId: id, detail: size }, how)
}
