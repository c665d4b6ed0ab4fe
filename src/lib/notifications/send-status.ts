import { asSentence, capital, formatCount, formatDuration } from '@/shared/format'
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

/** A notification as far as its status can be explained. */
export type SendFacts = {
  status?: string | null | undefined
  error?: string | null | undefined
  retries?: number | null | undefined
  count?: number | null | undefined
  not_before?: string | null | undefined
  /** The end of the latest attempt's lease: equals `not_before` during an attempt. */
  leased_until?: string | null | undefined
  duration_millis?: number | null | undefined
}

/** What a status refers to, as far as it is known. */
export type SendNames = {
  silence?: string | undefined
  /** The subject of the parent. */
  parent?: string | undefined
  playbook?: string | undefined
  rule?: string | undefined
  /** Formats a time of the future as part of a sentence: `14:05`. */
  formatTime(at: string): string
}

/**
 * What happened to a notification, as one or more sentences. The message of the server comes first. Empty if the status
 * says it all.
 * @param now milliseconds
 */
export function explainSend(send: SendFacts, names: SendNames, now: number): string {
  const { status, error, retries } = send
  const tries = retries ? ` after ${formatCount(retries, 'retry', 'retries')}` : ''
  const reason = error?.trim()
  const then = (sentence: string) => (reason ? `${asSentence(reason)} ${sentence}` : sentence)
  const dueAt = send.not_before && Date.parse(send.not_before) > now ? names.formatTime(send.not_before) : undefined
  if (isBeingSent(send)) return then('Being sent now.')
  switch (status) {
    case 'error':
      return reason ? `${asSentence(reason)}${tries && ` Gave up${tries}.`}` : `Could not be sent${tries}.`
    case 'attempting_fallback':
      return then(`Gave up${tries}. The fallback recipient is next.`)
    case 'pending':
      // Without a failed attempt, the reason says what the notification waits for.
      if (reason && retries === 0 && dueAt) return then(`Due at ${dueAt}.`)
      if (reason || retries) return then(dueAt ? `Next attempt at ${dueAt}${tries}.` : `Trying again${tries}.`)
      return dueAt ? `Delayed until ${dueAt}.` : 'Waiting to be sent.'
    case 'evaluating-waitfor':
      return `The health is checked again${dueAt ? ` at ${dueAt}` : ''} before it is sent.`
    case 'pending_playbook_run':
      return `Waiting for ${names.playbook ?? 'the playbook'} to start.`
    case 'pending_playbook_completion':
      return `Waiting for ${names.playbook ?? 'the playbook'} to finish.`
    case 'silenced':
      return `Silenced by ${names.silence ?? 'a silence'}.`
    case 'inhibited':
      return `Inhibited by ${parentOf(names)}.`
    case 'grouped':
      return then(`Part of ${parentOf(names)}.`)
    case 'repeat-interval':
      if (reason) return then(`Held back after ${parentOf(names)}.`)
      return `Repeats ${parentOf(names)} within the repeat interval${names.rule ? ` of ${names.rule}` : ''}.`
    case 'skipped':
      return reason ? asSentence(reason) : 'The health changed, or the resource was deleted, before it was sent.'
    case 'sent':
      return reason ? `${asSentence(reason)} The fallback recipient received it.` : sentDetails(send)
    default:
      return reason ? asSentence(reason) : ''
  }
}

/** The server postpones a message while it makes an attempt. */
const isBeingSent = ({ status, not_before: due, leased_until: until }: SendFacts): boolean =>
  sendOutcome(status) !== 'sent' && !!due && !!until && Date.parse(due) === Date.parse(until)

const parentOf = ({ parent }: SendNames) =>
  parent === undefined ? 'an earlier notification' : `the notification about ${parent}`

function sentDetails({ duration_millis: took, retries }: SendFacts): string {
  const parts = [
    ...(typeof took === 'number' ? [`in ${formatDuration(took)}`] : []),
    ...(retries ? [`after ${formatCount(retries, 'retry', 'retries')}`] : []),
  ]
  return parts.length === 0 ? '' : `Sent ${parts.join(', ')}.`
}
