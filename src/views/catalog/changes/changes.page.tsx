import '@/commands/catalog/catalog.commands'
import { Notice } from '@/ui/notice'
import { ListPage } from '../../shared/list/list-page'
import { ShowDeleted } from '../show-deleted'
import { useChangesList } from '../shared/changes/changes-list'
import { useChanges } from '../shared/changes/list'

export { prefetchChanges as prefetch } from '../shared/changes/list'

/** The changes in the catalog, newest first. */
export default function ChangesView() {
  const source = useChanges()
  const list = useChangesList({ source, picture: { isUsual: true, mostLanes: 7 }, switches: <ShowDeleted /> })
  return <ListPage {...list} title="Changes" empty={<NoChanges />} />
}

const NoChanges = () => (
  <Notice tone="empty" title="Nothing has changed">
    Each run of a scraper reports the differences from its previous run. New changes appear here automatically.
  </Notice>
)
