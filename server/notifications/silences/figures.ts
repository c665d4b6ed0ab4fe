import type { PersonReader } from '../../data/db/db'
import { sql } from '../../data/db/sql'

const MOST_SILENCES = 1000

/** The figures of a silence in the list. */
type SilenceFigures = {
  id: string
  /** How many messages it held back. */
  heldBack: number
  /** Incidents that were opened while it was active, about something whose messages it held back. */
  incidents: number
  endsOnRecovery: boolean
}

/**
 * The figures of the newest silences that are not deleted, with one statement for all of them.
 *
 * A silence hid an incident if the incident was opened in its period, and it held back a message about the incident, or
 * about a resource that is evidence of the incident.
 */
export async function readSilenceFigures(reader: PersonReader): Promise<SilenceFigures[]> {
  return reader.query<SilenceFigures>(sql`
    with listed as (
      select id, until_recovery, coalesce("from", created_at) as since, coalesce(until, 'infinity') as until
      from notification_silences where deleted_at is null order by created_at desc, id limit ${MOST_SILENCES}
    ), held as (
      select silenced_by as id, resource_id, split_part(source_event, '.', 1) as kind, sum(count) as count
      from notification_send_history where silenced_by in (select id from listed) group by 1, 2, 3
    ), hidden as (
      select listed.id, incidents.id as incident_id from held join listed using (id)
        join incidents on held.kind = 'incident' and incidents.id = held.resource_id
      where incidents.created_at between listed.since and listed.until
      union
      select listed.id, incidents.id from held join listed using (id)
        join evidences on held.resource_id in (evidences.check_id, evidences.config_id, evidences.component_id)
        join hypotheses on hypotheses.id = evidences.hypothesis_id
        join incidents on incidents.id = hypotheses.incident_id
      where incidents.created_at between listed.since and listed.until
    )
    select id::text, coalesce((select sum(count) from held where held.id = listed.id), 0)::int as "heldBack",
      (select count(*) from hidden where hidden.id = listed.id)::int as incidents,
      coalesce(until_recovery, false) as "endsOnRecovery"
    from listed`)
}
