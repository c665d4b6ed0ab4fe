import type { Measured } from '../measured'

export const playbooks: Measured = {
  rows: {
    playbook_approvals: '{id: uuid, run_id: uuid, person_id: uuid|null, team_id: uuid|null, created_at: time}',
    playbooks: `{
      id: uuid, namespace: string, name: string, title: string, icon: string|null, description: string|null,
      spec: {map: json}, created_by: uuid|null, source: "UI", category: string, created_at: time, updated_at: time,
      deleted_at: time|null
    }`,
    playbook_run_actions: `{
      id: uuid, name: string, status: "completed"|"scheduled", retry_count: int|null, playbook_run_id: uuid|null,
      start_time: time|null, scheduled_time: time, end_time: time|null, result: {map: json}|null, is_pushed: bool,
      agent_id: uuid|null, error: string|null
    }`,
    playbook_runs: `{
      id: uuid, playbook_id: uuid, spec: {map: json}, status: "completed"|"failed"|"cancelled"|"running",
      created_at: time, start_time: time|null, scheduled_time: time, end_time: time|null, timeout: int,
      created_by: uuid|null, notification_send_id: uuid|null, check_id: uuid|null, config_id: uuid|null,
      component_id: uuid|null, parameters: {map: json}|null, request: json|null, agent_id: uuid|null,
      parent_id: uuid|null, error: string|null
    }`,
    artifact_summary: `{
      content_type: string, storage: string, connection_id: uuid, connection_name: null, connection_type: null,
      total_count: int, total_size: int
    }`,
    artifacts: `{
      id: uuid, check_id: uuid|null, check_time: time|null, playbook_run_action_id: uuid|null,
      config_change_id: uuid|null, scraper_id: uuid|null, job_history_id: uuid|null, connection_id: uuid|null,
      path: string, filename: string, content_type: string|null, size: int, checksum: string, content: string|null,
      compression_type: string|null, is_pushed: bool, is_data_pushed: bool, created_at: time, updated_at: time,
      deleted_at: time|null, expires_at: time|null
    }`,
  },
  embeds: {
    'playbook_approvals.person_id': 'people',
    'playbook_approvals.team_id': 'teams',
    'playbook_approvals.playbook_runs': 'playbook_runs',
    'playbook_runs.playbooks': 'playbooks',
    'playbook_run_actions.artifacts': '[artifacts]',
    'playbook_runs.created_by': 'people',
    'playbook_runs.config_items': 'config_items',
    'playbook_runs.components': 'components',
    'playbook_runs.checks': 'checks',
    'playbook_runs.playbook_run_actions': '[playbook_run_actions]',
    'playbook_runs.playbook_approvals': '[playbook_approvals]',
    'playbooks.created_by': 'people',
    'playbooks.playbook_runs': '[playbook_runs]',
    'playbook_runs.configs': 'configs',
  },
  paths: {
    'playbook_runs.spec->approval': '{type: "any", approvers: {people: [string]}}|null',
    'playbooks.spec->checks': '[{types?: [string], name?: string, type?: string}]|null',
    'playbooks.spec->components': '[{types?: [string], name?: string, type?: string}]|null',
    'playbooks.spec->configs': '[{types?: [string], name?: string, type?: string}]|null',
    'playbooks.spec->parameters': '[{name: string, type: "text", label: string, default: string}]|null',
    'playbooks.spec->approval->approvers': '{people: [string]}|null',
  },
  answers: {
    'GET /db/rpc/get_playbook_run_actions': `[{
      id: uuid, name: string, playbook_run_id: uuid, status: "completed", scheduled_time: time, start_time: time,
      end_time: time, result: {map: json}, agent_id: null, retry_count: null, agent: {id: null, name: null},
      artifacts: null
    }]`,
    'GET /playbook/list': `[{
      id: uuid, namespace: string, name: string, title: string, description?: string, source: "UI", category: string,
      created_at: time, parameters: [{name: string, …}]|null,
      spec: {map: json}
    }]`,
    'POST /playbook/run': '{run_id: uuid, starts_at: time}',
    'POST /playbook/run/approve/{id}': '{message: string}',
    'POST /playbook/run/cancel/{id}': '{message: string}',
    'POST /playbook/{id}/params': '{params: [{name: string, default: string, label: string, type: "text"}]|null}',
    'GET /schemas/canary.spec.schema.json': '{$schema: string, $id: string, $ref: string, $defs: {map: object}}',
  },
}
