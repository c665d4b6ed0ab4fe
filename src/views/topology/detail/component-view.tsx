import '../../../commands/pages/component'
import { skipToken, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { componentParts } from '../../../api/component'
import type { ApiError } from '../../../api/http'
import { type Component, topology } from '../../../api/topology'
import { formatCall } from '../../../commands/call'
import { paths } from '../../../lib/paths'
import { Breadcrumbs } from '../../../ui/breadcrumbs'
import { Notice } from '../../../ui/notice'
import { CommandButton } from '../../shell/commands/command-button'
import { PlaybooksMenu } from '../../shell/commands/playbooks-menu'
import { useConsole } from '../../shell/console'
import { lazyPart } from '../../shell/frame/lazy-part'
import { Page } from '../../shell/frame/page'
import { DetailPage } from '../../shell/list/detail/detail-page'
import { countOf, type DetailTab } from '../../shell/list/detail/tabbed-body'
import { QueryState } from '../../shell/query/query-state'
import { useLive } from '../../shell/stores'
import { factsOf, titleOf } from '../facts'
import { targetOf } from '../target'
import { Children } from './children'
import { componentTabs } from './component-tabs'
import { Side } from './side'
import { ComponentStatus } from './component-status'
import { type ComponentPanel, pathOfPanel, useComponentAddress } from './url'

/** Milliseconds between polls. Checks run about every minute, and the server rolls up health in each response. */
const POLL_MS = 30_000

const { Part: Catalog } = lazyPart({ what: 'the catalog', load: componentTabs.catalog })
const { Part: Incidents } = lazyPart({ what: 'the incidents', load: componentTabs.incidents })
const { Part: Changes } = lazyPart({ what: 'the changes', load: componentTabs.changes })
const { Part: Checks } = lazyPart({ what: 'the checks', load: componentTabs.checks })
const { Part: Playbooks } = lazyPart({ what: 'the playbooks', load: componentTabs.playbooks })
const { Part: Teams } = lazyPart({ what: 'the teams', load: componentTabs.teams })
const { Part: Insights } = lazyPart({ what: 'the insights', load: componentTabs.insights })

/** One component: its health with causes, its children, and tabs with related data. */
export default function ComponentView() {
  const { id, panel } = useComponentAddress()
  const query = useQuery({ ...topology.byId(id), refetchInterval: useLive() && POLL_MS })
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
  const target = targetOf(component)
  const tabs = useTabs(component)
  const { perform } = useConsole()
  const up = formatCall({ id: 'component.parent', args: { component: `component:${id}` } })
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
      facts={<Side component={component} />}
      tabs={tabs}
      panel={panel}
      showPanel={(to) => navigate(pathOfPanel(id, to))}
      handlers={{ 'detail.back': () => void perform({ call: up, origin: 'button' }, []) }}
    />
  )
}

/** Counts from the summary include descendants. Other counts are known once their panel has been opened. */
function useTabs(component: Component): readonly DetailTab<ComponentPanel>[] {
  const { checks, incidents, insights } = factsOf(component)
  const scope = useQuery({ ...componentParts.scope(component), enabled: false }).data
  const configs = useQuery(
    scope ? { ...componentParts.configs(scope), enabled: false } : { queryKey: ['nothing'], queryFn: skipToken }
  ).data
  const teams = useQuery({ ...componentParts.teams(component.id), enabled: false }).data
  return [
    {
      id: 'children',
      label: 'Children',
      ...countOf(component.components?.length ?? 0, 'child', 'children'),
      panel: <Children component={component} />,
    },
    {
      id: 'catalog',
      label: 'Catalog',
      ...countOf(configs?.length, 'config item'),
      panel: <Catalog component={component} />,
    },
    {
      id: 'incidents',
      label: 'Incidents',
      ...countOf(sumOf(incidents), 'open incident'),
      panel: <Incidents component={component} />,
    },
    { id: 'changes', label: 'Changes', panel: <Changes component={component} /> },
    { id: 'checks', label: 'Checks', ...countOf(sumOf(checks), 'check'), panel: <Checks component={component} /> },
    { id: 'playbooks', label: 'Playbooks', panel: <Playbooks component={component} /> },
    { id: 'teams', label: 'Teams', ...countOf(teams?.length, 'team'), panel: <Teams component={component} /> },
    {
      id: 'insights',
      label: 'Insights',
      ...countOf(sumOf(insights), 'insight'),
      panel: <Insights component={component} />,
    },
  ]
}

const sumOf = (tallied: readonly { count: number }[]) => tallied.reduce((sum, { count }) => sum + count, 0)

/** Breadcrumbs through the component's ancestors that the user has access to, loaded in one request. */
function Trail({ component }: { component: Component }) {
  const { data: ancestors = [] } = useQuery(componentParts.ancestors(component))
  return (
    <Breadcrumbs
      label="Part of"
      crumbs={[
        { label: 'Dashboard', href: paths.topology },
        ...ancestors.map(({ id, name }) => ({ label: name, href: paths.component(id) })),
        { label: titleOf(component), href: paths.component(component.id) },
      ]}
    />
  )
}

const NoSuchComponent = () => (
  <Notice
    tone="empty"
    title="There is no such component"
    actions={<CommandButton call="go.topology" label="Open dashboard" tone="primary" />}
  >
    The link may be outdated, the component may have been removed from its topology, or you may not have access to it.
  </Notice>
)
