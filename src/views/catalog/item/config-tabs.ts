import type { ComponentType } from 'react'
import type { ConfigItem } from '@/api/catalog/catalog'
import type { ConfigItemPanel } from './url'

/** Props shared by all tabs of an item. */
export type ConfigTabProps = { item: ConfigItem }

/** Loads the code of each tab. `src/shared/pages/catalog.ts` names the same files for the server. */
export const configTabs: Readonly<Record<ConfigItemPanel, () => Promise<{ default: ComponentType<ConfigTabProps> }>>> =
  {
    config: () => import('./document'),
    changes: () => import('./changes'),
    insights: () => import('./insights'),
    relationships: () => import('./relationships'),
    playbooks: () => import('./playbooks'),
    checks: () => import('./checks'),
  }
