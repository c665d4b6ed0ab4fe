/** The states of a message by the labels that people see, search and filter by. */
export const mailStates = {
  /** Nobody has tried to send it: there is no mail server, or its turn has not come. */
  waiting: 'Waiting',
  retried: 'Tried again',
  sent: 'Sent',
  failed: 'Given up',
} as const

export type MailState = keyof typeof mailStates

/** @param send_count failed attempts */
export const mailStateOf = ({ status, send_count }: { status: string; send_count: number }): MailState =>
  status === 'sent' ? 'sent' : status === 'failed' ? 'failed' : send_count > 0 ? 'retried' : 'waiting'
