import { Notice } from '../../ui/notice'
import { CommandButton } from '../shared/commands/command-button'

/** Replaces the page of an incident that does not exist or is not accessible. */
export const IncidentNotFound = () => (
  <Notice
    tone="empty"
    title="Incident not found"
    actions={<CommandButton call="go.incidents" label="Show incidents" tone="primary" />}
  >
    The link may be outdated, the incident may have been deleted, or you may not have access to it.
  </Notice>
)
