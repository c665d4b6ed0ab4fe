import '../../../commands/pages/catalog'
import { Notice } from '../../../ui/notice'
import { ListPage } from '../../shell/list/list-page'
import { ShowDeleted } from '../show-deleted'
import { useChangesList } from './changes-list'
import { useChanges } from './list'

export { prefetchChanges as prefetch } from './list'

/** What changed in the catalog, the newest first. */
export default function ChangesView() {
  const source = useChanges()
  const list = useChangesList({ source, picture: { isUsual: true, mostLanes: 7 }, switches: <ShowDeleted /> })
  return <ListPage {...list} title="Changes" empty={<NoChanges />} />
}

const NoChanges = () => (
  <Notice tone="empty" title="Nothing has changed">
    A scraper that runs again tells what is different from the last time. Its changes appear here by themselves.
  </Notice>
)
