import { z } from 'zod'
import { defineUrlState, type Move } from '../../url-state'

export const panels = ['history', 'graph', 'spec', 'relationships'] as const
export type Panel = (typeof panels)[number]

/** A link shows the check in full size; who opened it from the list sees it beside the list. */
const detail = z.enum(['full', 'beside']).default('full')

/** What of a check is shown, beside which check it is. */
export const detailUrl = defineUrlState({
  panel: z.enum(panels).default('history'),
  /** Only runs that went this way. */
  result: z.enum(['healthy', 'unhealthy']).optional(),
  /** Only runs that took at least as long: `500ms`, `5s`. */
  duration: z.string().min(1).optional(),
  detail,
})

const shown = defineUrlState({ checkId: z.guid().optional(), detail })

/** Shows another check as the one before was shown, the first beside the list; undefined closes the detail. */
export function showCheck(id: string | undefined, how: Move) {
  const before = shown.parse(location.search)
  const size = id === undefined ? 'full' : before.checkId === undefined ? 'beside' : before.detail
  shown.set({ checkId: id, detail: size }, how)
}
