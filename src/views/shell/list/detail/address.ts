import { z } from 'zod/mini'
import { defineUrlState, type Move } from '../../../url-state/url-state'

type Size = 'full' | 'beside'

/** What a list with a detail keeps in the address: whose detail is open, how large, and which of its tabs is shown. */
export type DetailAddress<P extends string> = {
  use(): { open: string | undefined; isFull: boolean; panel: P | undefined }
  /** Opens another thing as the one before was shown, the first beside the list; undefined closes the detail. */
  show(id: string | undefined, how: Move): void
  showPanel(panel: P): void
  resize(to: Size): void
}

/** A link shows the thing in full size; who opened it from the list sees it beside the list. */
const size = z._default(z.enum(['full', 'beside']), 'full')
const guid = z.guid()

/** Whether this can be the id of a thing: a group in the list has another kind of id, and no detail. */
export const isThing = (id: string | undefined): id is string => guid.safeParse(id).success

/**
 * @param field the parameter that says whose detail is open: `checkId`
 * @param panels the tabs, the one that is shown first in front
 */
export function defineDetailAddress<P extends string>(field: string, panels: readonly P[]): DetailAddress<P> {
  const url = defineUrlState({ panel: z.optional(z.enum(panels)), detail: size })
  const shown = defineUrlState({ [field]: z.optional(guid) })
  const isOpenIn = (search: string) => shown.parse(search)[field] !== undefined
  const both = defineUrlState<Record<string, z.ZodMiniType>>({ [field]: z.optional(guid), detail: size })
  return {
    use() {
      const { panel, detail } = url.use()
      return { open: shown.use()[field], isFull: detail === 'full', panel }
    },
    show(id, how) {
      const before = isOpenIn(location.search) ? url.parse(location.search).detail : 'beside'
      both.set({ [field]: id, detail: id === undefined ? 'full' : before }, how)
    },
    // The one that is shown anyway is left out.
    showPanel: (panel) => url.set({ panel: panel === panels[0] ? undefined : panel }, 'replace'),
    resize: (to) => url.set({ detail: to }, 'replace'),
  }
}
