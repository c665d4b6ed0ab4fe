import '../../../commands/pages/catalog'
import type { ChangeRow } from '../../../api/config-changes'
import { Notice } from '../../../ui/notice'
import { lazyDetail } from '../../shell/list/detail/lazy-detail'
import { useDetail } from '../../shell/list/detail/use-detail'
import { ListPage } from '../../shell/list/list-page'
import { ShowDeleted } from '../show-deleted'
import { columns, isTrouble, sentenceOf } from './columns'
import { Picture, usePicture } from './use-picture'
import { changeAddress, filteredBy, targetOf, useChanges } from './list'

const changeDetail = lazyDetail<ChangeRow>('the change', () => import('./change-detail'))

/** What changed in the catalog, the newest first. */
export default function ChangesView() {
  const source = useChanges()
  const picture = usePicture(true)
  const detail = useDetail({
    address: changeAddress,
    detail: changeDetail,
    of: 'change',
    rows: source.loaded,
    targetOf,
    list: source.list,
  })
  return (
    <ListPage<ChangeRow>
      title="Changes"
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
          <ShowDeleted />
          {picture.toggle}
        </>
      }
      place={{ handlers: picture.handlers }}
      renderLead={(current) =>
        picture.isShown && (
          <Picture
            rows={source.rows}
            current={current}
            mostLanes={7}
            onChoose={(id) => source.list.current?.focusRow(id)}
          />
        )
      }
      empty={<NoChanges />}
    />
  )
}

const NoChanges = () => (
  <Notice tone="empty" title="Nothing has changed">
    A scraper that runs again tells what is different from the last time. Its changes appear here by themselves.
  </Notice>
)
