import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { agents } from '../../api/agents'
import { componentTeams } from '../../api/component-teams'
import { whenOpened } from '../../api/client'
import { type Component, topology } from '../../api/topology'
import { noFilter } from '../../lib/filter-values'
import { writeMembers } from '../../lib/tags'
import { isFiltered } from '../../ui/filter/filter'
import { announce } from '../../ui/voice'
import type { CollectionHandle } from '../shell/list/collection'
import { listUrl } from '../shell/list/list-url'
import type { ListSource } from '../shell/list/source'
import { useWholeList } from '../shell/list/whole-list'
import { useLive } from '../shell/stores'
import { hiddenAtFirst } from './columns'
import { titleOf } from './facts'
import { addressOf, type Around, fieldsOf, filtered, filtersOf } from './filters'
import { type Forest, forestOf, withAncestors } from './forest'
import { kept, ordered } from './order'
import { type TopologyState, topologyUrl } from './url'

/** Often enough to watch something recover; a refresh moves nothing that is looked at. */
const POLL_MS = 15_000

const none: readonly Component[] = []
const noTeams: Around['teams'] = new Map()
const noAgents: Around['agents'] = new Map()
const noFilters = { status: noFilter, type: noFilter, team: noFilter, agent_id: noFilter, labels: noFilter }

/** All levels, with all that is known of each: filters find components wherever they stand. */
export const topologyQuery = ({ showHiddenComponents: withHidden }: Pick<TopologyState, 'showHiddenComponents'>) =>
  topology.everywhere(withHidden)

/** The topology as the address wants it, for each way to show it. */
export function useTopology(state: TopologyState) {
  const query = useQuery({
    ...topologyQuery(state),
    refetchInterval: useLive() && POLL_MS,
    refetchOnMount: whenOpened,
    placeholderData: keepPreviousData,
  })
  const teams = useQuery(componentTeams.names())
  const names = useQuery(agents.names())
  // Together, so that cards are drawn once for both.
  const isHere = !teams.isPending && !names.isPending
  const around = useMemo(
    (): Around =>
      isHere ? { teams: teams.data ?? noTeams, agents: names.data ?? noAgents } : { teams: noTeams, agents: noAgents },
    [isHere, teams.data, names.data]
  )
  const all = query.data ?? none

  // The address gives a new object whenever it is read; as text it is compared.
  const written = JSON.stringify(filtersOf(state))
  const filters = useMemo(() => JSON.parse(written) as ReturnType<typeof filtersOf>, [written])
  const hasFilters = isFiltered(filters)
  const left = useMemo(() => filtered(all, filters, around), [all, filters, around])

  // A team cannot be chosen, nor anything be left out by one, before it is known what belongs to which.
  const isByTeam = Object.keys(state.team).length > 0
  const facts =
    isByTeam && query.data && (!teams.data || !isHere) ? { ...query, data: undefined, error: teams.error } : query
  const whole = useWholeList<Component>({ ...facts, data: query.data && facts.data ? left : undefined }, textOf)
  const { text, view, rows: matching, list } = whole
  const [isArranged, setArranged] = useState(false)
  const { column, isDescending } = view.sort ?? {}
  const question = JSON.stringify([written, text, state.showHiddenComponents])
  const order = useSteadyOrder(all, JSON.stringify([column, isDescending, question]), view.sort, list)

  const isNarrowed = hasFilters || text !== ''
  const forest = useMemo(() => forestOf(order), [order])
  const shown = useMemo(() => {
    const ids = new Set(matching.map(({ id }) => id))
    if (state.layout === 'cards') return isNarrowed ? order.filter(({ id }) => ids.has(id)) : [...forest.roots]
    const keep = isNarrowed ? withAncestors(ids, forest) : undefined
    return treeOf(forest, keep)
  }, [matching, order, forest, isNarrowed, state.layout])
  // What is told on cards besides the components may come later: then they are drawn again.
  // oxlint-disable-next-line react/exhaustive-deps
  const rows = useMemo(() => ('roots' in shown ? [...shown.roots] : [...shown]), [shown, around])
  const fields = useMemo(() => fieldsOf(all, filters, around), [all, filters, around])
  const hidden = useMemo(() => hiddenAtFirst(all), [all])

  const source: ListSource<Component> = {
    ...whole,
    query: facts,
    everyMs: POLL_MS,
    rows,
    loaded: query.data && all,
    count: query.data && all.length,
    isEmpty: query.data !== undefined && all.length === 0 && !query.isPlaceholderData,
    answer: query.isPlaceholderData ? 'coming' : whole.answer,
    filters: {
      // What is not known cannot be chosen by.
      fields: teams.data ? fields : fields.filter(({ field }) => field !== 'team' || isByTeam),
      values: filters,
      set: (changed) => topologyUrl.set(addressOf({ ...filters, ...changed }), 'replace'),
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
      // Until somebody chooses columns.
      hidden: isArranged ? view.hidden : hidden,
    },
    onView(next) {
      if (next.hidden !== hidden) setArranged(true)
      whole.onView(next)
    },
    grid: {
      isSorted: true,
      isBusy: query.isPlaceholderData,
      parentOf: (id) => forest.parentOf(id)?.id,
      ...('roots' in shown && { childrenOf: ({ id }: Component) => shown.below(id) }),
    },
  }
  // In the order of the names, whatever the list is ordered by: a picture that is laid out anew moves everything.
  const plain = useMemo(() => forestOf(all), [all])
  const drawn = useMemo(() => withAncestors(new Set(left.map(idOf)), plain), [left, plain])
  const picture = { forest: plain, drawn, found: matching, isSearched: text !== '' }
  return { source, all, forest, around, isNarrowed, fields, picture }
}

/** What of a forest is kept. */
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

/** In order; while somebody looks at the list, as they were before. @param key another one is another order */
function useSteadyOrder(
  all: readonly Component[],
  key: string,
  sort: Parameters<typeof ordered>[1],
  list: RefObject<CollectionHandle<Component> | null>
): readonly Component[] {
  const now = useMemo(() => ordered(all, sort), [all, sort])
  const [memory, setMemory] = useState({ key, now })
  const isOther = memory.key !== key
  if (isOther) setMemory({ key, now })
  const adopt = useRef((next: typeof memory) => setMemory((known) => (known.now === next.now ? known : next)))
  useLayoutEffect(() => {
    // A picture has no order, and looks at nothing.
    if (list.current?.isLookedAt?.() !== true) adopt.current({ key, now })
  }, [now, key, list])
  const before = isOther ? now : memory.now
  return useMemo(() => {
    if (before === now || before.length === 0) return now
    const byId = new Map(now.map((one) => [one.id, one]))
    const ids = kept(before.map(idOf), now.map(idOf))
    return ids.flatMap((id) => byId.get(id) ?? [])
  }, [before, now])
}

const idOf = ({ id }: Component) => id

/** What a search looks in. */
const textOf = (one: Component): string => {
  const { name, type, namespace, owner, status, labels, external_id: outside } = one
  return [titleOf(one), name, type, namespace, owner, status, outside, ...writeMembers(labels)]
    .filter(Boolean)
    .join(' ')
}
