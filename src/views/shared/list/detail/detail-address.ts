import { z } from 'zod/mini'
import { defineUrlState, type AddressChange } from '../../url-state/url-state'

type Size = 'full' | 'beside'

/** The detail in the address: the open resource, the size, and the tab. */
export type DetailAddress<P extends string> = {
  use(): { open: string | undefined; isFull: boolean; panel: P | undefined }
  /** Opens a resource in the current size, initially beside the list; undefined closes the detail. */
  show(id: string | undefined, how: AddressChange): void
  /** Path and query with the resource opened, or the detail closed, as by `show`. */
  of(id: string | undefined): string
  showPanel(panel: P): void
  resize(to: Size): void
}

/** Full size is the default and used by links; opening from the list adds `beside`. */
const size = z._default(z.enum(['full', 'beside']), 'full')
const guid = z.guid()

/** Whether an id can belong to a resource. Groups in a list have ids of another form and no detail. */
export const isResourceId = (id: string | undefined): id is string => guid.safeParse(id).success

/**
 * @param field the parameter with the id of the open resource: `checkId`
 * @param panels the tabs, with the default first
 * @param own parameters of the open resource only; they are removed when another one is opened
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
