import type { Happening } from '../../../api/happenings'
import { formatCount } from '../../../lib/format'
import { Dialog } from '../../../ui/dialog'
import { HappeningList } from './happening-list'

/** What was done, as it was marked on a chart or a run. */
export const HappeningsDialog = ({ list, onClose }: { list: readonly Happening[]; onClose: () => void }) => (
  <Dialog title={`What happened: ${formatCount(list.length, 'event')}`} onClose={onClose}>
    <HappeningList list={list} />
  </Dialog>
)
