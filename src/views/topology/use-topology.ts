import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { agents } from '@/api/settings/agents'
import { componentTeams } from '@/api/topology/component-teams'
import { refetchWhenOpened } from '../../api/client'
import { type Component, topology } from '@/api/topology/topology'
import { noFilter } from '@/shared/filter-values'
import { writeMembers } from '../../lib/tags'
import { hasActiveFilters } from '../../ui/filter/filter'
import { announce } from '../../ui/voice'
import type { CollectionHandle } from '../shared/list/collection'
import { listUrl } from '../shared/list/list-url'
import type { ListSource } from '../shared/list/list-source'
import { useWholeList } from '../shared/list/whole-list'
import { useLiveUpdates } from '../shared/stores'
import { componentTitle } from './facts'
import {
  toTopologyState,
  type ComponentContext,
  topologyFilterFields,
  filterComponents,
  topologyFilters,
} from './filters'
import { type Forest, buildComponentForest, withAncestors } from './forest'
import { keepOrder, sortComponents } from './order'
import { type TopologyState, topologyUrl } from './url'

/** Milliseconds between polls, short enough to watch a recovery. */
const POLL_MS = 15_000

const none: readonly Component[] = []
const noTeams: ComponentContext['teams'] = new Map()
const noAgents: ComponentContext['agents'] = new Map()
const noFilters = { status: noFilter, type: noFilter, team: noFilter, agent_id: noFilter, labels: noFilter }

/** Loads all levels of the topology, because filters match components at any level. */
export const topologyQuery = ({ showHiddenComponents: withHidden }: Pick<TopologyState, 'showHiddenComponents'>) =>
  topology.everywhere(withHidden)

/** The topology filtered and sorted by the URL state, for each layout. */
export function useTopology(state: TopologyState) {
  const query = useQuery({
    ...topologyQuery(state),
    refetchInterval: useLiveUpdates() && POLL_MS,
    refetchOnMount: refetchWhenOpened,
    placeholderData: keepPreviousData,
  })
  const teams = useQuery(componentTeams.names())
  const names = useQuery(agents.names())
  // Wait for both, so that cards render only once.
  const isHere = !teams.isPending && !names.isPending
  const around = useMemo(
    (): ComponentContext =>
      isHere ? { teams: teams.data ?? noTeams, agents: names.data ?? noAgents } : { teams: noTeams, agents: noAgents },
    [isHere, teams.data, names.data]
  )
  const all = query.data ?? none

  // The URL state is a new object on each read, so filters are compared as text.
  const written = JSON.stringify(topologyFilters(state))
  const filters = useMemo(() => JSON.parse(written) as ReturnType<typeof topologyFilters>, [written])
  const hasFilters = hasActiveFilters(filters)
  const left = useMemo(() => filterComponents(all, filters, around), [all, filters, around])

  // A filter by team can be applied only once the teams have loaded.
  const isByTeam = Object.keys(state.team).length > 0
  const facts =
    isByTeam && query.data && (!teams.data || !isHere) ? { ...query, data: undefined, error: teams.error } : query
  const whole = useWholeList<Component>({ ...facts, data: query.data && facts.data ? left : undefined }, textOf)
  const { text, view, rows: matching, list } = whole
  const { column, isDescending } = view.sort ?? {}
  const question = JSON.stringify([written, text, state.showHiddenComponents])
  const order = useSteadyOrder(all, JSON.stringify([column, isDescending, question]), view.sort, list)

  const isNarrowed = hasFilters || text !== ''
  const forest = useMemo(() => buildComponentForest(order), [order])
  const shown = useMemo(() => {
    const ids = new Set(matching.map(({ id }) => id))
    if (state.layout === 'cards') return isNarrowed ? order.filter(({ id }) => ids.has(id)) : [...forest.roots]
    const keep = isNarrowed ? withAncestors(ids, forest) : undefined
    return treeOf(forest, keep)
  }, [matching, order, forest, isNarrowed, state.layout])
  // Teams and agents may load later; a new array then renders the cards again.
  // oxlint-disable-next-line react/exhaustive-deps
  const rows = useMemo(() => ('roots' in shown ? [...shown.roots] : [...shown]), [shown, around])
  const fields = useMemo(() => topologyFilterFields(all, filters, around), [all, filters, around])

  const source: ListSource<Component> = {
    ...whole,
    query: facts,
    everyMs: POLL_MS,
    rows,
    loaded: query.data && all,
    count: query.data && all.length,
    isEmpty: query.data !== undefined && all.length === 0 && !query.isPlaceholderData,
    resultState: query.isPlaceholderData ? 'coming' : whole.resultState,
    filters: {
      // Teams cannot be offered before they have loaded.
      fields: teams.data ? fields : fields.filter(({ field }) => field !== 'team' || isByTeam),
      values: filters,
      set: (changed) => topologyUrl.set(toTopologyState({ ...filters, ...changed }), 'replace'),
      clear() {
        whole.setText('')
        topologyUrl.set(noFilters, 'replace')
        listUrl.set({ query: '' }, 'replace')
        announce('Filters cleared.', { key: 'filter' })
      },
    },
    question,
    found: { question, count: matching.length },
    view: {
      ...view,
      layout: state.layout === 'cards' ? 'cards' : 'table',
    },
    grid: {
      isSorted: true,
      isBusy: query.isPlaceholderData,
      parentOf: (id) => forest.parentOf(id)?.id,
      ...('roots' in shown && { childrenOf: ({ id }: Component) => shown.below(id) }),
    },
  }
  // The graph keeps the server's order and ignores the sort order, because a new layout would move all nodes.
  const plain = useMemo(() => buildComponentForest(all), [all])
  const visible = useMemo(() => withAncestors(new Set(left.map(idOf)), plain), [left, plain])
  const picture = { forest: plain, visible, found: matching, isSearched: text !== '' }
  return { source, all, forest, around, isNarrowed, fields, picture }
}

