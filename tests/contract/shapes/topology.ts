import type { Measured } from '../measured'

export const topology: Measured = {
  rows: {
    components: `{
      id: uuid, agent_id: uuid, topology_id: uuid|null, external_id: string, parent_id: uuid|null,
      config_id: uuid|null, name: string, text: string|null, topology_type: string|null, namespace: string|null,
      labels: json|null, hidden: bool, silenced: bool, is_pushed: bool, status: "unhealthy"|"healthy",
      status_expr: string|null, health_expr: string|null, health: "healthy"|null, description: string|null,
      lifecycle: string|null, tooltip: string|null, status_reason: string|null, schedule: string|null,
      icon: string|null, type: string|null, owner: string|null, selectors: json|null, log_selectors: json|null,
      component_checks: json|null, configs: json|null, properties: json|null, path: string|null, summary: json|null,
      is_leaf: bool|null, cost_per_minute: number|null, cost_total_1d: number|null, cost_total_7d: number|null,
      cost_total_30d: number|null, created_by: uuid|null, created_at: time, updated_at: time|null,
      deleted_at: time|null, properties_values: json|null
    }`,
    team_components: '{team_id: uuid, component_id: uuid, role: "owner"|null, selector_id: string|null}',
    topologies: `{
      id: uuid, agent_id: uuid, name: string, namespace: string, labels: {map: string}|null, source: "UI",
      spec: {map: json}|null, created_at: time|null, updated_at: time|null, is_pushed: bool, schedule: string|null,
      created_by: uuid|null, deleted_at: time|null
    }`,
    topologies_with_status: `{
      id: uuid, agent_id: uuid, name: string, namespace: string, labels: {map: string}|null, source: "UI",
      spec: {map: json}|null, created_at: time|null, updated_at: time|null, is_pushed: bool, schedule: string|null,
      deleted_at: time|null, job_name: string|null, job_success_count: int|null, job_error_count: int|null,
      job_details: json|null, job_hostname: string|null, job_duration_millis: int|null,
      job_resource_type: string|null, job_status: string|null, job_time_start: time|null, job_time_end: time|null,
      job_created_at: time|null, job_last_failed: time|null, agent: {id: uuid, name: string}, created_by: uuid|null
    }`,
    component_relationships: `{
      component_id: uuid, relationship_id: uuid, created_at: time, updated_at: time, deleted_at: time|null,
      selector_id: string|null, relationship_path: string|null, is_pushed: bool
    }`,
  },
  embeds: {
    'team_components.teams': 'teams',
    'components.config_component_relationships': '[config_component_relationships]',
    'topologies.created_by': 'people',
    'topologies_with_status.created_by': 'people',
  },
  paths: {
    'topologies_with_status.spec->>schedule': 'string|null',
  },
  answers: {
    'GET /canary/api/topology': `{
      components: [{id: uuid, agent_id: uuid, external_id?: string, name: string, namespace: string,
      labels?: {map: string}, status: "healthy"|"unhealthy"|"unknown", health?: "healthy", description: string,
      type: string, owner?: string, summary: {healthy?: int, warning?: int, incidents?: {map: {map: int}},
      insights?: {map: {map: int}}, checks?: {map: int}, unhealthy?: int}, is_leaf: bool, created_at: time,
      updated_at?: time, tooltip?: string, icon?: string, parents?: [uuid], parent_id?: uuid,
      properties?: [{name: string, text?: string, value?: int, unit?: string}], analysis?: {map: {map: int}},
      checks?: {map: int}, status_reason?: string, incidents?: {map: {map: int}}, components?: [{id: uuid,
      agent_id: uuid, external_id?: string, parent_id?: uuid, name: string, namespace: string, labels?: {map: string},
      status: "healthy"|"unhealthy", health: "healthy", description: string, type: string, owner?: string,
      path?: uuid|string, summary: {healthy?: int, unhealthy?: int, incidents?: {map: {map: int}},
      insights?: {map: {map: int}}, checks?: {map: int}}, is_leaf: bool, created_at: time, updated_at?: time,
      components?: [{id: uuid, agent_id: uuid, name: string, namespace: string, status: "healthy"|"unhealthy",
      health: "healthy", description: string,
      type: "Application"|"Database"|"KubernetesNode"|"KubernetesPod"|"Flux"|"x", summary: {healthy?: int,
      unhealthy?: int, incidents?: {map: {map: int}}, insights?: {map: {map: int}}, checks?: {map: int}},
      is_leaf: bool, created_at: time, status_reason?: string, icon?: string, properties?: [{map: string}],
      external_id?: string, tooltip?: string, path?: string, updated_at?: time, labels?: {map: string}}],
      icon?: string, properties?: [{name: string, text?: string, value?: int, unit?: string}], status_reason?: string,
      tooltip?: string, children?: [uuid], parents?: [uuid], selectors?: [{labelSelector: string}],
      topology_id?: uuid, schedule?: string}], path?: uuid|string, topology_id?: uuid, schedule?: string,
      children?: [uuid], selectors?: [{labelSelector: string}]}]|null, healthStatuses: [string], teams: [string],
      tags: {map: array}|null, types: [string]
    }`,
    'POST /canary/run/topology/{id}': '{count: string, status: "ok"}',
    'GET /db/rpc/lookup_component_children': '[{child_id: uuid, parent_id: uuid|null, level: int}]',
  },
}
