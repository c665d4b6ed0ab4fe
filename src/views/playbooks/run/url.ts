import { useRoute } from 'wouter'
import { z } from 'zod/mini'
import { runPage, runsPage } from '@/shared/pages/playbooks'
import { outputIds, type OutputId } from '@/lib/playbooks/step-output'
import type { DetailAddress } from '../../shared/list/detail/detail-address'
import { defineUrlState } from '../../shared/url-state/url-state'

/** The tabs of a run. The first one is the default and has no URL parameter. */
const runPanels = ['steps', 'children', 'parameters', 'spec'] as const
export type RunPanel = (typeof runPanels)[number]

const panelUrl = defineUrlState({ panel: z._default(z.enum(runPanels), 'steps') })

/** The URL of a tab, without the list parameters of other tabs. */
export const runPanelPath = (id: string, panel: RunPanel) =>
  panel === 'steps' ? runPage.at(id) : `${runPage.at(id)}?panel=${panel}`

/** The run and the tab in the URL. */
export function useRunAddress(): { id: string; panel: RunPanel } {
  const [, found] = useRoute(`${runsPage.path}/:id`)
  return { id: found?.id ?? '', panel: panelUrl.use().panel }
}

/** The URL value of a detail that the user has closed. */
const NONE = 'none'

/** Without a step, the page shows the current step and follows the run. */
export const stepUrl = defineUrlState({
  step: z.optional(z.union([z.guid(), z.literal(NONE)])),
  view: z.optional(z.enum(outputIds)),
  detail: z._default(z.enum(['beside', 'full']), 'beside'),
})

const changesFor = (id: string | undefined) => ({
  step: id ?? NONE,
  // Another step may not have the same output.
  ...(stepUrl.parse(location.search).step !== id && { view: undefined }),
  ...(id === undefined && { detail: 'beside' as const }),
})

/** The address of the detail: the step in the URL, or else the followed one. */
export const buildStepAddress = (followed: string | undefined): DetailAddress<OutputId> => ({
  use() {
    const { step, view, detail } = stepUrl.use()
    return { open: step === NONE ? undefined : (step ?? followed), isFull: detail === 'full', panel: view }
  },
  show: (id, how) => stepUrl.set(changesFor(id), how),
  of: (id) => stepUrl.address(changesFor(id)),
  showPanel: (view) => stepUrl.set({ view }, 'replace'),
  resize: (detail) => stepUrl.set({ detail }, 'replace'),
})

/** The same for the detail itself, which does not depend on the followed step. */
export const stepAddress = buildStepAddress(undefined)
