import type { Measured } from '../measured'

export const settings: Measured = {
  rows: {
    people: `{
      id: uuid, name: string, avatar: string|null, type: "access_token"|"agent"|null, team_id: uuid|null,
      organization: string|null, title: string|null, email: string|null, phone: string|null, properties: json|null,
      external_id: string|null, created_at: time, updated_at: time|null, deleted_at: time|null, last_login: time|null
    }`,
    teams: `{
      id: uuid, name: string, icon: string|null, spec: {map: json}|null, source: "UI"|null, created_by: uuid,
      created_at: time, updated_at: time, deleted_at: time|null
    }`,
    connection_details: `{
      id: uuid, name: string, namespace: string, type: "http", source: string|null, properties: {map: string}|null,
      insecure_tls: bool|null, created_by: uuid|null, created_at: time, updated_at: time, category: string,
      username: string|null, password: string|null, certificate: string|null
    }`,
    connections: `{
      id: uuid, name: string, namespace: string, type: "email"|"openai"|"slack"|"discord"|"postgres"|"http"|"aws",
      url: string|null, source: "ConfigFile"|null, username: string|null, password: string|null,
      certificate: string|null, properties: {map: string}|null, insecure_tls: bool|null, created_by: uuid|null,
      created_at: time, updated_at: time, deleted_at: time|null
    }`,
    connections_list: `{
      id: uuid, name: string, namespace: string, type: "aws"|"postgres"|"http"|"discord"|"slack"|"openai"|"email",
      category: string, created_by: uuid|null, created_at: time, updated_at: time
    }`,
    casbin_rule: `{
      id: int, ptype: string, v0: uuid|string, v1: uuid|string, v2: string, v3: string, v4: string, v5: string
    }`,
    permission_groups: `{
      id: uuid, name: string|null, namespace: string|null, selectors: {map: array}, source: "UI",
      created_by: uuid|null, created_at: time, updated_at: time, deleted_at: time|null
    }`,
    permission_subjects: `{
      id: uuid|string, name: string,
      type: "access_token_person"|"person"|"team"|"playbook"|"role"|"permission_subject_group", email: string|null,
      owner: uuid|null, icon: string|null
    }`,
    permissions: `{
      id: uuid, name: uuid|string, namespace: string|null, description: string|null, source: "UI",
      subject_type: "role"|"notification"|"person"|"team"|"group", subject: uuid|string|null,
      action: "read"|"playbook:run"|"playbook:*", object: "catalog"|null, object_selector: {map: array}|null,
      deny: bool, component_id: uuid|null, config_id: uuid|null, canary_id: uuid|null, playbook_id: uuid|null,
      connection_id: uuid|null, created_by: uuid|null, person_id: uuid|null, team_id: uuid|null,
      notification_id: uuid|null, updated_by: uuid|null, created_at: time, updated_at: time, deleted_at: time|null,
      error: string|null, until: time|null, agents: [string]|null, tags: json|null
    }`,
    permissions_group_summary: `{
      subject: null, subject_type: "group", subject_label: null, action: "playbook:run", object: null, deny: bool
    }`,
    permissions_summary: `{
      id: uuid, name: uuid|string, namespace: string|null, description: string|null, error: string|null, source: "UI",
      action: "read"|"playbook:*"|"playbook:run", object: "catalog"|null, object_selector: {map: array}|null,
      deny: bool, subject: uuid|string|null, subject_type: "person"|"group"|"team"|"role"|"notification",
      created_at: time, updated_at: time, deleted_at: time|null, created_by: uuid|null, updated_by: uuid|null,
      until: time|null, tags: json|null, agents: [string]|null, person: {id: uuid, name: string, email: string}|null,
      team: {id: uuid, name: string, namespace: string}|null, canary: null, group: {id: null, name: null,
      namespace: null}|null, notification: {id: uuid, name: string, namespace: null}|null, playbook: null,
      scraper: null, topology: null, component_object: {id: uuid, icon: string, name: string}|null,
      config_object: {id: uuid, icon: null, name: string, type: string}|null, canary_object: {id: uuid,
      name: string}|null, playbook_object: {id: uuid, icon: string, name: string}|null, connection_object: {id: uuid,
      name: string, type: "http"}|null
    }`,
    scopes: `{
      id: uuid, name: string, namespace: string|null, description: string|null, targets: [{config: {map: string}}],
      source: "UI", created_by: uuid|null, created_at: time, updated_at: time, deleted_at: time|null
    }`,
    team_members: '{team_id: uuid, person_id: uuid, source: "UI"}',
    teams_with_status: `{
      id: uuid, name: string, icon: string|null, spec: {map: json}|null, source: "UI"|null, created_at: time,
      updated_at: time, deleted_at: time|null, job_name: string|null, job_success_count: int|null,
      job_error_count: int|null, job_details: json|null, job_hostname: string|null, job_duration_millis: int|null,
      job_resource_type: string|null, job_status: string|null, job_time_start: time|null, job_time_end: time|null,
      job_created_at: time|null, job_last_failed: time|null, created_by: uuid|null
    }`,
    agents: `{
      id: uuid, name: string, hostname: string|null, description: string|null, ip: string|null, version: string|null,
      username: string|null, person_id: uuid|null, properties: {map: string}|null, tls: string|null,
      created_by: uuid|null, created_at: time, updated_at: time, cleanup: bool, deleted_at: time|null,
      last_seen: time|null, last_received: time|null
    }`,
    agents_summary: `{
      id: uuid, name: string, hostname: string|null, description: string|null, ip: string|null, version: string|null,
      username: string|null, person_id: uuid|null, properties: {map: string}|null, tls: string|null, created_at: time,
      updated_at: time, cleanup: bool, deleted_at: time|null, last_seen: time|null, last_received: time|null,
      config_count: int|null, config_scrapper_count: int|null, checks_count: int|null, playbook_runs_count: null,
      health: "unknown", status: "unknown", created_by: uuid|null
    }`,
    event_queue: `{
      id: uuid, event_id: uuid|null, name: string, properties: {map: string|time|uuid}|null, error: string|null,
      delay: int|null, created_at: time, last_attempt: time|null, attempts: int|null, priority: int
    }`,
    event_queue_summary: `{
      name: string, event_id: uuid|null, pending: int, failed: int, average_attempts: int, first_failure: time|null,
      last_failure: time|null, most_common_error: string|null
    }`,
    failed_events: `{
      name: string, unique_errors: int, average_attempts: int, total_failed_events: int, most_common_error: string
    }`,
    integrations_with_status: `{
      id: uuid, name: string, description: string|null, integration_type: "topologies"|"scrapers"|"logging_backends",
      source: "UI"|"System"|"ConfigFile"|null, agent_id: uuid|null, created_at: time, updated_at: time|null,
      deleted_at: null, created_by: uuid|null, job_name: string|null, job_success_count: int|null,
      job_error_count: int|null, job_details: json|null, job_hostname: string|null, job_duration_millis: int|null,
      job_resource_type: string|null, job_status: string|null, job_time_start: time|null, job_time_end: time|null,
      job_created_at: time|null, job_last_failed: time|null, agent: {id: uuid, name: string}|null,
      creator_name: string|null, creator_avatar: null, creator_title: null, creator_email: string|null
    }`,
    job_histories: `{
      id: uuid, agent_id: uuid, name: string|null, success_count: int|null, error_count: int|null,
      details: {map: json}|null, hostname: string|null, duration_millis: int|null,
      resource_type: "check_statuses"|"canary"|"topology"|null, resource_id: uuid|string|null,
      status: "SUCCESS"|"FAILED"|"RUNNING"|null, time_start: time|null, time_end: time|null, created_at: time,
      is_pushed: bool, resource_name: string, agent: {id: uuid, name: string}
    }`,
    job_history: `{
      id: uuid, agent_id: uuid, name: string|null, success_count: int|null, error_count: int|null,
      details: {map: json}|null, hostname: string|null, duration_millis: int|null,
      resource_type: "canary"|"topology"|null, resource_id: uuid|string|null,
      status: "SUCCESS"|"FAILED"|"RUNNING"|null, time_start: time|null, time_end: time|null, created_at: time,
      is_pushed: bool
    }`,
    job_history_latest_status: `{
      id: uuid, agent_id: uuid, name: string, success_count: int, error_count: int, details: {map: json},
      hostname: string, duration_millis: int, resource_type: string, resource_id: string, status: "SUCCESS",
      time_start: time, time_end: time, created_at: time, is_pushed: bool, rn: int
    }`,
    job_history_names: '{name: string}',
    job_history_summary: `{
      name: string, total: int, running: int, success: int, warning: int, failed: int, stale: int, skipped: int,
      last_run_at: time, average_duration: number
    }`,
    properties: `{
      name: string, value: string, created_by: uuid|null, created_at: time|null, updated_at: time|null,
      deleted_at: time|null
    }`,
    push_queue_summary: '{table: string, count: int}',
    identities: `{
      id: uuid, schema_id: string, traits: {name: {first: string, last?: string}, email: string}, created_at: string,
      updated_at: string, nid: uuid|null, state: "active", state_changed_at: string|null, metadata_public: json|null,
      metadata_admin: json|null, available_aal: string|null, organization_id: uuid|null, external_id: string|null
    }`,
    invites: `{
      id: uuid, email: string, role: "viewer"|"nobody", invited_at: time, invited_by: uuid|null,
      accepted_at: time|null
    }`,
    people_roles: '{id: uuid, name: string, email: string|null, roles: [uuid|string]}',
    views: `{
      id: uuid, name: string, namespace: string|null, spec: json, source: string, labels: json|null,
      created_by: uuid|null, created_at: time, last_ran: time|null, error: string|null, updated_at: time|null,
      deleted_at: time|null
    }`,
    views_summary: `{
      id: uuid, namespace: string, name: string, title: string|null, icon: string|null, ordinal: int|null,
      sidebar: bool|null
    }`,
    integrations: `{
      id: uuid, name: string, icon: string|null, spec: json|null, source: string|null, created_by: uuid,
      created_at: time, updated_at: time
    }`,
    plugins: `{
      id: uuid, name: string, namespace: string, source: string|null, spec: json, installed_path: string|null,
      plugin_version: string|null, created_at: time, updated_at: time, deleted_at: time|null
    }`,
    severities: '{id: int|null, name: string, aliases: [string]|null, icon: string|null}',
  },
  embeds: {
    'connections.created_by': 'people',
    'team_members.person_id': 'people',
    'teams_with_status.created_by': 'people',
    'agents_summary.created_by': 'people',
    'properties.created_by': 'people',
    'team_members.team_id': 'teams',
  },
  paths: {
    'job_histories.details->errors': '[string]|null',
    'permissions.object_selector->playbooks': '[{name: string}]|null',
  },
  answers: {
    'POST /connection/test/{id}': `{
      message: string, payload: {entries?: [{startedDateTime: time, time: number, request: {map: array|int|string},
      response: {status: int, statusText: string, httpVersion: string, cookies: [json], headers: [{name: string,
      value: string}], content: {size: int, text: string, mimeType?: string}, redirectURL: string, headersSize: int,
      bodySize: int}, cache: {}, timings: {send: int, wait: number, receive: int}}], payload?: {database?: string,
      user?: string, version?: string, auth?: string, encryption?: string, from?: string, host?: string, port?: int,
      subject?: string, to?: [string]}}
    }`,
    'POST /rbac/{id}/update_role': '{message: string}',
    'POST /rbac/subject-access-reviews': `{
      resource: {playbook?: uuid, global?: string}, action: "playbook:run"|"read", results: [{subject: uuid|string,
      allowed: bool}]
    }`,
    'POST /rbac/subject-access-search': `{
      subject: uuid, action: "playbook:run", resource_types: [string], total: int,
      results: [{resource_type: "playbook"|"view", id: uuid}]
    }`,
    'POST /agent/generate': '{id: uuid, username: string, access_token: string}',
    'POST /agent/token': '{id: uuid, username: string, access_token: string}',
    'GET /properties': '[{description: string, name: string, source: "local"|"db", type: string, value: string}]',
    'POST /auth/invite_user': '{link: string}',
    'GET /auth/whoami': `{
      message: string, payload: {hostname: string, permissions: [{id: uuid|string, subject: uuid|string,
      object: string, action: string|"read"|"create"|"update"|"delete"|"playbook:run", deny?: bool,
      condition?: string}], roles: [uuid|"admin"|"everyone"|"viewer"|"editor"|"commander"|"guest"], user: {id: uuid,
      name: string, email: string, properties: object}}
    }`,
    'POST /auth/{id}/update_state': '{message: string}',
    'POST /people/update': '{email: string, name: {first: string, last: string}}',
    'DELETE /people/{id}': 'null',
  },
}
