import type { ComponentProps, ReactNode } from 'react'
import type { ChangeRow } from '@/api/catalog/config-changes'
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

type Options = {
  source: ReturnType<typeof useChanges>
  /** `isUsual`: the timeline is shown unless the URL hides it. `mostLanes`: its maximum number of lanes. */
  picture: { isUsual: boolean; mostLanes: number }
  switches: ReactNode
  place?: ComponentProps<typeof ListPage<ChangeRow>>['place']
}

/** The parts that all lists of changes share: columns, detail pane, and the timeline above the list. */
export function useChangesList({ source, picture, switches, place = {} }: Options) {
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
