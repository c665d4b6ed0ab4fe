import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { catalog, type ConfigItem, relatedCountKey } from '@/api/catalog/catalog'
import { configItemName } from '@/lib/catalog/config-name'
import { type RelationshipRow, relationships } from '@/api/catalog/relationships'
import { capital } from '@/shared/format'
import { noFilter } from '@/shared/filter-values'
import { type FilterField, hasActiveFilters } from '@/ui/filter/filter'
import { Notice } from '@/ui/notice'
import { announce } from '@/ui/voice'
import { Place } from '../../shared/commands/place'
import { useConsole } from '../../shared/console'
import { lazyComponent } from '@/ui/lazy-component'
import { ListSection } from '../../shared/list/list-page'
import { listUrl } from '../../shared/list/list-url'
import type { ListSource } from '../../shared/list/list-source'
import { useWholeList } from '../../shared/list/whole-list'
import { useLiveUpdates, usePreferences } from '../../shared/stores'
import { openConfigCall } from '../shared/columns'
import { isDegradedConfig } from '../shared/config-health'
import { CATALOG_POLL_MS } from '../polling'
import { configRowTarget } from '../shared/target'
import type { ConfigTabProps } from './config-tabs'
import css from './config.module.css'
import {
  relatedColumns,
  relatedGroupsBy,
  sortRelatedItems,
  describeRelatedItem,
  relatedSearchText,
} from './relationships/columns'
import type { RelationsGraphProps } from './relationships/graph'
import { relationsPlace, RelationsSwitches } from './relationships/place'
import { type RelatedItem, resolveRelationPaths } from './relationships/reach'
import { relatedListUrl, type RelationsState, relationsUrl, toWalk } from './relationships/url'

const Graph = lazyComponent<RelationsGraphProps>({ what: 'the graph', load: () => import('./relationships/graph') })
// If the URL opens the graph, its code loads in parallel with its data.
if (relationsUrl.parse(location.search).layout === 'graph') void Graph.prefetch()

const none: never[] = []
const healths = ['healthy', 'unhealthy', 'warning', 'unknown'].map((value) => ({ value, label: capital(value) }))

/** The relationships of an item, as a list (accessible to all users) or as a graph. */
export default function Relationships({ item }: ConfigTabProps) {
  const { perform } = useConsole()
  const state = relationsUrl.use()
  const isDeletedPreferred = usePreferences().show_deleted_items_preference === 'yes'
  const walk = toWalk(state, isDeletedPreferred)
  const { source, related, own } = useRelated(item, state, isDeletedPreferred)
  const place = relationsPlace(state, walk.withDeleted)
  const switches = <RelationsSwitches state={state} isWithDeleted={walk.withDeleted} />
  const open = (row: RelatedItem) => void perform({ call: openConfigCall(row), origin: 'button' }, [])
  const { group } = source.view
  const groups = useMemo(() => relatedGroupsBy(group), [group])
  return (
    // Includes the empty state: other settings of these switches may have results.
    <Place scope="page" of="config" className={css.relations} {...place}>
      <ListSection<RelatedItem>
        title={`Relationships of ${configItemName(item)}`}
        of="config"
        source={source}
        columns={relatedColumns(group)}
        groups={groups}
        targetOf={configRowTarget}
        sentenceOf={describeRelatedItem}
        filteredBy={filteredBy}
        isProblem={isDegradedConfig}
        searchLabel="Search names, types, status and tags"
        opensByPress
        onOpen={open}
        renderRows={
          state.layout === 'graph'
            ? (at) => (
                <Graph
                  {...at}
                  own={own}
                  rows={related}
                  found={source.rows}
                  isSearched={source.text !== ''}
                  onOpen={open}
                />
              )
            : undefined
        }
        switches={switches}
        empty={
          <Notice tone="empty" title="No related items" actions={<span className={css.ways}>{switches}</span>}>
            {configItemName(item)} has no {state.direction === 'all' ? '' : `${directionWord(state)} `}
            {state.incoming === 'hard' && state.outgoing === 'hard' ? 'hard ' : ''}relationships.
          </Notice>
        }
      />
    </Place>
  )
}

const directionWord = ({ direction }: RelationsState) => (direction === 'outgoing' ? 'downstream' : 'upstream')

const filteredBy = ({ type, health, status }: RelatedItem) => ({
  configType: type,
  health: health ?? none,
  status: status ?? none,
})

/** The related items. Filtered by the server, searched and sorted in the browser. */
function useRelated(item: ConfigItem, state: RelationsState, isDeletedPreferred: boolean) {
  const { id } = item
  const client = useQueryClient()
  const walk = toWalk(state, isDeletedPreferred)
  const { filters } = walk
  const { direction } = state
  const isLimited = hasActiveFilters(filters)
  const query = useQuery({
    ...relationships.of(id, walk),
    refetchInterval: useLiveUpdates() && CATALOG_POLL_MS,
    // Keep showing the previous result until the new one has loaded.
    placeholderData: keepPreviousData,
  })
  const { isPlaceholderData } = query
  const data: readonly RelationshipRow[] | undefined = query.data
  const related = useMemo(
    () => data && sortRelatedItems(resolveRelationPaths(id, data, direction)),
    [id, data, direction]
  )
  const own = useMemo(() => ownRow(item, data), [item, data])
  const count = related?.length
  useEffect(() => {
    // The filtered count is not the total count.
    if (count !== undefined && !isLimited && !isPlaceholderData) client.setQueryData(relatedCountKey(id), count)
  }, [client, id, count, isLimited, isPlaceholderData])
  const found = { configType: useQuery(catalog.types()).data, status: useQuery(catalog.statuses()).data }
  const fields: readonly FilterField[] = [
    { field: 'configType', label: 'Type', values: found.configType ?? none },
    { field: 'health', label: 'Health', values: healths },
    { field: 'status', label: 'Status', values: found.status ?? none },
  ]
  const whole = useWholeList<RelatedItem>({ ...query, data: related }, relatedSearchText, { address: relatedListUrl })
  const question = JSON.stringify([walk, whole.text])
  const [announced, setAnnounced] = useState({ question, count: 0 })
  const isAnswered = data !== undefined && !isPlaceholderData
  if (isAnswered && (announced.question !== question || announced.count !== whole.rows.length))
    setAnnounced({ question, count: whole.rows.length })
  const source: ListSource<RelatedItem> = {
    ...whole,
    isEmpty: count === 0 && !isLimited && !isPlaceholderData,
    resultState: isAnswered ? 'shown' : query.isPending || isPlaceholderData ? 'coming' : 'failed',
    filters: {
      fields,
      values: filters,
      set: (changed) => relationsUrl.set(changed, 'replace'),
      clear() {
        whole.setText('')
        relationsUrl.set({ configType: noFilter, health: noFilter, status: noFilter }, 'replace')
        listUrl.set({ query: '' }, 'replace')
        announce('Filters cleared.', { key: 'filter' })
      },
    },
    question,
    found: announced,
    grid: { isBusy: isPlaceholderData },
  }
  return { source, related: related ?? none, own }
}

/** The item as a row of its own relationships. If filters excluded the item from the response, it has no outgoing edges. */
function ownRow(item: ConfigItem, data: readonly RelationshipRow[] | undefined): RelatedItem {
  const { config_class, description, labels } = item
  const row = data?.find(({ id }) => id === item.id) ?? { ...item, changes: null, analysis: null, related_ids: [] }
  return { ...row, config_class, description, labels, side: undefined, steps: undefined, via: undefined, isGap: false }
}
