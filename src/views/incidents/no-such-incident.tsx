import { Notice } from '../../ui/notice'
import { CommandButton } from '../shell/commands/command-button'

/** Instead of an incident that is not there. */
export const NoSuchIncident = () => (
  <Notice
    tone="empty"
    title="There is no such incident"
    actions={<CommandButton call="go.incidents" label="To the incidents" tone="primary" />}
  >
    The link may be old, the incident was removed, or you may not see it.
  </Notice>
)
