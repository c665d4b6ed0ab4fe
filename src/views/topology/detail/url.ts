import { useRoute } from 'wouter'
import { z } from 'zod/mini'
import { paths } from '../../../lib/paths'
import { defineUrlState } from '../../url-state/url-state'

/** What there is about a component, the first of them without a word in the address. */
export const componentPanels = [
  'children',
  'catalog',
  'incidents',
  'changes',
  'checks',
  'playbooks',
  'teams',
  'insights',
] as const
export type ComponentPanel = (typeof componentPanels)[number]

const panelUrl = defineUrlState({ panel: z._default(z.enum(componentPanels), 'children') })

/** Where a panel of a component is. What belongs to the lists of other panels does not come along. */
export const pathOfPanel = (id: string, panel: ComponentPanel) =>
  panel === 'children' ? paths.component(id) : `${paths.component(id)}?panel=${panel}`

/** The component and the panel in the address. */
export function useComponentAddress(): { id: string; panel: ComponentPanel } {
  const [, found] = useRoute(`${paths.topology}/:id`)
  return { id: found?.id ?? '', panel: panelUrl.use().panel }
}
