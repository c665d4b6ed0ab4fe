/** States of a message with the labels used for display, search and filters. */
export const mailStates = {
  /** Not sent yet: there is no mail server, or the message is queued. */
  waiting: 'Waiting',
  retried: 'Retrying',
  sent: 'Sent',
  failed: 'Failed',
} as const

type MailState = keyof typeof mailStates

/** @param send_count number of failed attempts */
export const readMailState = ({ status, send_count }: { status: string; send_count: number }): MailState =>
  status === 'sent' ? 'sent' : status === 'failed' ? 'failed' : send_count > 0 ? 'retried' : 'waiting'
