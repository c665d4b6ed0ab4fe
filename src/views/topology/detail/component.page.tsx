import { callTo } from '@/commands/call-to'
import '@/commands/topology/component.commands'
import '@/commands/topology/component-links.commands'
import '@/commands/incidents/evidence.commands'
import '@/commands/playbooks/playbook.commands'
import '@/commands/timeline/timeline.commands'
import '@/commands/topology/topology.commands'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { componentAncestors, componentKeys, type ComponentScope } from '@/api/topology/component'
import type { ApiError } from '@/api/http'
import { type Component, topology } from '@/api/topology/topology'
import { componentPage, dashboardPage } from '@/shared/pages/topology'
import { Breadcrumbs } from '@/ui/breadcrumbs'
import { Notice } from '@/ui/notice'
import { CommandButton } from '../../shared/commands/command-button'
import { PlaybooksMenu } from '../../shared/commands/playbooks-menu'
import { useConsole } from '../../shared/console'
import { Page } from '../../shared/page/page'
import { DetailPage } from '../../shared/list/detail/detail-page'
import { type DetailTab } from '../../shared/list/detail/tabbed-body'
import { tabCount } from '@/ui/tabs'
import { QueryState } from '../../shared/query/query-state'
import { useLiveUpdates } from '../../shared/stores'
import { cardFacts, componentTitle } from '../facts'
import { toComponentTarget } from '../target'
import { ChildrenPanel } from './children-panel'
import { componentTabs } from './component-tabs'
import { ComponentFacts } from './component-facts'
import { ComponentStatus } from './component-status'
import { type ComponentPanel, componentPanelPath, useComponentAddress } from './url'
import { goBack } from '../../shared/page/back'

/** Milliseconds between polls. Checks run about every minute, and the server rolls up health in each response. */
const POLL_MS = 30_000

/** One component: its health with causes, its children, and tabs with related data. */
export default function ComponentView() {
  const { id, panel } = useComponentAddress()
  const query = useQuery({ ...topology.byId(id), refetchInterval: useLiveUpdates() && POLL_MS })
  if (query.data) return <Found key={id} component={query.data} panel={panel} query={query} />
  return (
    <Page title="Topology" of="component">
      <QueryState query={query} what="the component" as="page" gone={<NoSuchComponent />}>
        {() => <NoSuchComponent />}
      </QueryState>
    </Page>
  )
}

type Props = { component: Component; panel: ComponentPanel; query: UseQueryResult<Component | null, ApiError> }

function Found({ component, panel, query }: Props) {
  const { id } = component
  const [, navigate] = useLocation()
  const target = toComponentTarget(component)
  const tabs = useTabs(component)
  const { perform } = useConsole()
  const up = callTo('component.parent', { component: [target] })
  return (
    <DetailPage
      target={target}
      type={component.type}
      query={query}
      everyMs={POLL_MS}
      trail={<Trail component={component} />}
      frequent={
        <>
          <PlaybooksMenu for={target} />
          <CommandButton call="timeline.open" label="What changed before" />
          <CommandButton call="evidence.link" short="Incident" />
        </>
      }
      lead={<ComponentStatus component={component} />}
      facts={<ComponentFacts component={component} />}
      tabs={tabs}
      panel={panel}
      showPanel={(to) => navigate(componentPanelPath(id, to))}
      handlers={{
        'detail.back': () => {
          if (!goBack()) void perform({ call: up, origin: 'button' }, [])
        },
      }}
    />
  )
}

/** Counts from the summary include descendants. Other counts are known once their panel has been opened. */
function useTabs(component: Component): readonly DetailTab<ComponentPanel>[] {
  const { checks, incidents, insights } = cardFacts(component)
  const scope = useQuery<ComponentScope>({ queryKey: componentKeys.scope(component), enabled: false }).data
  const configsKey = scope ? componentKeys.configs(scope) : ['nothing']
  const configs = useQuery<readonly unknown[]>({ queryKey: configsKey, enabled: false }).data
  const teams = useQuery<readonly unknown[]>({ queryKey: componentKeys.teams(component.id), enabled: false }).data
  return [
    {
      id: 'children',
      label: 'Children',
      ...tabCount(component.components?.length ?? 0, 'child', 'children'),
      panel: <ChildrenPanel component={component} />,
    },
    {
      id: 'catalog',
      label: 'Catalog',
      ...tabCount(configs?.length, 'config item'),
      panel: <componentTabs.catalog component={component} />,
    },
    {
      id: 'incidents',
      label: 'Incidents',
      ...tabCount(sumOf(incidents), 'open incident'),
      panel: <componentTabs.incidents component={component} />,
    },
    { id: 'changes', label: 'Changes', panel: <componentTabs.changes component={component} /> },
    {
      id: 'checks',
      label: 'Checks',
      ...tabCount(sumOf(checks), 'check'),
      panel: <componentTabs.checks component={component} />,
    },
    { id: 'playbooks', label: 'Playbooks', panel: <componentTabs.playbooks component={component} /> },
    {
      id: 'teams',
      label: 'Teams',
      ...tabCount(teams?.length, 'team'),
      panel: <componentTabs.teams component={component} />,
    },
    {
      id: 'insights',
      label: 'Insights',
      ...tabCount(sumOf(insights), 'insight'),
      panel: <componentTabs.insights component={component} />,
    },
  ]
}

const sumOf = (tallied: readonly { count: number }[]) => tallied.reduce((sum, { count }) => sum + count, 0)

/** Breadcrumbs through the component's ancestors that the user has access to, loaded in one request. */
function Trail({ component }: { component: Component }) {
  const { data: ancestors = [] } = useQuery(componentAncestors(component))
  return (
    <Breadcrumbs
      label="Part of"
      crumbs={[
        { label: 'Dashboard', href: dashboardPage.path },
        ...ancestors.map(({ id, name }) => ({ label: name, href: componentPage.at(id) })),
        { label: componentTitle(component), href: componentPage.at(component.id) },
      ]}
    />
  )
}

const NoSuchComponent = () => (
  <Notice
    tone="empty"
    title="Component not found"
    actions={<CommandButton call="go.topology" label="Open dashboard" tone="primary" />}
  >
    The link may be outdated, the component may have been removed from its topology, or you may not have access to it.
  </Notice>
)
