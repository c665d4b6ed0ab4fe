import { nameOfConfig } from '../../../lib/config-name'
import type { ChangeRow } from '../../../api/config-changes'
import { Notice } from '../../../ui/notice'
import { lazyDetail } from '../../shell/list/detail/lazy-detail'
import { useDetail } from '../../shell/list/detail/use-detail'
import { ListPart } from '../../shell/list/list-page'
import { columns, isTrouble, sentenceOf } from '../changes/columns'
import { changeAddress, filteredBy, relativesUrl, targetOf, useChanges } from '../changes/list'
import { Picture, usePicture } from '../changes/use-picture'
import { relativesPlace, RelativesSwitch } from '../changes/relatives-switch'
import type { TabProps } from './config-tabs'

const changeDetail = lazyDetail<ChangeRow>('the change', () => import('../changes/change-detail'))

/** What changed in an item, and in those that it is related to. */
export default function Changes({ item }: TabProps) {
  const { relatives, soft } = relativesUrl.use()
  const picture = usePicture(false)
  const source = useChanges({ id: item.id, relatives, isSoft: soft })
  const detail = useDetail({
    address: changeAddress,
    detail: changeDetail,
    of: 'change',
    rows: source.loaded,
    targetOf,
    list: source.list,
  })
  return (
    <ListPart<ChangeRow>
      title={`Changes of ${nameOfConfig(item)}`}
      of="change"
      source={source}
      columns={columns}
      targetOf={targetOf}
      sentenceOf={sentenceOf}
      filteredBy={filteredBy}
      isProblem={isTrouble}
      searchLabel="Search summaries"
      detail={detail}
      switches={
        <>
          <RelativesSwitch />
          {picture.toggle}
        </>
      }
      place={{ ...relativesPlace, handlers: { ...relativesPlace.handlers, ...picture.handlers } }}
      renderLead={(current) =>
        picture.isShown && (
          <Picture
            rows={source.rows}
            current={current}
            mostLanes={4}
            onChoose={(id) => source.list.current?.focusRow(id)}
          />
        )
      }
      empty={
        <Notice tone="empty" title="Nothing has changed">
          Nothing is known to have changed in this item, or in what is part of it.
        </Notice>
      }
    />
  )
}
