import type { ComponentProps, ReactNode } from 'react'
import type { ChangeRow } from '../../../api/config-changes'
import { lazyDetail } from '../../shell/list/detail/lazy-detail'
import { useDetail } from '../../shell/list/detail/use-detail'
import type { ListPage } from '../../shell/list/list-page'
import { columns, isTrouble, sentenceOf } from './columns'
import { changeAddress, filteredBy, targetOf, type useChanges } from './list'
import { Picture, usePicture } from './use-picture'

const changeDetail = lazyDetail<ChangeRow>('the change', () => import('./change-detail'))

type Options = {
  source: ReturnType<typeof useChanges>
  /** The picture is shown unless the address says otherwise, and has so many lanes. */
  picture: { isUsual: boolean; mostLanes: number }
  switches: ReactNode
  place?: ComponentProps<typeof ListPage<ChangeRow>>['place']
}

/** What every list of changes has: columns, detail, and the picture over it. */
export function useChangesList({ source, picture, switches, place = {} }: Options) {
  const { isShown, handlers, toggle } = usePicture(picture.isUsual)
  const detail = useDetail({
    address: changeAddress,
    detail: changeDetail,
    of: 'change',
    rows: source.loaded,
    targetOf,
    list: source.list,
  })
  return {
    of: 'change',
    source,
    columns,
    targetOf,
    sentenceOf,
    filteredBy,
    isProblem: isTrouble,
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
        <Picture
          rows={source.rows}
          current={current}
          mostLanes={picture.mostLanes}
          onChoose={(id) => source.list.current?.focusRow(id)}
        />
      ),
  } satisfies Partial<ComponentProps<typeof ListPage<ChangeRow>>>
}
