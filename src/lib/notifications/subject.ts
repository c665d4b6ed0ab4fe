type Message = {
  resource?: { name?: string | null | undefined; type?: string | null | undefined } | null | undefined
  /** For example `check.failed`. */
  source_event?: string | null | undefined
}

/** The subject of a notification, in words. Incidents are not resources, so a message about an incident does not name it. */
export const notificationSubject = ({ resource, source_event: event }: Message): string =>
  resource?.name || resource?.type || (event?.startsWith('incident.') ? 'an incident' : 'a deleted resource')
