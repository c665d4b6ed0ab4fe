import type { Measured } from '../measured'

export const catalog: Measured = {
  rows: {
    config_items: `{
      id: uuid, agent_id: uuid, icon: string|null, scraper_id: uuid|null, config_class: string, status: string|null,
      health: string|null, ready: bool|null, external_id: [string]|null, type: string, name: string|null,
      description: string|null, config: json|null, source: string|null, labels: json|null, tags: json|null,
      tags_values: json|null, properties: json|null, parent_id: uuid|null, path: string|null, is_pushed: bool,
      created_by: uuid|null, created_at: time, updated_at: time|null, deleted_at: time|null,
      delete_reason: string|null, inserted_at: time, properties_values: json|null
    }`,
    config_component_relationships: `{
      component_id: uuid, config_id: uuid, created_at: time, updated_at: time|null, deleted_at: time|null,
      selector_id: string|null, is_pushed: bool
    }`,
    change_types: '{change_type: string}',
    config_analysis: `{
      id: uuid, config_id: uuid, scraper_id: uuid|null, created_by: uuid|null, source: string|null, analyzer: string,
      analysis_type: "security"|null, severity: "critical"|"high"|null, summary: string|null, status: "open"|null,
      message: string|null, analysis: object|null, properties: json|null, first_observed: time, last_observed: time,
      is_pushed: bool, properties_values: json|null
    }`,
    config_analysis_analyzers: '{analyzer: string}',
    config_analysis_items: `{
      id: uuid, config_id: uuid, analyzer: string, analysis_type: "security"|null, severity: "high"|"critical"|null,
      status: "open"|null, summary: string|null, first_observed: time, last_observed: time, …
    }`,
    config_changes: `{
      id: uuid, config_id: uuid, external_change_id: uuid|string|null, external_created_by: string|null,
      change_type: string|null, severity: "info"|"high"|"low"|"medium"|null,
      source: "config-db-health-trigger"|"CloudTrail"|"Kubernetes"|"Flux"|"Playbook"|null, summary: string|null,
      patches: json|null, diff: string|null, details: {map: json}|null, created_by: uuid|null, created_at: time,
      count: int, fingerprint: string|null, first_observed: time, is_pushed: bool, inserted_at: time
    }`,
    configs: `{
      id: uuid, name: string|null, type: string, config_class: string, status: "healthy"|"Running"|"deployed"|null,
      health: "healthy"|"unknown"|null, description: string|null, labels: {map: string|uuid}|null,
      tags: {map: string|uuid}|null, created_at: time, updated_at: time|null, deleted_at: time|null,
      cost_total_30d: number|null, changes: int, analysis: {map: int}, …
    }`,
    config_scrapers: `{
      id: uuid, description: string|null, name: string, namespace: string|null, spec: {map: json},
      source: "UI"|"System"|"ConfigFile", application_id: uuid|null, created_by: uuid|null, agent_id: uuid,
      created_at: time, updated_at: time|null, deleted_at: time|null, is_pushed: bool
    }`,
    config_detail: `{
      id: uuid, agent_id: uuid, icon: string|null, scraper_id: uuid|null, config_class: string,
      status: "healthy"|"Running"|"deployed"|null, health: "healthy"|"unknown"|null, ready: bool|null,
      external_id: [string]|null, type: string, name: string|null, description: string|null, config: {map: json}|null,
      source: string|null, labels: {map: string|uuid}|null, tags: {map: string|uuid}|null,
      tags_values: [uuid|string]|null, properties: [{name: string, value?: int, text?: string}]|null,
      parent_id: uuid|null, path: uuid|string|null, is_pushed: bool, created_by: uuid|null, created_at: time,
      updated_at: time|null, deleted_at: time|null, delete_reason: string|null, inserted_at: time,
      properties_values: [string|int]|null, last_scraped_time: time, agent_name: string, summary: {relationships: int,
      analysis: int, changes: int, playbook_runs: int, checks: int}, scraper: {id: uuid, name: string}|null
    }`,
    config_labels: '{key: string, value: uuid|string}',
    config_scrapers_with_status: `{
      id: uuid, description: string|null, name: string, namespace: string|null, spec: {map: json},
      source: "UI"|"System"|"ConfigFile", application_id: uuid|null, agent_id: uuid, created_at: time,
      updated_at: time|null, deleted_at: time|null, is_pushed: bool, job_name: string|null,
      job_success_count: int|null, job_error_count: int|null, job_details: json|null, job_hostname: string|null,
      job_duration_millis: int|null, job_resource_type: string|null, job_status: string|null,
      job_time_start: time|null, job_time_end: time|null, job_created_at: time|null, job_last_failed: time|null,
      agent: {id: uuid, name: string}, created_by: uuid|null
    }`,
    config_statuses: '{status: string}',
    config_tags: '{key: string, value: uuid|string}',
    config_types: '{type: string}',
    config_relationships: `{
      config_id: uuid, related_id: uuid, relation: string|null, scraper_id: uuid|null, created_at: time,
      updated_at: time, deleted_at: time|null, selector_id: string|null, is_pushed: bool
    }`,
  },
  embeds: {
    'config_analysis.configs': 'configs',
    'config_analysis_items.configs': 'configs',
    'config_changes.config_items': 'config_items',
    'config_component_relationships.components': 'components',
    'config_component_relationships.configs': 'configs',
    'config_detail.config_scrapers': 'config_scrapers',
    'config_scrapers.created_by': 'people',
    'config_scrapers_with_status.created_by': 'people',
  },
  answers: {
    'POST /catalog/changes': `{
      summary?: {map: int}, total?: int, changes?: [{agent_id: uuid, external_change_id: string, id: uuid,
      config_id: uuid,
      change_type: "PlaybookPending_approval"|"PlaybookScheduled"|"Healthy"|"DELETE"|"UPDATE"|"CREATE",
      severity: "info"|"high"|"low"|"medium",
      source: "Playbook"|"config-db-health-trigger"|"CloudTrail"|"Flux"|"Kubernetes", summary?: string,
      created_at: time, count: int, first_observed: time, name: string, type: string, tags: {map: string|uuid},
      path?: uuid|string, inserted_at: time, deleted_at?: time}]
    }`,
    'POST /catalog/summary': `[{
      type: string, health: {map: int}|null, created_at: time, updated_at: time, count: int, cost_30d?: number|null,
      changes?: int|null, analysis: {map: int}|null, cluster?: string|null, namespace?: string|null,
      cost_1d?: number|null, cost_1h?: number|null
    }]|null`,
    'GET /db/rpc/config_access_filter_options': `{
      roles: [{role: "namespace-viewer"}], users: [{user: string, email: string, external_user_id: uuid}],
      groups: [{group: "mission-control-admins"|"mission-control-empty"|"mission-control-readers",
      external_group_id: uuid}], catalogs: [{config_id: uuid, config_name: string, config_type: string}],
      user_types: [{user_type: string}]
    }`,
    'GET /db/rpc/config_analysis_filter_options': `{
      types: [string], sources: [json], catalogs: [{id: uuid, name: string, type: string,
      config_class: "Database"|"VirtualMachine"|"Pod"}], analyzers: [string], config_types: [string]
    }`,
    'GET /db/rpc/lookup_config_children': '[{child_id: uuid, parent_id: null, level: int}]',
    'GET /db/rpc/related_changes_recursive': `[{
      id: uuid, config_id: uuid, name: string, deleted_at: null, type: string, tags: {map: string},
      external_created_by: null, created_at: time, severity: "info",
      change_type: "Healthy"|"UPDATE"|"PlaybookScheduled"|"PlaybookPending_approval",
      source: "config-db-health-trigger"|"Flux"|"Playbook", summary: string, created_by: null, count: int,
      first_observed: time, agent_id: uuid, inserted_at: time
    }]`,
    'GET /db/rpc/related_configs_recursive': `[{
      id: uuid, name: string, type: string, related_ids: [uuid]|null, tags: {map: string}, changes: int,
      analysis: {map: int}, cost_per_minute: null, cost_total_1h: null, cost_total_1d: null, cost_total_30d: null,
      created_at: time, updated_at: time, deleted_at: null, agent_id: uuid, health: "healthy"|"unknown"|null,
      ready: bool, status: "deployed"|null, path: uuid|string
    }]`,
    'POST /resources/search': `{
      configs?: [{id: uuid, agent: uuid, name: string, namespace: string, type: string, tags?: {map: string|uuid},
      health?: "healthy"|"unknown", status?: "healthy"|"Running"|"deployed"}], checks?: [{id: uuid, agent: uuid,
      name: string, namespace: string, type: "http"|"postgres"|"dns"|"tcp", tags?: {map: string},
      health: "healthy"|"unhealthy"}], components?: [{id: uuid, agent: uuid, name: string, namespace: string,
      type: string, tags?: {map: string}, health?: "healthy", status?: "healthy"|"unhealthy"|"unknown"}]
    }`,
    'GET /db/rpc/config_relationships_recursive': '[{id: uuid, related_id: uuid, relation_type: string}]',
  },
}
