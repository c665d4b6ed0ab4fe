/** Answers in which the embedded backend differs, with the reason. */
type Known = {
  /** Relations, or calls of functions and services. */
  of: readonly string[]
  differences: readonly string[]
  because: string
}

const known: readonly Known[] = [
  {
    of: ['config_detail', 'config_items'],
    differences: [
      '[].cost_per_minute added',
      '[].cost_total_1d added',
      '[].cost_total_30d added',
      '[].cost_total_7d added',
    ],
    because: 'Costs are columns of the item itself.',
  },
  {
    of: ['config_detail'],
    differences: ['[].components added'],
    because: 'Earlier versions of the view had the components, and clients of those still read them.',
  },
  {
    of: ['config_detail'],
    differences: [
      '[].properties[].headline added',
      '[].properties[].max added',
      '[].properties[].unit added',
      '[].last_scraped_time null',
    ],
    because: 'The sample has items with more kinds of properties, and items that no scraper found.',
  },
  {
    of: ['config_items'],
    differences: ['[].last_scraped_time added'],
    because: 'The time of the last scrape is a column of the item, not a table of its own.',
  },
  {
    of: ['event_queue', 'event_queue_summary'],
    differences: ['[].event_id missing'],
    because: 'Events of the embedded backend name their subject in their properties.',
  },
  {
    of: ['identities'],
    differences: ['[].available_aal missing'],
    because: 'Whether a person uses a second factor is known to that person only.',
  },
  {
    of: ['incident_summary'],
    differences: ['[].commander.id null', '[].commander.name null'],
    because: 'The sample has incidents without a commander; all measured incidents had one.',
  },
  {
    of: ['job_histories'],
    differences: ['[].resource_name null'],
    because: 'The sample has jobs without a resource.',
  },
  {
    of: ['job_history_summary'],
    differences: ['[].average_duration null'],
    because: 'The sample has jobs that never ended.',
  },
  {
    of: ['notification_silences'],
    differences: ['[].until_recovery added'],
    because: 'Only the embedded backend ends silences when their resource recovers.',
  },
  {
    of: ['notifications'],
    differences: ['[].watchdog_interval added'],
    because: 'Earlier versions had an interval instead of a schedule.',
  },
  {
    of: ['playbooks'],
    differences: ['[].tags added'],
    because: 'Tags of playbooks are columns of the embedded backend only.',
  },

  {
    of: ['GET /canary/api/graph'],
    differences: ['status[].count added', 'uptime.last_pass added'],
    because: 'Clients ignore further members.',
  },
  {
    of: ['GET /canary/api/summary'],
    differences: ['checks_summary[].agent_id missing'],
    because: 'The answer is polled, so the id of this server itself is left out.',
  },
  {
    of: ['GET /canary/api/summary'],
    differences: [
      'checks_summary[].description added',
      'checks_summary[].endpoint added',
      'checks_summary[].icon added',
      'checks_summary[].owner added',
      'checks_summary[].severity added',
      'checks_summary[].silenced_at added',
    ],
    because: 'The list of checks shows them without a request for each check.',
  },
  {
    of: ['GET /canary/api/topology'],
    differences: ['components[].agent_id missing', 'components[].created_at missing', 'components[].summary missing'],
    because: 'Deep components have only the members of a card, and empty members are left out.',
  },
  {
    of: ['GET /canary/api/topology'],
    differences: [
      'components[].componentChecks added',
      'components[].config_id added',
      'components[].configs added',
      'components[].cost_per_minute added',
      'components[].cost_total_1d added',
      'components[].cost_total_30d added',
      'components[].cost_total_7d added',
      'components[].created_by added',
      'components[].hidden added',
      'components[].logs added',
      'components[].properties[].headline added',
      'components[].properties[].links added',
      'components[].properties[].max added',
      'components[].properties[].status added',
      'components[].properties[]{} bool',
      'components[].properties[]{} int',
      'components[].selectors[].labelSelector missing',
      'components[].selectors[].types added',
      'components[].silenced added',
      'components[].summary.warning added',
      'components[].text added',
      'components[].topology_type added',
    ],
    because: 'The components of the sample have members of the protocol that no measured component had.',
  },
  {
    of: ['GET /canary/api/topology'],
    differences: ['components[].health_reason added'],
    because: 'Only the embedded backend gives the reason of a health.',
  },
  {
    of: ['POST /canary/run/check/{id}'],
    differences: ['CanaryResult missing', 'data missing'],
    because: 'They are internal to canary-checker: the response of the target and its own objects.',
  },
  {
    of: ['POST /canary/run/check/{id}'],
    differences: [
      'description added',
      'detail added',
      'labels added',
      'message added',
      'name added',
      'namespace added',
    ],
    because: 'They describe the run: what the target answered, in words and figures.',
  },
  {
    of: ['POST /canary/run/topology/{id}'],
    differences: ['summary added'],
    because: 'The console shows how many components were added and removed.',
  },
  {
    of: ['GET /db/rpc/related_configs_recursive'],
    differences: ['[].cost_total_1h missing', '[].cost_total_7d added'],
    because: 'The embedded backend has the costs of a week, and none of an hour.',
  },
  {
    of: ['GET /db/rpc/config_relationships_recursive'],
    differences: ['[].depth added', '[].direction added'],
    because: 'Only three columns were selected in the measurement.',
  },
  {
    of: ['POST /catalog/changes'],
    differences: ['changes[].created_by added', 'changes[].external_created_by added'],
    because: 'The sample has changes with an author; no measured change had one.',
  },
  {
    of: ['POST /catalog/summary'],
    differences: ['[].updated_at null'],
    because: 'The sample has types whose items were never updated.',
  },
  {
    of: ['POST /resources/search'],
    differences: ['checks[].health missing', 'checks[].icon added', 'checks[].status added', 'components[].icon added'],
    because: 'The sample has checks without a result, and resources with icons.',
  },
  {
    of: ['GET /db/rpc/get_playbook_run_actions'],
    differences: ['[].artifacts missing'],
    because: 'Artifacts require a permission of their own, which this function does not check.',
  },
  {
    of: ['GET /playbook/list'],
    differences: ['[].spec missing'],
    because: 'To choose a playbook, only its parameters are needed.',
  },
  {
    of: ['POST /playbook/{id}/params'],
    differences: ['params[].default missing', 'params[].properties added', 'params[].required added'],
    because: 'The sample has parameters without a default and with further members.',
  },
  {
    of: ['GET /auth/whoami'],
    differences: ['payload.user.properties missing'],
    because: 'A person without properties has no such member.',
  },
  {
    of: ['POST /connection/test/{id}'],
    differences: ['payload missing'],
    because: 'The traffic of a test may contain secrets of the target.',
  },
  {
    of: ['POST /auth/invite_user'],
    differences: ['mail_sent added'],
    because: 'The administrator forwards the link if there is no mail server.',
  },
  {
    of: ['POST /.ory/self-service/login'],
    differences: ['session.identity.organization_id missing'],
    because: 'There are no organisations; the member was always null.',
  },
  {
    of: [
      'GET /.ory/self-service/settings/browser',
      'GET /.ory/self-service/settings/flows',
      'GET /.ory/sessions/whoami',
    ],
    differences: ['identity.organization_id missing'],
    because: 'There are no organisations; the member was always null.',
  },
  {
    of: ['GET /notification/send_history/{id}'],
    differences: ['resource.latency missing', 'resource.uptime missing', 'resource_status missing'],
    because: 'The figures of a check are part of its summary; the status of the resource is in the payload.',
  },
  {
    of: ['GET /notification/send_history/{id}'],
    differences: ['resource.description added', 'resource.icon added', 'retries added', 'team_id added'],
    because: 'The sample has these values; the measured rows had none, and members without a value are left out.',
  },
  {
    of: ['GET /.ory/sessions'],
    differences: ['[].identity.organization_id missing'],
    because: 'There are no organisations; the member was always null.',
  },
  {
    of: ['GET /.ory/sessions'],
    differences: [
      '[].identity.recovery_addresses added',
      '[].identity.verifiable_addresses added',
      '[].last_used_at added',
    ],
    because: 'A session is described like the current one, and with its last use.',
  },
  {
    of: ['GET /.ory/self-service/errors'],
    differences: ['id string'],
    because: 'The example has an id of its own, stub:500.',
  },
]

