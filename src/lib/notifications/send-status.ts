import { capital } from '@/shared/format'
import { resendableStatuses } from '@/shared/notifications/resend'
import type { FilterValues } from '@/shared/filter-values'

/** What became of a notification: it failed, is in progress, was sent, or was held back. */
export type SendOutcome = 'failed' | 'active' | 'sent' | 'held'

type StatusDetails = { label: string; outcome: SendOutcome }

/** Statuses of notifications, those that need attention first. A backend may have others. */
const details = {
  error: { label: 'Failed', outcome: 'failed' },
  attempting_fallback: { label: 'Trying fallback', outcome: 'failed' },
  pending: { label: 'Pending', outcome: 'active' },
  sending: { label: 'Sending', outcome: 'active' },
  'evaluating-waitfor': { label: 'Waiting', outcome: 'active' },
  pending_playbook_run: { label: 'Starting playbook', outcome: 'active' },
  pending_playbook_completion: { label: 'Running playbook', outcome: 'active' },
  sent: { label: 'Sent', outcome: 'sent' },
  grouped: { label: 'Grouped', outcome: 'held' },
  'repeat-interval': { label: 'Repeated', outcome: 'held' },
  inhibited: { label: 'Inhibited', outcome: 'held' },
  silenced: { label: 'Silenced', outcome: 'held' },
  skipped: { label: 'Skipped', outcome: 'held' },
} as const satisfies Record<string, StatusDetails>
type SendStatus = keyof typeof details

export const sendStatuses = Object.keys(details) as readonly SendStatus[]

const isKnown = (status: string): status is SendStatus => Object.hasOwn(details, status)
const detailsOf = (status: string | null | undefined): StatusDetails | undefined =>
  status && isKnown(status) ? details[status] : undefined

/** Those of which a user rarely needs to know: the list leaves them out at first. */
export const hiddenStatuses = ['skipped', 'silenced'] as const satisfies readonly SendStatus[]
export const hiddenStatusFilter: FilterValues = Object.fromEntries(hiddenStatuses.map((status) => [status, 'exclude']))

/** A status as a label. An unknown one is shown as the backend writes it. */
export const sendStatusLabel = (status: string | null | undefined): string =>
  detailsOf(status)?.label ?? (status ? capital(status.replaceAll(/[_-]/g, ' ')) : 'Unknown')

/** Undefined for a status that this console does not know. */
export const sendOutcome = (status: string | null | undefined): SendOutcome | undefined => detailsOf(status)?.outcome

/** Whether a notification could not be sent. */
export const isSendFailed = ({ status }: { status?: string | null | undefined }): boolean =>
  sendOutcome(status) === 'failed'

/** Whether another attempt can be queued: the notification is neither sent nor in progress. */
export const isResendable = ({ status }: { status?: string | null | undefined }): boolean =>
  resendableStatuses.some((one) => one === status)
