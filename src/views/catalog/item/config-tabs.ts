import type { ComponentType } from 'react'
import type { ConfigItem } from '../../../api/catalog'
import type { ItemPanel } from './url'

/** Properties of every tab of an item. */
export type TabProps = { item: ConfigItem }

/** The code of each tab; `page-sources.ts` names the same files for the server. */
export const configTabs: Readonly<Record<ItemPanel, () => Promise<{ default: ComponentType<TabProps> }>>> = {
  config: () => import('./document'),
  changes: () => import('./changes'),
  insights: () => import('./insights'),
  relationships: () => import('./relationships'),
  playbooks: () => import('./playbooks'),
  checks: () => import('./checks'),
}
