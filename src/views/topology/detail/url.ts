import { useRoute } from 'wouter'
import { z } from 'zod/mini'
import { paths } from '@/lib/paths'
import { defineUrlState } from '../../url-state/url-state'

/** The panels of a component. The first is the default and not in the URL. */
const componentPanels = [
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

/** URL of a panel. It drops the list state of other panels. */
export const componentPanelPath = (id: string, panel: ComponentPanel) =>
  panel === 'children' ? paths.component(id) : `${paths.component(id)}?panel=${panel}`

/** The component and the panel in the URL. */
export function useComponentAddress(): { id: string; panel: ComponentPanel } {
  const [, found] = useRoute(`${paths.topology}/:id`)
  return { id: found?.id ?? '', panel: panelUrl.use().panel }
}
