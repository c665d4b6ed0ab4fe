import type { ConfigItem } from '@/api/catalog/catalog'
import type { ConfigItemPanel } from './url'
import { type LazyComponent, lazyComponent } from '@/ui/lazy-component'

/** Props shared by all tabs of an item. */
export type ConfigTabProps = { item: ConfigItem }

/** The tabs, each in a file of its own. `src/shared/pages/catalog.ts` names the same files for the server. */
export const configTabs: Readonly<Record<ConfigItemPanel, LazyComponent<ConfigTabProps>>> = {
  config: lazyComponent({ what: 'the document', load: () => import('./document') }),
  changes: lazyComponent({ what: 'the changes', load: () => import('./changes') }),
  insights: lazyComponent({ what: 'the insights', load: () => import('./insights') }),
  relationships: lazyComponent({ what: 'the relationships', load: () => import('./relationships') }),
  playbooks: lazyComponent({ what: 'the playbooks', load: () => import('./playbooks') }),
  checks: lazyComponent({ what: 'the checks', load: () => import('./checks') }),
}
