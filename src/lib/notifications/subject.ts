type Message = {
  resource?: { name?: string | null | undefined; type?: string | null | undefined } | null | undefined
  /** For example `check.failed`. */
  source_event?: string | null | undefined
}

/** What a notification is about. An incident is no resource, and a message about one does not name it. */
export const notificationSubject = ({ resource, source_event: event }: Message): string =>
  resource?.name || resource?.type || (event?.startsWith('incident.') ? 'an incident' : 'a deleted resource')
