import '@/commands/topology/topology.commands'
import type { QueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useLocation } from 'wouter'
import type { Component } from '@/api/topology/topology'
import { callTo } from '../../commands/call-to'
import type { PlaceData } from '../../commands/place'
import { LOCAL_AGENT } from '@/lib/settings/origin'
import { needsAttention } from '@/lib/topology/component-health'
import { capital } from '@/shared/format'
import { incidentPage } from '@/shared/pages/incidents'
import { componentPage, dashboardPage } from '@/shared/pages/topology'
import type { GroupOptions } from '../../ui/grid/column'
import { Notice } from '../../ui/notice'
import { PageLink } from '../../ui/page-link'
import { ToggleField } from '../../ui/form/fields/toggle'
import { announce } from '../../ui/voice'
import { CommandButton } from '../shared/commands/command-button'
import { CommandMenu } from '../shared/commands/command-menu'
import { usePlaces } from '../shared/commands/place'
import { useConsole } from '../shared/console'
import { lazyComponent } from '@/ui/lazy-component'
import { ListPage } from '../shared/list/list-page'
import { usePreferences } from '../shared/stores'
import { ComponentCard } from './shared/card'
import { cardSizeFor } from './shared/card-size'
import { componentColumns } from './columns'
import { describeComponent as sentence } from './facts'
import { componentFilterValues } from './filters'
import { componentAncestors } from './forest'
import type { TopologyGraphProps } from './topology-graph'
import { toComponentTarget } from './target'
import css from './topology.module.css'
import { NowStrip } from './now-strip'
import { failingOnly, topologyLayouts, type TopologyLayout, type TopologyState, topologyUrl } from './url'
import { type PresentTrouble, usePresentTrouble } from './use-present-trouble'
import { topologyQuery, useTopology } from './use-topology'

const TopologyGraph = lazyComponent<TopologyGraphProps>({ what: 'the graph', load: () => import('./topology-graph') })
// If the URL opens the graph, its code loads in parallel with its data.
if (topologyUrl.parse(location.search).layout === 'picture') void TopologyGraph.prefetch()

const noTeams: readonly string[] = []

/** Loads data before the page renders. Not on the home URL, which redirects in some deployments. */
export const prefetch = (queries: QueryClient) =>
  location.pathname === dashboardPage.path
    ? queries.prefetchQuery(topologyQuery(topologyUrl.parse(location.search)))
    : undefined

/** The components of the topology, worst first, as cards, as a tree, or as a graph. */
export default function TopologyView() {
  const { perform } = useConsole()
  const state = topologyUrl.use()
  const { source, all, forest, around, isNarrowed, fields, picture } = useTopology(state)
  const trouble = usePresentTrouble(all)
  const [, navigate] = useLocation()
  const width = usePreferences().topology_card_width
  const isCards = state.layout === 'cards'
  const columns = useMemo(() => componentColumns(all), [all])
  const aroundOf = (one: Component) => ({
    // Without a filter only roots are shown, which have no ancestors.
    within: isNarrowed ? componentAncestors(one.id, forest) : [],
    below: forest.below(one.id),
    teams: around.teams.get(one.id) ?? noTeams,
  })
  const cardSize = useMemo(
    () =>
      cardSizeFor(
        ({ id }) => ({
          isWithin: isNarrowed && forest.parentOf(id) !== undefined,
          below: forest.below(id).length,
          hasTeams: around.teams.has(id),
        }),
        width
      ),
    [around, forest, isNarrowed, width]
  )
  const groups = useMemo(
    (): GroupOptions<Component> => ({
      by: [],
      scope: isNarrowed ? source.question : '',
      startsOpen: (below) => isNarrowed || below.some(needsAttention),
    }),
    [isNarrowed, source.question]
  )
  const sentenceOf = (one: Component) => {
    const { within, below } = aroundOf(one)
    return sentence(one, { in: within, below })
  }
  const renderCard = (one: Component) => (
    <ComponentCard
      of={one}
      {...aroundOf(one)}
      agent={agentOf(one, around.agents)}
      place="list"
      actions={<CommandMenu isIcon for={toComponentTarget(one)} />}
    />
  )
  const onLayout = () =>
    show(topologyLayouts[(topologyLayouts.indexOf(state.layout) + 1) % topologyLayouts.length] ?? 'cards')
  const open = (one: Component) =>
    void perform({ call: callTo('component.open', { component: [toComponentTarget(one)] }), origin: 'button' }, [])
  return (
    <ListPage<Component>
      title="Dashboard"
      of="component"
      source={source}
      columns={columns}
      groups={groups}
      targetOf={toComponentTarget}
      sentenceOf={sentenceOf}
      filteredBy={(one) => componentFilterValues(one, around, fields)}
      isProblem={needsAttention}
      searchLabel="Search names, types, labels and status"
      card={renderCard}
      cardSize={isCards ? cardSize : undefined}
      onLayout={onLayout}
      place={placeOf(state, trouble, navigate)}
      renderLead={() => <NowStrip {...trouble} />}
      switches={<Switches state={state} />}
      onOpen={open}
      renderRows={
        state.layout === 'picture'
          ? (at) => <TopologyGraph {...at} {...picture} onOpen={open} handlers={{ 'list.layout': onLayout }} />
          : undefined
      }
      empty={<NoComponents />}
    />
  )
}