/** The differences of a relation or call, sorted. */
export const differencesOf = (call: string): readonly string[] =>
  known.flatMap(({ of, differences }) => (of.includes(call) ? differences : [])).toSorted()

const UNREAD = 'The console does not read it.'
const EMBEDDED = 'Rows are embedded in those of other relations.'

/** Measured relations that the embedded backend refuses or does not have, each with the reason. */
export const absentRelations: Readonly<Record<string, string>> = {
  artifact_summary: UNREAD,
  casbin_rule: 'No role may read the rules: they are part of the permissions of each person.',
  check_config_relationships: EMBEDDED,
  comment_responders: EMBEDDED,
  incident_relationships: EMBEDDED,
  integrations: 'The relation was empty; integrations_with_status has the integrations.',
  job_history: 'job_histories has the same rows with the names of their resources.',
  job_history_latest_status: EMBEDDED,
  notification_group_resources: EMBEDDED,
  permission_subjects: UNREAD,
  permissions_group_summary: 'permissions_summary has the permissions of groups.',
}

/** Relations without rows in the sample, each with the reason. */
export const emptyRelations: Readonly<Record<string, string>> = {
  plugins: 'The embedded backend has no plugins.',
  scopes: 'The embedded backend has no scopes.',
  views: 'The embedded backend shows no views.',
  views_summary: 'The embedded backend shows no views.',
}

/** Measured answers of functions and services that the embedded backend does not have, each with the reason. */
export const absentAnswers: Readonly<Record<string, string>> = {
  'GET /schemas/canary.spec.schema.json': 'A playbook for this backend refers to no schema of it.',
  'GET /.ory/self-service/registration/browser': 'Registration is off; no flow was measured either.',
  'GET /.ory/self-service/registration/flows': 'Registration is off; no flow was measured either.',
}
