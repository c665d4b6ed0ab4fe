import '@/commands/catalog/catalog.commands'
import type { QueryClient } from '@tanstack/react-query'
import { catalog, type ConfigRow } from '@/api/catalog/catalog'
import { catalogList } from '@/api/catalog/catalog-list'
import { capital } from '@/shared/format'
import { writeMembers } from '../../lib/tags'
import { useConsole } from '../shared/console'
import { ListPage } from '../shared/list/list-page'
import { definePagedList, prefetchListPage, usePagedList } from '../shared/list/paged-list'
import { configColumns, openConfigCall, describeConfigItem } from './shared/columns'
import { isDegradedConfig } from './shared/config-health'
import { NothingScraped } from './nothing-scraped'
import { CATALOG_POLL_MS } from './polling'
import { ShowDeleted } from './show-deleted'
import { toConfigItemTarget, configRowTarget } from './shared/target'

const healths = ['healthy', 'unhealthy', 'warning', 'unknown'].map((value) => ({ value, label: capital(value) }))

const list = definePagedList({
  paging: 'pages',
  hasDeleted: true,
  filters: [
    { field: 'configType', label: 'Type', known: catalog.types },
    { field: 'health', label: 'Health', values: healths },
    { field: 'status', label: 'Status', known: catalog.statuses },
    { field: 'tags', label: 'Tag', known: catalog.tags },
    { field: 'labels', label: 'Label', known: catalog.labels },
  ],
  page: catalogList.page,
  targetOf: configRowTarget,
  matching: async (query) => (await catalogList.matching(query)).map(toConfigItemTarget),
})

export const prefetch = (queries: QueryClient) => prefetchListPage(queries, list)

const filteredBy = ({ type, health, status, tags, labels }: ConfigRow) => ({
  configType: type,
  health: health ?? [],
  status: status ?? [],
  tags: writeMembers(tags),
  labels: writeMembers(labels),
})

/** The list of config items. */
export default function CatalogView() {
  const { perform } = useConsole()
  const source = usePagedList(list, CATALOG_POLL_MS)
  return (
    <ListPage<ConfigRow>
      title="Catalog"
      of="config"
      source={source}
      columns={configColumns}
      targetOf={configRowTarget}
      sentenceOf={describeConfigItem}
      filteredBy={filteredBy}
      isProblem={isDegradedConfig}
      searchLabel="Search, such as: checkout type=pod tags.cluster=harbour"
      opensByPress
      onOpen={(row) => void perform({ call: openConfigCall(row), origin: 'button' }, [])}
      switches={<ShowDeleted />}
      empty={<NothingScraped />}
    />
  )
}
