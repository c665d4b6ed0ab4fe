import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useMemo } from 'react'
import { type ChangeRow, configChanges } from '@/api/catalog/config-changes'
import { loadModule } from '@/lib/load-module'
import { backToList, type DetailProps } from '@/views/shared/list/detail/detail-props'
import { lazyComponent } from '@/ui/lazy-component'
import { useDetail } from '@/views/shared/list/detail/use-detail'
import type { ListPage } from '@/views/shared/list/list-page'
import { changeColumns, isSevereChange, describeChange } from './columns'
import { changeDetailAddress, changeFilterValues, changeRowTarget, type useChanges } from './list'
import { ChangeTimeline, useChangeTimeline } from '../../changes/use-change-timeline'

const changeDetail = lazyComponent<DetailProps<ChangeRow>>({
  what: 'the change',
  load: () => import('./change-detail'),
  otherwise: backToList,
})

const loadTitles = () => import('@/api/catalog/change-titles')

type Options = {
  source: ReturnType<typeof useChanges>
  /** `isUsual`: the timeline is shown unless the URL hides it. `mostLanes`: its maximum number of lanes. */
  picture: { isUsual: boolean; mostLanes: number }
  switches: ReactNode
  place?: ComponentProps<typeof ListPage<ChangeRow>>['place']
}

/** The parts that all lists of changes share: columns, detail pane, and the timeline above the list. */
export function useChangesList({ source: untitled, picture, switches, place = {} }: Options) {
  const rows = useTitles(untitled.rows)
  const source = { ...untitled, rows, loaded: untitled.loaded && rows }
  const { isShown, handlers, toggle } = useChangeTimeline(picture.isUsual)
  const detail = useDetail({
    address: changeDetailAddress,
    detail: changeDetail,
    of: 'change',
    rows: source.loaded,
    targetOf: changeRowTarget,
    list: source.list,
  })
  return {
    of: 'change',
    source,
    columns: changeColumns,
    targetOf: changeRowTarget,
    sentenceOf: describeChange,
    filteredBy: changeFilterValues,
    isProblem: isSevereChange,
    searchLabel: 'Search summaries',
    detail,
    switches: (
      <>
        {switches}
        {toggle}
      </>
    ),
    place: { ...place, handlers: { ...place.handlers, ...handlers } },
    renderLead: (current: ChangeRow | undefined) =>
      isShown && (
        <ChangeTimeline
          rows={source.rows}
          current={current}
          mostLanes={picture.mostLanes}
          onChoose={(id) => source.list.current?.focusRow(id)}
        />
      ),
  } satisfies Partial<ComponentProps<typeof ListPage<ChangeRow>>>
}

/** Adds the titles of changes, which are requested after the rows. Until then, and without them, the type is shown. */
function useTitles(rows: readonly ChangeRow[]): readonly ChangeRow[] {
  const { data } = useQuery({
    queryKey: [...configChanges.all, 'titles', rows.map(({ id }) => id)],
    queryFn: async ({ signal }) => (await loadModule(loadTitles)).readChangeTitles(rows, signal),
    staleTime: Infinity,
  })
  return useMemo(() => (data ? rows.map((row) => ({ ...row, title: data.get(row.id) })) : rows), [rows, data])
}
