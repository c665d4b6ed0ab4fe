import { useRoute } from 'wouter'
import { z } from 'zod/mini'
import { paths } from '../../../lib/paths'
import { outputIds, type OutputId } from '../../../lib/step-output'
import type { DetailAddress } from '../../shell/list/detail/address'
import { defineUrlState } from '../../url-state/url-state'

/** What there is about a run, the first of them without a word in the address. */
export const runPanels = ['steps', 'children', 'parameters', 'spec'] as const
export type RunPanel = (typeof runPanels)[number]

const panelUrl = defineUrlState({ panel: z._default(z.enum(runPanels), 'steps') })

/** Where a panel of a run is. What belongs to the lists of other panels does not come along. */
export const pathOfPanel = (id: string, panel: RunPanel) =>
  panel === 'steps' ? paths.run(id) : `${paths.run(id)}?panel=${panel}`

/** The run and the panel in the address. */
export function useRunAddress(): { id: string; panel: RunPanel } {
  const [, found] = useRoute(`${paths.runs}/:id`)
  return { id: found?.id ?? '', panel: panelUrl.use().panel }
}

/** Somebody has closed what was shown. */
const NONE = 'none'

/** Without a step, the page shows the one that matters now, and goes on to the next with the run. */
export const stepUrl = defineUrlState({
  step: z.optional(z.union([z.guid(), z.literal(NONE)])),
  view: z.optional(z.enum(outputIds)),
  detail: z._default(z.enum(['beside', 'full']), 'beside'),
})

const changesFor = (id: string | undefined) => ({
  step: id ?? NONE,
  // What is shown of one step is no answer to another.
  ...(stepUrl.parse(location.search).step !== id && { view: undefined }),
  ...(id === undefined && { detail: 'beside' as const }),
})

/** The step beside the list: the one in the address, or else the one that the page shows by itself. */
export const stepAddressOf = (followed: string | undefined): DetailAddress<OutputId> => ({
  use() {
    const { step, view, detail } = stepUrl.use()
    return { open: step === NONE ? undefined : (step ?? followed), isFull: detail === 'full', panel: view }
  },
  show: (id, how) => stepUrl.set(changesFor(id), how),
  of: (id) => stepUrl.address(changesFor(id)),
  showPanel: (view) => stepUrl.set({ view }, 'replace'),
  resize: (detail) => stepUrl.set({ detail }, 'replace'),
})

/** The same for what is beside the list, which knows what it shows. */
export const stepAddress = stepAddressOf(undefined)
