import '@/commands/catalog/catalog.commands'
import { skipToken, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { catalog, type ConfigItem, relatedCountKey } from '@/api/catalog/catalog'
import { configItemName } from '@/lib/catalog/config-name'
import type { ApiError } from '@/api/http'
import { catalogPage, configPage } from '@/shared/pages/catalog'
import { Breadcrumbs } from '@/ui/breadcrumbs'
import { Banner, Notice } from '@/ui/notice'
import { Time } from '@/ui/time'
import { CommandButton } from '../../shared/commands/command-button'
import { PlaybooksMenu } from '../../shared/commands/playbooks-menu'
import { Page } from '../../shared/page/page'
import { DetailPage } from '../../shared/list/detail/detail-page'
import { type DetailTab } from '../../shared/list/detail/tabbed-body'
import { tabCount } from '@/ui/tabs'
import { QueryState } from '../../shared/query/query-state'
import { toConfigItemTarget } from '../shared/target'
import { configTabs } from './config-tabs'
import { ConfigFacts, ConfigItemStatus } from './facts'
import { documentUrl, type ConfigItemPanel, configPanelPath, useConfigAddress } from './url'
import { goBack } from '../../shared/page/back'

const { '': ConfigDocument } = configTabs

/** One config item: its facts, its document, and the tabs with related data. */
export default function ConfigView() {
  const { id, panel } = useConfigAddress()
  const query = useQuery(catalog.byId(id))
  if (query.data) return <Item key={id} item={query.data} panel={panel} query={query} />
  return (
    <Page title="Catalog" of="config">
      <QueryState query={query} what="the config item" as="page" gone={<NoSuchConfig />}>
        {() => <NoSuchConfig />}
      </QueryState>
    </Page>
  )
}

type Props = { item: ConfigItem; panel: ConfigItemPanel; query: UseQueryResult<ConfigItem | null, ApiError> }

function Item({ item, panel, query }: Props) {
  const { id } = item
  const [, navigate] = useLocation()
  const target = toConfigItemTarget(item)
  const other = documentUrl.use().format === 'yaml' ? 'json' : 'yaml'
  const tabs: readonly DetailTab<ConfigItemPanel>[] = [
    {
      id: 'config',
      label: 'Config',
      aside: <CommandButton call="config.format" tone="bare" label={`Show as ${other.toUpperCase()}`} />,
      panel: <ConfigDocument item={item} />,
    },
    { id: 'changes', label: 'Changes', panel: <configTabs.changes item={item} /> },
    {
      id: 'insights',
      label: 'Insights',
      ...tabCount(item.summary?.analysis, 'open insight'),
      panel: <configTabs.insights item={item} />,
    },
    {
      id: 'relationships',
      label: 'Relationships',
      ...tabCount(useRelatedCount(id), 'related item'),
      panel: <configTabs.relationships item={item} />,
    },
    {
      id: 'playbooks',
      label: 'Playbooks',
      ...tabCount(item.summary?.playbook_runs, 'run in 30 days', 'runs in 30 days'),
      panel: <configTabs.playbooks item={item} />,
    },
    {
      id: 'checks',
      label: 'Checks',
      ...tabCount(item.summary?.checks, 'check'),
      panel: <configTabs.checks item={item} />,
    },
  ]
  return (
    <DetailPage
      target={target}
      type={item.type}
      query={query}
      trail={<Trail item={item} />}
      frequent={!item.deleted_at && <PlaybooksMenu for={target} />}
      notice={
        item.deleted_at && (
          <Banner>
            This item was deleted <Time at={item.deleted_at} as="ago" />
            {item.delete_reason ? ` (${item.delete_reason})` : ''}. This page shows its last known state.
          </Banner>
        )
      }
      lead={<ConfigItemStatus item={item} />}
      facts={<ConfigFacts item={item} />}
      tabs={tabs}
      panel={panel}
      showPanel={(to) => navigate(configPanelPath(id, to))}
      handlers={{
        // Line numbers differ between YAML and JSON.
        ...(panel === 'config' && {
          'config.format': () => documentUrl.set({ format: other, lines: undefined }, 'replace'),
        }),
        'detail.back': () => goBack(catalogPage.path),
      }}
    />
  )
}

/** The count that the tab loaded last. Undefined before that: the count alone is never requested. */
const useRelatedCount = (id: string) => useQuery<number>({ queryKey: relatedCountKey(id), queryFn: skipToken }).data

/** Breadcrumbs through the item's ancestors that the user has access to. */
function Trail({ item }: { item: ConfigItem }) {
  const { data: ancestors = [] } = useQuery(catalog.names(configAncestorIds(item)))
  return (
    <Breadcrumbs
      label="Part of"
      crumbs={[
        { label: 'Catalog', href: catalogPage.path },
        ...ancestors.map((one) => ({ label: configItemName(one), href: configPage.at(one.id) })),
        { label: configItemName(item), href: configPage.at(item.id) },
      ]}
    />
  )
}

const NoSuchConfig = () => (
  <Notice
    tone="empty"
    title="Config item not found"
    actions={<CommandButton call="go.catalog" label="Open catalog" tone="primary" />}
  >
    The link may be outdated, the item may have been removed permanently, or you may not have access to it.
  </Notice>
)

/** The ids of an item's ancestors, root first. Some scrapers include the item in its own path; it is left out. */
const configAncestorIds = ({ id, path }: Pick<ConfigItem, 'id' | 'path'>): readonly string[] => [
  ...new Set((path ?? '').split('.').filter((one) => guid.test(one) && one !== id)),
]

const guid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
