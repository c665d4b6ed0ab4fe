type Addressed = {
  person_id?: string | null | undefined
  team_id?: string | null | undefined
  connection_id?: string | null | undefined
  playbook_run_id?: string | null | undefined
  /** The service as JSON text, as the backend stores it with the event. */
  custom_service?: string | null | undefined
  playbook_run?: { playbook_name?: string | null | undefined } | null | undefined
}

type Names = Readonly<Record<'person' | 'team' | 'connection', ReadonlyMap<string, string>>>

export type Recipient = {
  is: 'person' | 'team' | 'connection' | 'playbook' | 'service'
  name: string
  isNamed: boolean
}

/** Who received a notification, or should have; undefined if the notification does not say. */
export function notificationRecipient(send: Addressed, names: Names): Recipient | undefined {
  if (send.person_id) return named('person', names.person.get(send.person_id), 'A person')
  if (send.team_id) return named('team', names.team.get(send.team_id), 'A team')
  if (send.playbook_run_id) return named('playbook', send.playbook_run?.playbook_name, 'A playbook')
  const service = serviceName(send.custom_service)
  if (send.connection_id)
    return named('connection', names.connection.get(send.connection_id) ?? service, 'A connection')
  return send.custom_service ? named('service', service, 'A service') : undefined
}

const named = (is: Recipient['is'], name: string | null | undefined, otherwise: string): Recipient => ({
  is,
  name: name || otherwise,
  isNamed: Boolean(name),
})

/** The name of a service. Its address is never shown, because it can contain secrets. */
function serviceName(written: string | null | undefined): string | undefined {
  if (!written) return undefined
  try {
    const service: unknown = JSON.parse(written)
    if (typeof service !== 'object' || service === null || !('name' in service)) return undefined
    return typeof service.name === 'string' && service.name !== '' ? service.name : undefined
  } catch {
    return undefined
  }
}
