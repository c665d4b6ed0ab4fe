import type { ConfigItem } from '@/api/catalog/catalog'
import { configPage, type ConfigTab } from '@/shared/pages/catalog'
import { lazyTabs } from '../../shared/page/page-tabs'

/** Props shared by all tabs of an item. */
export type ConfigTabProps = { item: ConfigItem }

/** The tabs by the last part of their address. The document has the address of the item. */
export const configTabs = lazyTabs<ConfigTabProps, '' | ConfigTab>(configPage, {
  '': 'the document',
  changes: 'the changes',
  insights: 'the insights',
  relationships: 'the relationships',
  playbooks: 'the playbooks',
  checks: 'the checks',
})
