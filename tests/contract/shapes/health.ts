import type { Measured } from '../measured'

export const health: Measured = {
  rows: {
    canaries: `{
      id: uuid, agent_id: uuid, name: string, namespace: string, labels: {map: string}|null,
      annotations: {map: string}|null, spec: {map: json}, source: "UI"|"canaries.yaml"|null, is_pushed: bool,
      created_at: time|null, created_by: uuid|null, updated_at: time|null, deleted_at: time|null
    }`,
    canaries_with_status: `{
      id: uuid, name: string, namespace: string, interval: null, schedule: string|null, labels: {map: string}|null,
      source: "UI"|"canaries.yaml"|null, created_at: time|null, deleted_at: time|null, last_runtime: time|null,
      job_name: string|null, job_success_count: int|null, job_error_count: int|null, job_details: json|null,
      job_hostname: string|null, job_duration_millis: int|null, job_resource_type: string|null,
      job_status: string|null, job_time_start: time|null, job_time_end: time|null, job_created_at: time|null,
      job_last_failed: time|null, agent: {id: uuid, name: string}, created_by: uuid|null
    }`,
    checks: `{
      id: uuid, canary_id: uuid, agent_id: uuid, type: "http"|"postgres"|"dns"|"tcp", name: string,
      namespace: string|null, description: string|null, icon: string|null, spec: {map: json}|null,
      labels: {map: string}|null, owner: string|null, severity: string|null, category: string|null, is_pushed: bool,
      transformed: bool|null, last_runtime: time|null, last_transition_time: time|null, next_runtime: time|null,
      silenced_at: time|null, status: "healthy"|"unhealthy"|null, created_at: time|null, updated_at: time|null,
      deleted_at: time|null
    }`,
    check_component_relationships: `{
      component_id: uuid, check_id: uuid, canary_id: uuid, created_at: time, updated_at: time, deleted_at: time|null,
      selector_id: string|null, is_pushed: bool
    }`,
    check_statuses: `{
      check_id: uuid, details: json|null, duration: int|null, error: string|null, time: time, created_at: time,
      invalid: bool|null, message: string|null, status: bool|null, severity: string|null, is_pushed: bool
    }`,
    check_statuses_5m: '{check_id: uuid, created_at: time, passed: int, failed: int, …}',
    check_config_relationships: `{
      config_id: uuid, check_id: uuid, canary_id: uuid, created_at: time, updated_at: time, deleted_at: time|null,
      selector_id: string|null, is_pushed: bool
    }`,
  },
  embeds: {
    'canaries.created_by': 'people',
    'canaries.agent_id': 'agents',
    'canaries_with_status.created_by': 'people',
    'canaries_with_status.checks': '[checks]',
    'check_component_relationships.checks': 'checks',
    'checks.canaries': 'canaries',
    'checks.agents': 'agents',
    'checks.check_component_relationships': '[check_component_relationships]',
    'check_component_relationships.components': 'components',
    'checks.check_config_relationships': '[check_config_relationships]',
    'checks.check_statuses': '[check_statuses]',
    'check_config_relationships.configs': 'configs',
  },
  answers: {
    'GET /canary/about': '{Timestamp: time, Version: string}',
    'GET /canary/api/graph': `{
      duration?: int, runnerName: string, status: [{time: time, duration: int, passed?: int, failed?: int,
      status?: bool}]|null, latency: {p99?: int, p97?: int, p95?: int, rolling1h: int}, uptime: {passed: int,
      failed: int}
    }`,
    'GET /canary/api/summary': `{
      duration?: int, runnerName: string, checks_summary: [{id: uuid, canary_id: uuid, canary_name: string,
      canary_namespace: string, agent_id: uuid, labels: {map: string}, last_transition_time?: time,
      latency: {rolling1h: int, p99?: int, p95?: int}, name: string, namespace: string, status: "unhealthy"|"healthy",
      type: "tcp"|"http"|"dns"|"postgres", uptime: {passed: int, failed: int, last_fail?: time, last_pass?: time},
      last_runtime?: time, created_at: time, updated_at: time}]
    }`,
    'POST /canary/run/check/{id}': `{
      start: time, pass?: bool, data: {code?: int, content?: string, elapsed?: int, headers?: {Connection: string,
      Content-Length: string, Date: string, Keep-Alive: string, Content-Type?: string}, json?: {n?: int,
      status?: "up"}, results: {}, sslAge?: int}, duration?: int, metrics?: [{name: string, type: "counter",
      labels: {map: string}}], CanaryResult: null, error?: string
    }`,
  },
}
