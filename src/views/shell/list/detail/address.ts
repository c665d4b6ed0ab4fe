import { z } from 'zod/mini'
import { defineUrlState, type Move } from '../../../url-state/url-state'

type Size = 'full' | 'beside'

/** The part of a detail in the address: the open thing, the size, and the tab. */
export type DetailAddress<P extends string> = {
  use(): { open: string | undefined; isFull: boolean; panel: P | undefined }
  /** Opens a thing in the current size, at first beside the list; undefined closes the detail. */
  show(id: string | undefined, how: Move): void
  /** Path and query with the thing opened as `show` would, for links. */
  of(id: string): string
  showPanel(panel: P): void
  resize(to: Size): void
}

/** Full size is the default, for links; opening from the list adds `beside`. */
const size = z._default(z.enum(['full', 'beside']), 'full')
const guid = z.guid()

/** Whether this can be the id of a thing. Groups in the list have ids of another form, and no detail. */
export const isThing = (id: string | undefined): id is string => guid.safeParse(id).success

/**
 * @param field the parameter with the id of the open thing: `checkId`
 * @param panels the tabs, the default first
 * @param own parameters that mean something only for the open thing: they go when another one is opened
 */
export function defineDetailAddress<P extends string>(
  field: string,
  panels: readonly P[],
  own: readonly string[] = []
): DetailAddress<P> {
  const url = defineUrlState({ panel: z.optional(z.enum(panels)), detail: size })
  const shown = defineUrlState({ [field]: z.optional(guid) })
  const openIn = (search: string) => shown.parse(search)[field]
  const all = defineUrlState<Record<string, z.ZodMiniType>>({
    [field]: z.optional(guid),
    detail: size,
    ...Object.fromEntries(own.map((key) => [key, z.optional(z.string())])),
  })
  const changesFor = (id: string | undefined) => {
    const before = openIn(location.search)
    const detail = before === undefined ? 'beside' : url.parse(location.search).detail
    const gone = before === id ? {} : Object.fromEntries(own.map((key) => [key, undefined]))
    return { [field]: id, detail: id === undefined ? 'full' : detail, ...gone }
  }
  return {
    use() {
      const { panel, detail } = url.use()
      return { open: shown.use()[field], isFull: detail === 'full', panel }
    },
    show: (id, how) => all.set(changesFor(id), how),
    of: (id) => all.address(changesFor(id)),
    // The default tab is left out of the address.
    showPanel: (panel) => url.set({ panel: panel === panels[0] ? undefined : panel }, 'replace'),
    resize: (to) => url.set({ detail: to }, 'replace'),
  }
}