/** The part of a forest with the ids in `keep`; all of it if undefined. */
function treeOf(forest: Forest, keep: ReadonlySet<string> | undefined): Pick<Forest, 'roots' | 'below'> {
  if (!keep) return forest
  const isKept = ({ id }: Component) => keep.has(id)
  const below = new Map<string, readonly Component[]>()
  return {
    roots: forest.roots.filter(isKept),
    below(id) {
      const known = below.get(id) ?? forest.below(id).filter(isKept)
      below.set(id, known)
      return known
    },
  }
}

/** Sorts components, but keeps the previous order while the user is viewing the list. @param key identifies the order */
function useSteadyOrder(
  all: readonly Component[],
  key: string,
  sort: Parameters<typeof sortComponents>[1],
  list: RefObject<CollectionHandle<Component> | null>
): readonly Component[] {
  const now = useMemo(() => sortComponents(all, sort), [all, sort])
  const [memory, setMemory] = useState({ key, now })
  const isOther = memory.key !== key
  if (isOther) setMemory({ key, now })
  const adopt = useRef((next: typeof memory) => setMemory((known) => (known.now === next.now ? known : next)))
  useLayoutEffect(() => {
    // A graph has no list, so it always adopts the new order.
    if (list.current?.isLookedAt?.() !== true) adopt.current({ key, now })
  }, [now, key, list])
  const before = isOther ? now : memory.now
  return useMemo(() => {
    if (before === now || before.length === 0) return now
    const byId = new Map(now.map((one) => [one.id, one]))
    const ids = keepOrder(before.map(idOf), now.map(idOf))
    return ids.flatMap((id) => byId.get(id) ?? [])
  }, [before, now])
}

const idOf = ({ id }: Component) => id

/** The text that a search matches. */
const textOf = (one: Component): string => {
  const { name, type, namespace, owner, status, labels, external_id: outside } = one
  return [componentTitle(one), name, type, namespace, owner, status, outside, ...writeMembers(labels)]
    .filter(Boolean)
    .join(' ')
}
