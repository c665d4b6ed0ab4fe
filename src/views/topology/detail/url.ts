import { useRoute } from 'wouter'
import { z } from 'zod/mini'
import { componentPage, dashboardPage } from '@/shared/pages/topology'
import { defineUrlState } from '../../shared/url-state/url-state'

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
  panel === 'children' ? componentPage.at(id) : `${componentPage.at(id)}?panel=${panel}`

/** The component and the panel in the URL. */
export function useComponentAddress(): { id: string; panel: ComponentPanel } {
  const [, found] = useRoute(`${dashboardPage.path}/:id`)
  return { id: found?.id ?? '', panel: panelUrl.use().panel }
}
