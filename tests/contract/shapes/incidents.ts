import type { Measured } from '../measured'

export const incidents: Measured = {
  rows: {
    comments: `{
      id: uuid, created_by: uuid, comment: string, external_id: string|null, external_created_by: string|null,
      incident_id: uuid, responder_id: uuid|null, hypothesis_id: uuid|null, read: [int]|null, created_at: time,
      updated_at: time
    }`,
    evidences: `{
      id: uuid, description: string, hypothesis_id: uuid, config_id: uuid|null, config_change_id: uuid|null,
      config_analysis_id: uuid|null, component_id: uuid|null, check_id: uuid|null, definition_of_done: bool|null,
      done: bool|null, factor: bool|null, mitigator: bool|null, created_by: uuid,
      type: "check"|"topology"|"config"|"config_change"|"config_analysis"|"component", evidence: json|null,
      properties: {map: string}|null, created_at: time, updated_at: time, script: string|null,
      script_result: string|null
    }`,
    hypotheses: `{
      id: uuid, created_by: uuid, incident_id: uuid, parent_id: uuid|null, owner: uuid|null, team_id: uuid|null,
      type: "root"|"solution"|"factor", title: string, status: "possible"|"proven"|"likely"|"confirmed",
      created_at: time, updated_at: time
    }`,
    incident_histories: `{
      id: uuid, incident_id: uuid, created_by: uuid,
      type: "responder.created"|"incident.created"|"evidence.created"|"hypothesis.status_updated"|"incident.status_updated"|null,
      description: uuid|string|null, hypothesis_id: uuid|null, created_at: time, updated_at: time,
      responder_id: uuid|null, evidence_id: uuid|null, comment_id: uuid|null
    }`,
    responders: `{
      id: uuid, incident_id: uuid, type: "Slack"|"MSPlanner"|"Telegram"|"Jira"|"GithubIssue"|"person"|"team",
      index: int|null, person_id: uuid|null, team_id: uuid|null, external_id: string|null, properties: json|null,
      acknowledged: time|null, resolved: time|null, closed: time|null, created_by: uuid, created_at: time,
      updated_at: time, deleted_at: time|null
    }`,
    incidents: `{
      id: uuid, incident_id: string, incident_rule_id: uuid|null, title: string, created_by: uuid,
      commander_id: uuid|null, communicator_id: uuid|null, severity: "Blocker"|"medium"|"high", description: string,
      type: "availability"|"security", status: "open", acknowledged: time|null, resolved: time|null,
      closed: time|null, created_at: time, updated_at: time
    }`,
    incident_rules: `{
      id: uuid, name: string, spec: {map: json}|null, source: "UI"|null, created_by: uuid, created_at: time,
      updated_at: time, deleted_at: time|null
    }`,
    incident_summary: `{
      id: uuid, incident_id: string, title: string, severity: "medium"|"Blocker"|"high",
      type: "availability"|"security", status: "open", created_at: time, updated_at: time, commander: {id: uuid,
      name: string, avatar: null}, responders: [{id: uuid, name: string, avatar: string|null}]|null, …
    }`,
    incidents_by_component: `{
      title: string, id: uuid, created_at: time, type: "availability", status: "open", severity: "high",
      component_id: uuid
    }`,
    incidents_by_config: `{
      title: string, id: uuid, created_at: time, type: "security", status: "open", severity: "high", config_id: uuid
    }`,
    comment_responders: `{
      id: uuid, comment_id: uuid, responder_id: uuid, external_id: string|null, created_at: time, updated_at: time
    }`,
    incident_relationships: `{
      incident_id: uuid, related_id: uuid, relationship: string, created_at: time, updated_at: time
    }`,
  },
  embeds: {
    'evidences.components': 'components',
    'incident_histories.created_by': 'people',
    'incident_histories.evidences': 'evidences',
    'incident_histories.hypotheses': 'hypotheses',
    'incident_histories.responders': 'responders',
    'responders.person_id': 'people',
    'responders.team_id': 'teams',
    'incident_histories.comments': 'comments',
    'incident_histories.incidents': 'incidents',
    'incident_rules.created_by': 'people',
    'incident_rules.incidents': '[incidents]',
    'incidents.created_by': 'people',
    'incidents.commander_id': 'people',
    'incidents.communicator_id': 'people',
    'incidents.incident_rule_id': 'incident_rules',
    'incidents.hypotheses': '[hypotheses]',
    'hypotheses.created_by': 'people',
    'hypotheses.evidences': '[evidences]',
    'evidences.created_by': 'people',
    'evidences.checks': 'checks',
    'evidences.configs': 'configs',
    'evidences.config_changes': 'config_changes',
    'evidences.config_analysis': 'config_analysis',
    'incidents.comments': '[comments]',
    'comments.created_by': 'people',
    'comments.responder_id': 'responders',
    'incidents.responders': '[responders]',
    'comments.comment_responders': '[comment_responders]',
  },
  paths: {
    'evidences.evidence->>selection': 'string|null',
  },
}
