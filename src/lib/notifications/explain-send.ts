import { asSentence, formatCount, formatDuration } from '@/shared/format'
import { sendOutcome } from './send-status'

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

/** The resource that a status refers to, as far as it is known. */
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
 * Explains the status of a notification in one or more sentences. The message of the server comes first. Empty if the
 * status needs no explanation.
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
