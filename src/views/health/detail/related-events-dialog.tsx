import type { RelatedEvent } from '../../../api/related-events'
import { formatCount } from '../../../lib/format'
import { Dialog } from '../../../ui/dialog'
import { RelatedEventList } from './related-event-list'

/** What was done, as it was marked on a chart or a run. */
export const RelatedEventsDialog = ({ list, onClose }: { list: readonly RelatedEvent[]; onClose: () => void }) => (
  <Dialog title={`What happened: ${formatCount(list.length, 'event')}`} onClose={onClose}>
    <RelatedEventList list={list} />
  </Dialog>
)
