import type { ComponentType } from 'react'
import type { ConfigItem } from '../../../api/catalog'
import type { ItemPanel } from './url'

/** Props shared by all tabs of an item. */
export type TabProps = { item: ConfigItem }

/** Loads the code of each tab. `page-sources.ts` names the same files for the server. */
export const configTabs: Readonly<Record<ItemPanel, () => Promise<{ default: ComponentType<TabProps> }>>> = {
  config: () => import('./document'),
  changes: () => import('./changes'),
  insights: () => import('./insights'),
  relationships: () => import('./relationships'),
  playbooks: () => import('./playbooks'),
  checks: () => import('./checks'),
}
