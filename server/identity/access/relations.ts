import type { AccessObject, AccessAction } from '@/shared/access/policy'
import type { Right } from '../../http/route'

const relationsOf: Partial<Record<AccessObject, string>> = {
  'database.public': `
    agents teams teams_with_status team_members team_components component_names
    component_labels component_labels_keys component_types check_names check_labels checks_labels_keys config_names
    config_types config_classes config_statuses config_tags config_labels config_tags_labels_keys change_types
    analysis_types analyzer_types playbook_names saved_query severities views views_summary person_analytics`,
  people: 'people identities people_roles',
  rbac: 'invites',
  catalog: `
    configs config_items config_detail config_changes config_analysis config_analysis_items
    config_analysis_analyzers config_relationships config_component_relationships analysis_by_component
    changes_by_component check_summary_for_config check_summary_by_config catalog_changes config_summary
    config_class_summary config_changes_by_types config_analysis_by_severity analysis_by_config config_items_aws
    config_access_summary config_access_summary_by_user config_access_summary_by_config config_access_logs
    rpc/config_access_filter_options rpc/config_analysis_filter_options rpc/get_parents_by_location
    rpc/related_configs_recursive rpc/related_configs rpc/related_config_ids_recursive
    rpc/config_relationships_recursive rpc/get_recursive_path rpc/related_changes_recursive
    rpc/lookup_config_children rpc/lookup_config_relations rpc/lookup_configs_by_component
    rpc/lookup_changes_by_component rpc/lookup_components_by_config rpc/drop_config_items
    rpc/lookup_component_config_id_related_components`,
  canaries: `
    canaries canaries_with_status checks checks_by_component checks_by_config check_statuses check_summary
    checks_status_artifacts check_summary_by_component check_statuses_5m check_size_summary
    rpc/check_summary_for_component`,
  topology: `
    components components_with_logs component_names_all component_relationships check_component_relationships
    topologies topologies_with_status topology analysis_summary_by_component incident_summary_by_component
    rpc/lookup_analysis_by_component rpc/lookup_components_by_check rpc/lookup_component_by_property
    rpc/lookup_component_children rpc/lookup_component_relations rpc/lookup_component_incidents
    rpc/lookup_component_names`,
  incident: `
    incidents incident_summary incidents_by_component incidents_by_config incident_histories incident_rules
    hypotheses evidences comments responders`,
  playbooks: 'playbooks playbook_runs playbook_run_actions playbook_approvals rpc/get_playbook_run_actions',
  notification: 'notifications notification_silences notification_groups',
  connection: 'connections connections_list',
  'connection-detail': 'connection_details',
  artifact: 'artifacts',
  'database.config_scrapers': 'config_scrapers logging_backends',
  'database.monitor': `
    agents_summary job_histories job_history_names job_history_summary event_queue_summary
    integrations_with_status config_scrapers_with_status notifications_summary notification_send_history
    notification_send_history_summary notification_send_history_resources
    notification_send_history_resource_types notification_send_history_resource_tags push_queue_summary
    failed_events`,
  'database.system': `
    permissions permissions_summary permission_groups properties event_queue plugins scopes`,
  'database.kratos': 'access_tokens casbin_rule',
}

/** Relations that can only be embedded. */
const embeddedOf: Partial<Record<AccessObject, string>> = {
  canaries: 'check_config_relationships check_status_summary check_statuses_1h check_statuses_1d',
  catalog: 'config_item_summary_3d config_item_summary_7d config_item_summary_30d external_users',
  incident: 'comment_responders incident_relationships',
  notification: 'notification_group_resources',
  'database.monitor': 'job_history job_history_latest_status',
}

const byName = (names: Partial<Record<AccessObject, string>>) =>
  new Map(
    Object.entries(names).flatMap(([object, list]) =>
      list
        .trim()
        .split(/\s+/)
        .map((name) => [name, object as AccessObject] as const)
    )
  )
const objectByRelation = byName(relationsOf)
const objectByEmbedded = byName(embeddedOf)

/**
 * The access object of a relation; undefined when the relational API does not offer the relation.
 * @param relation the path after `/db/`, e.g. `checks` or `rpc/lookup_config_children`.
 */
export const findAccessObject = (relation: string): AccessObject | undefined => objectByRelation.get(relation)

/** Most rows show the names of people and connections; their other columns require a right of their own. */
const readAs = new Map<string, AccessObject>([
  ['people', 'database.public'],
  ['connections_list', 'database.public'],
])

/** The access object that is checked for reading a relation, including embedded relations. */
export const findReadObject = (relation: string): AccessObject | undefined =>
  readAs.get(relation) ?? objectByRelation.get(relation) ?? objectByEmbedded.get(relation)

/** Every relation and function that the relational API offers. */
export const offeredRelations: readonly string[] = [...objectByRelation.keys()]

/** A user who hands out a way to sign in could use it, and with it all rights of the account. */
export const givingAccountsRights: readonly Right[] = [
  ['update', 'auth'],
  ['update', 'rbac'],
]

/** The id of an invitation is the secret in its link, so reading invitations hands out accounts. */
const givingRelations = new Set(['invites'])

/** The rights of all requests on a relation, and of embedding it, beyond those of its object. */
export const extraRights = (relation: string): readonly Right[] =>
  givingRelations.has(relation) ? givingAccountsRights : []

const actions = new Map<string, AccessAction>([
  ['GET', 'read'],
  ['POST', 'create'],
  ['PATCH', 'update'],
  ['DELETE', 'delete'],
])

/** The action of a method; undefined when the relational API does not accept the method. */
export const toAccessAction = (method: string): AccessAction | undefined => actions.get(method)

/** Functions whose action differs from that of POST. */
const actionOfFunction = new Map<string, AccessAction>([['rpc/drop_config_items', 'delete']])

/** Functions that write. */
export const isWritingFunction = (relation: string): boolean => actionOfFunction.has(relation)

/** Tables some of whose rows are copies of other objects: a run is recorded as a change with the spec of its playbook. */
export const copiedObjects = new Map<string, AccessObject>([['config_changes', 'playbooks']])

/** Relations that no client may write. */
export const readOnlyRelations: ReadonlySet<string> = new Set([
  // Inserting a run starts it and inserting an approval approves it, in any person's name, so only the playbook service
  // writes these.
  'playbook_runs',
  'playbook_run_actions',
  'playbook_approvals',
  // Their rows would have no effect: a scope, for example, would limit nobody.
  'config_access_logs',
  'config_access_summary',
  'config_access_summary_by_config',
  'config_access_summary_by_user',
  'person_analytics',
  'plugins',
  'scopes',
  'views',
  'views_summary',
])

/**
 * All actions of a request on its relation, the main one first; undefined when no role may perform it. A conditional
 * change, or one that returns its rows, also counts as a read: otherwise it could reveal rows that the caller may not
 * read.
 */
export function requiredActions({ method, headers }: Request, relation: string): AccessAction[] | undefined {
  const action = toAccessAction(method)
  if (action === undefined || action === 'read') return action && [action]
  if (readOnlyRelations.has(relation)) return undefined
  // Withdrawing an invitation deletes it. Only the route that sends invitations creates them.
  if (givingRelations.has(relation) && action !== 'delete') return undefined
  if (relation.startsWith('rpc/')) return [actionOfFunction.get(relation) ?? action]
  const prefer = headers.get('Prefer') ?? ''
  const merges = action === 'create' && prefer.includes('resolution=merge-duplicates')
  const reads = action !== 'create' || merges || prefer.includes('return=representation')
  return [action, ...(merges ? (['update'] as const) : []), ...(reads ? (['read'] as const) : [])]
}