const agentOf = ({ agent_id: id }: Component, agents: ReadonlyMap<string, string>): string | undefined =>
  !id || id === LOCAL_AGENT ? undefined : (agents.get(id) ?? 'Another agent')

const shownAs: Readonly<Record<TopologyLayout, string>> = { cards: 'cards', tree: 'a tree', picture: 'a graph' }

function show(layout: TopologyLayout) {
  topologyUrl.set({ layout }, 'replace')
  announce(`Shown as ${shownAs[layout]}.`, { key: 'layout' })
}

const placeOf = (
  { showHiddenComponents: isShown }: TopologyState,
  { incident, failing, newest }: PresentTrouble,
  navigate: (path: string) => void
): Pick<PlaceData, 'handlers' | 'choices'> => ({
  choices: { layout: topologyLayouts.map((value) => ({ value, label: capital(shownAs[value].replace(/^a /, '')) })) },
  handlers: {
    'topology.layout': (_count, { layout }) => show(topologyLayouts.find((one) => one === layout) ?? 'cards'),
    'topology.hidden': () => {
      topologyUrl.set({ showHiddenComponents: !isShown }, 'replace')
      announce(isShown ? 'Hidden components are excluded.' : 'Hidden components are included.', { key: 'hidden' })
    },
    ...(incident && { 'topology.worstIncident': () => navigate(incidentPage.at(incident.id)) }),
    ...(failing.length > 0 && { 'topology.failing': () => topologyUrl.set(failingOnly, 'push') }),
    ...(newest && { 'topology.newestFailure': () => navigate(componentPage.at(newest.id)) }),
  },
})

function Switches({ state: { layout, showHiddenComponents } }: { state: TopologyState }) {
  const { perform } = useConsole()
  const places = usePlaces()
  return (
    <>
      <ToggleField
        kind="switch"
        label="Show hidden"
        value={showHiddenComponents}
        onChange={() => void perform({ call: 'topology.hidden', origin: 'button' }, places)}
      />
      <CommandButton call="topology.layout" label="Show as" value={capital(shownAs[layout].replace(/^a /, ''))} />
    </>
  )
}

const NoComponents = () => (
  <Notice tone="empty" title="There are no components yet">
    A topology describes the services and parts of your systems. Add one in{' '}
    <PageLink href="/settings/topologies" className={css.link}>
      the settings
    </PageLink>
    , and its components appear here automatically.
  </Notice>
)
