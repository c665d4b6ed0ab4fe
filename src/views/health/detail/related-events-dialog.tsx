import type { RelatedEvent } from '@/api/health/related-events'
import { formatCount } from '@/shared/format'
import { Dialog } from '@/ui/dialog'
import { RelatedEventList } from './related-event-list'

/** The events behind a mark of the chart or of a run. */
export const RelatedEventsDialog = ({ list, onClose }: { list: readonly RelatedEvent[]; onClose: () => void }) => (
  <Dialog title={`Related events: ${formatCount(list.length, 'event')}`} onClose={onClose}>
    <RelatedEventList list={list} />
  </Dialog>
)
