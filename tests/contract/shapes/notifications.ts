import type { Measured } from '../measured'

export const notifications: Measured = {
  rows: {
    notification_send_history: `{
      id: uuid, notification_id: uuid, body: string|null, body_payload: {map: json}|null,
      status: "error"|"sent"|"silenced"|null, not_before: time|null, retries: int, payload: {event_id: uuid,
      event_name: string, properties: string, resource_id: uuid, custom_service: string, notification_id: uuid,
      resource_health: string, resource_status: string, event_created_at: time,
      resource_health_description: string}|null, count: int, first_observed: time,
      source_event: "check.failed"|"check.passed"|"incident.created", resource_id: uuid, resource_health: string|null,
      resource_status: string|null, resource_health_description: string|null, person_id: uuid|null,
      team_id: uuid|null, connection_id: uuid|null, silenced_by: uuid|null, playbook_run_id: uuid|null,
      error: string|null, duration_millis: int|null, created_at: time, group_id: uuid|null, parent_id: uuid|null
    }`,
    notification_send_history_resource_types: '{resource_type: "http"}',
    notification_send_history_resources: `{
      id: uuid, resource_kind: "check", resource_type: "http", resource: {id: uuid, icon: string|null, name: string,
      type: "http", health: "healthy"|"unhealthy", status: "healthy"|"unhealthy", deleted_at: null}
    }`,
    notification_send_history_summary: `{
      id: uuid, notification_id: uuid, body: string|null, body_payload: {map: json}|null,
      status: "error"|"sent"|"silenced"|null, not_before: time|null, retries: int, payload: {event_id: uuid,
      event_name: string, properties: string, resource_id: uuid, custom_service: string, notification_id: uuid,
      resource_health: string, resource_status: string, event_created_at: time,
      resource_health_description: string}|null, count: int, first_observed: time,
      source_event: "check.failed"|"check.passed"|"incident.created", resource_id: uuid, resource_health: string|null,
      resource_status: string|null, resource_health_description: string|null, person_id: uuid|null,
      team_id: uuid|null, connection_id: uuid|null, silenced_by: uuid|null, playbook_run_id: uuid|null,
      error: string|null, duration_millis: int|null, created_at: time, group_id: uuid|null, parent_id: uuid|null,
      resource_tags: null, resource: {id: uuid, icon: string|null, name: string, type: "http",
      health: "healthy"|"unhealthy", status: "healthy"|"unhealthy", deleted_at: null}|null,
      resource_kind: "check"|null, resource_type: "http"|null, playbook_run: null
    }`,
    notification_silences: `{
      id: uuid, namespace: string|null, name: string, description: string|null, filter: string|null,
      selectors: [{map: json}]|null, error: string|null, from: time|null, until: time|null, recursive: bool|null,
      config_id: uuid|null, check_id: uuid|null, canary_id: uuid|null, component_id: uuid|null, source: "UI"|null,
      created_by: uuid|null, created_at: time, updated_at: time, deleted_at: time|null
    }`,
    notifications: `{
      id: uuid, name: string, namespace: string|null,
      events: ["check.failed"|"check.passed"|"incident.created"|"config.unhealthy"|"component.unhealthy"|"config.warn"],
      error: string|null, error_at: time|null, title: string|null, template: string|null, filter: string|null,
      properties: object|null, playbook_id: uuid|null, person_id: uuid|null, team_id: uuid|null,
      repeat_interval: string|null, inhibitions: json|null, wait_for: int|null, wait_for_eval_period: int|null,
      group_by: [string]|null, group_by_interval: int|null, watchdog_schedule: string|null,
      custom_services: [{map: json}]|null, fallback_delay: int|null, fallback_custom_services: json|null,
      fallback_playbook_id: uuid|null, fallback_person_id: uuid|null, fallback_team_id: uuid|null,
      created_by: uuid|null, created_at: time, source: "UI"|null, updated_at: time, deleted_at: time|null
    }`,
    notifications_summary: `{
      id: uuid, name: string, namespace: string|null, error: string|null, error_at: time|null, title: string|null,
      events: ["check.failed"|"check.passed"|"incident.created"|"config.unhealthy"|"component.unhealthy"|"config.warn"],
      filter: string|null, person_id: uuid|null, team_id: uuid|null, custom_services: [{map: json}]|null,
      created_at: time, updated_at: time, source: "UI"|null, repeat_interval: string|null, wait_for: int|null,
      pending: int, avg_duration_ms: number|null, failed: int, sent: int, most_common_error: string|null,
      last_failed_at: time|null, created_by: uuid|null
    }`,
    notification_group_resources: `{
      group_id: uuid, config_id: uuid|null, check_id: uuid|null, component_id: uuid|null, created_at: time,
      updated_at: time|null, resolved_at: time|null
    }`,
    notification_groups: '{id: uuid, hash: string, notification_id: uuid, created_at: time}',
  },
  paths: {
    'notification_send_history_summary.payload->custom_service': 'string',
    // Absent in every measured row.
    'notification_send_history_summary.payload->leased_until': 'null',
  },
  embeds: {
    'notification_silences.check_id': 'checks',
    'notification_silences.config_id': 'config_items',
    'notification_silences.component_id': 'components',
    'notification_silences.created_by': 'people',
    'notification_silences.canary_id': 'canaries',
    'notification_silences.canaries': 'canaries',
    'notification_silences.checks': 'checks',
    'notification_silences.components': 'components',
    'notification_silences.config_items': 'config_items',
    'notifications.person_id': 'people',
    'notifications.team_id': 'teams',
    'notifications.created_by': 'people',
    'notifications_summary.person_id': 'people',
    'notifications_summary.team_id': 'teams',
    'notifications_summary.created_by': 'people',
  },
  answers: {
    'POST /notification/summary': `{
      total: int, results: [{resource: {id: uuid, icon: string|null, name: string, type: "http",
      health: "healthy"|"unhealthy", status: "healthy"|"unhealthy", deleted_at: null}|null,
      resource_type: "http"|null, resource_kind: "check"|null, resource_tags: null, resource_health: string|null,
      resource_status: string|null, resource_health_description: string|null, first_observed: time, last_seen: time,
      total: int, last_message: string|null, sent: int, error: int, suppressed: int, in_progress: int}]|null
    }`,
    'GET /notification/events': `{
      map: [{env: {map: json}, event: {ID: uuid, event_id: uuid, name: string, created_at: time,
      properties: {map: string}, attempts: int, last_attempt: time|null, priority: int, error?: string}}]
    }`,
    'GET /notification/send_history/{id}': `{
      id: uuid, notification_id: uuid, body: string, body_payload?: {map: json}, error?: string,
      duration_millis?: int, created_at: time, status: "error"|"sent"|"silenced", payload?: {custom_service: string,
      event_created_at: time, event_id: uuid, event_name: string, notification_id: uuid, properties: string,
      resource_health: string, resource_health_description: string, resource_id: uuid, resource_status: string},
      count: int, first_observed: time, source_event: "check.failed"|"check.passed", resource_id: uuid,
      resource_health: string, resource_status: string, resource: {agent_id: uuid, canary_id: uuid, created_at: time,
      id: uuid, labels: {map: string}, last_transition_time: time, latency: {rolling1h: int}, name: string,
      namespace: string, status: "healthy"|"unhealthy", type: "http", updated_at: time, uptime: {failed: int,
      passed: int}}, resource_kind: "check", resource_type: "http", body_markdown: string, silenced_by?: uuid
    }`,
    'POST /notification/silence': 'null',
  },
}
