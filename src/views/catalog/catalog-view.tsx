import '../../commands/pages/catalog'
import { useQuery } from '@tanstack/react-query'
import { catalog, type ConfigRow } from '../../api/catalog'
import { catalogList } from '../../api/catalog-list'
import { capital } from '../../lib/format'
import { writeMember } from '../../lib/tags'
import { useConsole } from '../shell/console'
import { ListPage } from '../shell/list/list-page'
import { definePagedList, usePagedList } from '../shell/list/paged-list'
import { usePreferences } from '../shell/stores'
import { columns, openConfig, sentenceOf } from './columns'
import { isTrouble } from './config-health'
import { NothingScraped } from './nothing-scraped'
import { POLL_MS } from './polling'
import { ShowDeleted } from './show-deleted'
import { asTarget, targetOf } from './target'

const none: never[] = []
const healths = ['healthy', 'unhealthy', 'warning', 'unknown'].map((value) => ({ value, label: capital(value) }))

const list = definePagedList({
  paging: 'pages',
  filters: [
    { field: 'configType', label: 'Type', values: none },
    { field: 'health', label: 'Health', values: healths },
    { field: 'status', label: 'Status', values: none },
    { field: 'tags', label: 'Tag', values: none },
    { field: 'labels', label: 'Label', values: none },
  ],
  page: catalogList.page,
  targetOf,
  matching: async (query) => (await catalogList.matching(query)).map(asTarget),
})

/** The values that only the server knows come when they have come: until then there are fewer to choose from. */
function useFields() {
  const found = {
    configType: useQuery(catalog.types()).data,
    status: useQuery(catalog.statuses()).data,
    tags: useQuery(catalog.tags()).data,
    labels: useQuery(catalog.labels()).data,
  }
  return list.filters.map((one) => ({ ...one, values: found[one.field as keyof typeof found] ?? one.values }))
}

const membersOf = (members: ConfigRow['tags']) =>
  Object.entries(members ?? {}).map(([key, value]) => writeMember(key, value))

const filteredBy = ({ type, health, status, tags, labels }: ConfigRow) => ({
  configType: type,
  health: health ?? [],
  status: status ?? [],
  tags: membersOf(tags),
  labels: membersOf(labels),
})

/** The list of config items. */
export default function CatalogView() {
  const { perform } = useConsole()
  const withDeleted = usePreferences().show_deleted_items_preference === 'yes'
  const source = usePagedList(list, POLL_MS, { fields: useFields(), withDeleted })
  return (
    <ListPage<ConfigRow>
      title="Catalog"
      of="config"
      source={source}
      columns={columns}
      targetOf={targetOf}
      sentenceOf={sentenceOf}
      filteredBy={filteredBy}
      isProblem={isTrouble}
      searchLabel="Search, such as: checkout type=pod tags.cluster=harbour"
      opensByPress
      onOpen={(row) => void perform({ call: openConfig(row), origin: 'button' }, [])}
      switches={<ShowDeleted />}
      empty={<NothingScraped />}
    />
  )
}
