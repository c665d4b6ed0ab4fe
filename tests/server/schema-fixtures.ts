import type { Db, DatabaseRow } from '../../server/data/db/db'
import { toJsonText, type Sql, sql } from '../../server/data/db/sql'

/** Creates rows with unique names for tests of the schema; each function returns the id. */
export function fixtures(db: Db) {
  let counter = 0
  const unique = (name: string) => `${name}-${++counter}`

  async function one<R extends DatabaseRow = DatabaseRow>(statement: Sql): Promise<R> {
    const [row] = await db.query<R>(statement)
    if (!row) throw new Error('no row')
    return row
  }
  const idOf = async (statement: Sql) => (await one<{ id: string }>(statement)).id

  return {
    unique,
    one,
    idOf,

    person: (name = unique('person')) => idOf(sql`insert into people (name) values (${name}) returning id`),
    team: async (name = unique('team')) =>
      idOf(sql`insert into teams (name, created_by) select ${name}, id from people limit 1 returning id`),
    agent: (personId: string | null = null) =>
      idOf(sql`insert into agents (name, person_id) values (${unique('agent')}, ${personId}) returning id`),

    config: (parts: { name?: string; parent?: string; path?: string; health?: string; deletedAt?: string } = {}) =>
      idOf(sql`
        insert into config_items (name, type, config_class, parent_id, path, health, deleted_at)
        values (
          ${parts.name ?? unique('config')}, 'Test::Item', 'Item', ${parts.parent ?? null}, ${parts.path ?? null},
          ${parts.health ?? null}, ${parts.deletedAt ?? null}
        ) returning id`),
    relate: (from: string, to: string, relation: string) =>
      db.run(
        sql`insert into config_relationships (config_id, related_id, relation) values (${from}, ${to}, ${relation})`
      ),
    change: (configId: string, type: string) =>
      idOf(sql`insert into config_changes (config_id, change_type) values (${configId}, ${type}) returning id`),
    insight: (configId: string, type: string | null, status: string | null = 'open') =>
      idOf(sql`
        insert into config_analysis (config_id, analyzer, analysis_type, severity, status)
        values (${configId}, 'linter', ${type}, 'high', ${status}) returning id`),

    canary: (labels: unknown = { a: '1' }) =>
      idOf(sql`
        insert into canaries (name, namespace, spec, labels)
        values (${unique('canary')}, 'default', '{}', ${toJsonText(labels)}::jsonb) returning id`),
    check: (canaryId: string) =>
      idOf(sql`
        insert into checks (canary_id, type, name, labels)
        values (${canaryId}, 'http', ${unique('check')}, '{"b":"2"}') returning id`),

    component: (parts: { parent?: string; properties?: unknown } = {}) =>
      idOf(sql`
        insert into components (name, external_id, status, parent_id, properties)
        values (
          ${unique('component')}, ${unique('x')}, 'healthy', ${parts.parent ?? null},
          ${toJsonText(parts.properties ?? [])}::jsonb
        ) returning id`),
    linkConfig: (componentId: string, configId: string) =>
      db.run(
        sql`insert into config_component_relationships (component_id, config_id) values (${componentId}, ${configId})`
      ),
    linkCheck: (componentId: string, checkId: string) =>
      db.run(sql`
        insert into check_component_relationships (component_id, check_id, canary_id)
        select ${componentId}, id, canary_id from checks where id = ${checkId}`),

    incident: (createdBy: string) =>
      idOf(sql`
        insert into incidents (title, description, type, severity, status, created_by)
        values (${unique('incident')}, '', 'availability', 'High', 'open', ${createdBy}) returning id`),
    hypothesis: (incidentId: string, createdBy: string) =>
      idOf(sql`
        insert into hypotheses (incident_id, created_by, type, title, status)
        values (${incidentId}, ${createdBy}, 'root', 'h', 'possible') returning id`),
    evidence: (hypothesisId: string, createdBy: string, about: { component?: string; config?: string } = {}) =>
      idOf(sql`
        insert into evidences (hypothesis_id, description, type, created_by, done, component_id, config_id)
        values (
          ${hypothesisId}, '', 'comment', ${createdBy}, false, ${about.component ?? null}, ${about.config ?? null}
        ) returning id`),
    responder: (incidentId: string, createdBy: string) =>
      idOf(sql`
        insert into responders (incident_id, type, person_id, created_by)
        values (${incidentId}, 'person', ${createdBy}, ${createdBy}) returning id`),

    playbook: () =>
      idOf(sql`insert into playbooks (name, spec, source) values (${unique('p')}, '{}', 'UI') returning id`),
    run: (playbookId: string, parentId: string | null = null) =>
      idOf(sql`insert into playbook_runs (playbook_id, parent_id) values (${playbookId}, ${parentId}) returning id`),
    rule: (parts: { team?: string; error?: string } = {}) =>
      idOf(sql`
        insert into notifications (events, team_id, error)
        values ('{config.unhealthy}', ${parts.team ?? null}, ${parts.error ?? null}) returning id`),
    message: (ruleId: string, event: string, resourceId: string, status = 'sent') =>
      idOf(sql`
        insert into notification_send_history (notification_id, body, status, source_event, resource_id)
        values (${ruleId}, '', ${status}, ${event}, ${resourceId}) returning id`),

    /** The queued events of a row, by name. */
    eventsAbout: async (id: string) =>
      (
        await db.query<{ name: string }>(
          sql`select name from event_queue where properties ->> 'id' = ${id} order by name`
        )
      ).map(({ name }) => name),
    isLive: async (table: Sql, id: string) =>
      (await db.query(sql`select from ${table} where id = ${id} and deleted_at is null`)).length === 1,
  }
}
