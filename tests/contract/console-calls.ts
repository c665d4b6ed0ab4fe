import { type MutationOptions, QueryClient } from '@tanstack/react-query'
import { about } from '@/api/about'
import { sessions } from '@/api/account/sessions'
import { catalog, distinctValues } from '@/api/catalog/catalog'
import { findConfigs } from '@/api/catalog/find-configs'
import { catalogList } from '@/api/catalog/catalog-list'
import { catalogSummary, dayCosts } from '@/api/catalog/catalog-summary'
import { cachedTitles, readChangeTitles } from '@/api/catalog/change-titles'
import { configChanges } from '@/api/catalog/config-changes'
import { insights } from '@/api/catalog/insights'
import { relationships } from '@/api/catalog/relationships'
import { findByName, findConnections, findResources, findSelectedByAll } from '@/api/find-resources'
import { canaries } from '@/api/health/canaries'
import { checkDetails } from '@/api/health/check-detail'
import { checkRelations } from '@/api/health/check-relations'
import { readTransitions } from '@/api/health/check-transitions'
import { checks } from '@/api/health/checks'
import { runCheck } from '@/api/health/run-check'
import { latestHealthChange } from '@/api/health/health-since'
import { recentRuns } from '@/api/health/recent-runs'
import { relatedEvents } from '@/api/health/related-events'
import { seriesContinuation } from '@/api/health/series-continuation'
import { deleteHypotheses, openIncident, undoAddHypothesis, undoCreateIncident } from '@/api/incidents/create-incident'
import { evidenceSources, sourceColumns } from '@/api/incidents/evidence-sources'
import { handoverQuery } from '@/api/incidents/handover'
import {
  addIncidentRow,
  changeIncidentRows,
  incidentById,
  incidentHistory,
  incidentsProgress,
  readIncident,
  removeIncidentRows,
  storedRow,
  storedRows,
} from '@/api/incidents/incident'
import { incidentList } from '@/api/incidents/incident-list'
import {
  createEvidence,
  createIncident,
  createRootHypothesis,
  deleteIncidentRows,
  insertIncidentRow,
  patchIncidentRows,
  readStoredRows,
  removeHypothesis,
  removeIncident,
} from '@/api/incidents/incident-rows'
import { incidentRules } from '@/api/incidents/incident-rules'
import { recentIncidents, searchIncidents } from '@/api/incidents/incident-search'
import { findHypotheses, findIncidents, incidents } from '@/api/incidents/incidents'
import { postMortem } from '@/api/incidents/post-mortem'
import { findAssignees, findPeople, peopleChoices, peopleNames } from '@/api/incidents/responders'
import { comparableIncidents } from '@/api/incidents/similar-incidents'
import { logs } from '@/api/logs/logs'
import { resourceName } from '@/api/names'
import { findNotifications, notificationHistory } from '@/api/notifications/history'
import { historyNames, readNames } from '@/api/notifications/history-names'
import { notificationSummary } from '@/api/notifications/history-summary'
import { unreadNotifications } from '@/api/notifications/unread'
import { notificationRules } from '@/api/notifications/rules'
import { silences, silenceTable } from '@/api/notifications/silences'
import { applicablePlaybooks } from '@/api/playbooks/applicable-playbooks'
import { jsonSchema } from '@/api/playbooks/json-schema'
import { playbookById } from '@/api/playbooks/playbook'
import { playbookTable, selectedResources } from '@/api/playbooks/playbook-list'
import { reviewAccess } from '@/api/settings/access-explanation'
import { playbookPermissions } from '@/api/settings/resource-permissions'
import { playbooks } from '@/api/playbooks/playbooks'
import { cancelRun, namesByEmail, personTeams, runById, runChildren, runSteps, stepById } from '@/api/playbooks/run'
import { readLatestRuns, runList } from '@/api/playbooks/run-list'
import { agentList } from '@/api/settings/agent-list'
import { agents } from '@/api/settings/agents'
import { testConnection } from '@/api/settings/connection-test'
import { connections } from '@/api/settings/connections'
import { integrations } from '@/api/settings/integrations'
import { eventQueue } from '@/api/settings/event-queue'
import { jobHistory, readNewestJobRuns } from '@/api/settings/job-history'
import { invitations } from '@/api/settings/invitations'
import { findNamedRows, readNamedRow } from '@/api/settings/named-rows'
import { people } from '@/api/settings/people'
import { properties } from '@/api/settings/properties'
import { propertyChanges } from '@/api/settings/property-changes'
import { permissions } from '@/api/settings/permissions'
import { teamMembers, teams } from '@/api/settings/teams'
import { scrapers } from '@/api/settings/scrapers'
import { createFlow, getFlow, getStoredError, submitFlow } from '@/api/sign-in/identity'
import { currentSession, readCurrentSession } from '@/api/sign-in/session'
import { signOut } from '@/api/sign-in/sign-out'
import { whoami } from '@/api/sign-in/whoami'
import { describeChanges } from '@/api/timeline/describe-changes'
import { readEvents, withoutCache } from '@/api/timeline/events'
import { aroundThings, readInvolved, readSubject, readSurroundings } from '@/api/timeline/resources'
import { timeline } from '@/api/timeline/timeline'
import { componentAncestors } from '@/api/topology/component'
import { componentLinks, readLinkedComponents, readLinkedConfigs } from '@/api/topology/component-links'
import { componentNames, findComponents } from '@/api/topology/find-components'
import { componentSections } from '@/api/topology/component-sections'
import { componentTeams } from '@/api/topology/component-teams'
import { topologies } from '@/api/topology/topologies'
import { runTopology } from '@/api/topology/topology-run'
import { readComponents, readDescendants, topology } from '@/api/topology/topology'
import { triage } from '@/api/triage/triage'
import { idOf, LISTED, type Variation } from './answers'

/** A function of `src/api` with arguments, and how much of the answer it must show. */
type Call = {
  send(): Promise<unknown>
  /**
   * Number of entries shown of a full answer: all elements of a list unless given. A variation with fewer entries is
   * named, and the reason is beside it.
   */
  shows?: Partial<Record<Variation, number>> & { full: number }
  /** A change, which is answered with the rows that were written, at least one. */
  isChange?: true
  /** Answers without the requested row: the call fails with status 404. */
  gone?: readonly Variation[]
}

const client = () => new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } })

/** Sends the requests of a query and returns what a view would get. */
async function read(options: object): Promise<unknown> {
  const { select, ...query } = options as { select?(data: unknown): unknown; queryKey: readonly unknown[] }
  const data = await client().fetchQuery({ ...query, staleTime: 0 })
  return select ? select(data) : data
}

/** Carries out a change. */
const change = <V>(options: object, variables: V): Promise<unknown> => {
  const own = client()
  return own
    .getMutationCache()
    .build<unknown, Error, V, unknown>(own, options as MutationOptions<unknown, Error, V>)
    .execute(variables)
}

/** The outcome of a call that reports failures as outcomes; null for another one than expected. */
const only = async (expected: string, outcome: Promise<{ is: string }>) => {
  const found = await outcome
  return found.is === expected ? found : null
}

const signal = new AbortController().signal
const id = idOf(0)
const ids = Array.from({ length: LISTED }, (_none, n) => idOf(n))
const query = { search: '', sort: undefined, filters: {} }
const page = { index: 0, size: 50 }
const bounds = { from: Date.parse('2026-05-01T00:00:00Z'), to: Date.parse('2026-05-09T00:00:00Z') }
const DAY_MS = 24 * 60 * 60 * 1000
const one = { full: 1 }
const nothing = { full: 0 }
/** The whole list is an optional member. */
const ofOptional = { full: LISTED, bare: 0 }
/** The entries are embedded rows. Rows that a policy hides are not counted. */
const ofEmbedded = { full: LISTED, hidden: 0 }
/** The entries are values that may be null, or are found by one. */
const ofValues = { full: LISTED, nulls: 0, hidden: 0 }
/** Deleted rows are left out. In full answers every row is deleted. */
const undeleted = { full: 0, nulls: LISTED }
const isChange = true as const
const things = (['check', 'config', 'component'] as const).map((kind, n) => ({
  kind,
  id: idOf(n),
  name: kind,
  steps: 0,
}))
const subject = {
  kind: 'check' as const,
  id,
  name: 'check',
  isFailing: true,
  since: null,
  configs: ids,
  components: [],
}
const walk = {
  direction: 'all',
  incoming: 'both',
  outgoing: 'both',
  steps: 3,
  withDeleted: false,
  filters: { configType: {}, health: {}, status: {} },
} as const
const scope = { components: ids.map((of) => ({ id: of, name: 'component' })), omitted: 0 }
const pair = { configId: id, componentId: id }
const check = { kind: 'check', id } as const
const settings = (
  table:
    | typeof canaries
    | typeof scrapers
    | typeof topologies
    | typeof incidentRules
    | typeof notificationRules
    | typeof silenceTable
    | typeof connections
) => ({
  list: { send: () => read(table.list()) },
  one: { send: () => read(table.one(id)), shows: one },
  create: { send: () => change(table.create(), { values: { name: 'new' }, personId: id }), shows: one, isChange },
  update: { send: () => change(table.update(), { id, values: { name: 'new' } }), isChange },
  remove: { send: () => change(table.remove(), id), isChange },
  restore: { send: () => change(table.restore(), id), isChange },
})
const named = (prefix: string, calls: Readonly<Record<string, Call>>) =>
  Object.fromEntries(Object.entries(calls).map(([name, call]) => [`${prefix}.${name}`, call]))

/** Every function of `src/api` whose requests were measured, by its module and name. */
export const consoleCalls: Readonly<Record<string, Call>> = {
  'about about': { send: () => read(about()), shows: one },
  'find-resources findResources': { send: () => findResources('checks', [], 'a'), shows: ofOptional },
  'find-resources findSelectedByAll': {
    send: () => findSelectedByAll('configs', [{ name: 'a' }, { name: 'b' }], ''),
    shows: ofOptional,
  },
  'settings/named-rows findNamedRows': { send: () => findNamedRows('person', 'ada@shop.example') },
  'settings/named-rows readNamedRow': { send: () => readNamedRow('playbook', id), shows: one },
  'find-resources findConnections': { send: () => findConnections('a') },
  'find-resources findByName': { send: () => findByName('components', 'a') },
  'names resourceName': { send: () => read(resourceName('config', id)) },

  'account/sessions sessions.list': {
    send: async () => ((await read(sessions.list())) as { others: unknown[] }).others,
  },
  'account/sessions sessions.end': { send: () => change(sessions.end(), id), shows: nothing },
  'account/sessions sessions.endOthers': { send: () => change(sessions.endOthers(), undefined), shows: one },

  'catalog/catalog distinctValues': { send: () => read(distinctValues('config_types', 'type')) },
  'catalog/find-configs findConfigs': { send: () => findConfigs('a') },
  'catalog/catalog catalog.byId': { send: () => read(catalog.byId(id)), shows: one },
  'catalog/catalog catalog.healthSince': { send: () => read(catalog.healthSince(id)), shows: one },
  'catalog/catalog catalog.names': { send: () => read(catalog.names(ids)) },
  'catalog/catalog catalog.incidents': { send: () => read(catalog.incidents(id)) },
  'catalog/catalog catalog.types': { send: () => read(catalog.types()) },
  'catalog/catalog catalog.statuses': { send: () => read(catalog.statuses()) },
  'catalog/catalog catalog.tags': { send: () => read(catalog.tags()) },
  'catalog/catalog catalog.labels': { send: () => read(catalog.labels()) },
  'catalog/catalog-list catalogList.page': { send: () => read(catalogList.page(query, page)) },
  'catalog/catalog-list catalogList.matching': { send: () => catalogList.matching(query) },
  'catalog/catalog-summary catalogSummary': {
    send: () => read(catalogSummary({ tag: 'cluster', withDeleted: false })),
    shows: ofValues,
  },
  // Types without costs are left out.
  'catalog/catalog-summary dayCosts': {
    send: () => read(dayCosts({ withDeleted: false })),
    shows: { full: LISTED, nulls: 0, hidden: 0, bare: 0 },
  },
  'catalog/change-titles readChangeTitles': {
    send: () => readChangeTitles([{ id }], signal),
    shows: { full: LISTED, single: 1 },
  },
  'catalog/change-titles cachedTitles': {
    send: () => cachedTitles(new QueryClient())([{ id }], signal),
    shows: { full: LISTED, single: 1 },
  },
  'catalog/config-changes configChanges.page': {
    send: () => read(configChanges.page(query, page)),
    shows: ofOptional,
  },
  'catalog/config-changes configChanges.byId': { send: () => read(configChanges.byId(id)), shows: one },
  'catalog/config-changes configChanges.types': { send: () => read(configChanges.types()) },
  'catalog/insights insights.page': { send: () => read(insights.page(query, page)) },
  'catalog/insights insights.matching': { send: () => insights.matching(query) },
  'catalog/insights insights.byId': { send: () => read(insights.byId(id)), shows: one },
  'catalog/insights insights.analyzers': { send: () => read(insights.analyzers()) },
  'catalog/relationships relationships.of': { send: () => read(relationships.of(id, walk)) },

  ...named('health/canaries canaries', settings(canaries)),
  'health/check-detail checkDetails.byId': { send: () => read(checkDetails.byId(id)), shows: one },
  'health/check-detail checkDetails.history': {
    send: () => read(checkDetails.history(id, DAY_MS, { status: undefined, durationMs: undefined }, page)),
  },
  'health/check-detail checkDetails.graph': { send: () => read(checkDetails.graph(id, DAY_MS)), shows: one },
  // Removed links are left out. Without values, none is removed.
  'health/check-relations checkRelations': { send: () => read(checkRelations(id)), shows: { full: 0, nulls: 6 } },
  // Runs without a result are not transitions, and a single run has no transition.
  'health/check-transitions readTransitions': {
    send: async () => (await readTransitions([], bounds, signal)).transitions,
    shows: { full: 6, nulls: 0, hidden: 0, single: 0 },
  },
  'health/checks checks.summary': { send: () => read(checks.summary()) },
  'health/check-detail checkDetails.spec': {
    send: () => read(checkDetails.spec(id)),
    shows: one,
    gone: ['hidden', 'empty'],
  },
  'health/run-check runCheck': { send: () => change(runCheck(), id), shows: one },
  'health/health-since latestHealthChange': { send: () => latestHealthChange(id, signal), shows: one },
  'health/recent-runs recentRuns.failures': {
    send: () => read(recentRuns.failures(ids)),
    shows: ofValues,
  },
  'health/recent-runs recentRuns.buckets': { send: () => read(recentRuns.buckets(ids, 0)) },
  'health/related-events relatedEvents': {
    send: () => read(relatedEvents(id, { configs: ids, components: ids }, DAY_MS)),
    shows: { full: 6, single: 2 },
  },
  'health/series-continuation seriesContinuation.alike': {
    send: () =>
      read(
        seriesContinuation.alike(
          id,
          DAY_MS,
          { time: new Date(bounds.from).toISOString(), status: true },
          'earlier',
          page
        )
      ),
    shows: one,
  },
  'health/series-continuation seriesContinuation.failed': {
    send: () =>
      read(
        seriesContinuation.failed(
          id,
          DAY_MS,
          { status: undefined, durationMs: undefined },
          {
            time: new Date(bounds.from).toISOString(),
            direction: 'later',
            by: 1,
            isOldestFirst: false,
          }
        )
      ),
    shows: one,
  },

  'incidents/create-incident openIncident': {
    send: () => change(openIncident(), { title: 'new', type: 'availability', severity: 'high', personId: id }),
    shows: one,
    isChange,
  },
  'incidents/create-incident undoCreateIncident': {
    send: () => change(undoCreateIncident(), { incidentId: id, hypothesisId: id }),
    shows: one,
  },
  'incidents/create-incident undoAddHypothesis': { send: () => change(undoAddHypothesis(), id), shows: one },
  'incidents/create-incident deleteHypotheses': {
    send: async () => {
      const incident = await readIncident(id)
      return incident ? change(deleteHypotheses(), { incident, ids }) : null
    },
    shows: one,
  },
  // Three of each kind; components may be null as a whole.
  'incidents/evidence-sources evidenceSources': {
    send: () =>
      read(
        evidenceSources((['check', 'component', 'config', 'change', 'insight'] as const).map((kind) => ({ kind, id })))
      ),
    shows: { full: 15, nulls: 12, hidden: 12, single: 5 },
  },
  'incidents/evidence-sources sourceColumns': {
    send: () => sourceColumns(ids.map((of) => ({ kind: 'change', id: of }))),
    shows: { full: LISTED, single: LISTED },
  },
  // All kinds of events; runs without a result are not transitions.
  'incidents/handover handoverQuery': {
    send: () => read(handoverQuery(bounds)),
    shows: { full: 24, nulls: 18, hidden: 18, single: 6 },
  },
  'incidents/incident readIncident': { send: () => readIncident(id), shows: one },
  'incidents/incident incidentById': { send: () => read(incidentById(id)), shows: one },
  'incidents/incident incidentHistory': { send: () => read(incidentHistory(id)) },
  'incidents/incident storedRows': { send: () => read(storedRows('evidences', ids)) },
  'incidents/incident storedRow': { send: () => read(storedRow('incidents', id)), shows: one },
  'incidents/incident incidentsProgress': { send: () => read(incidentsProgress(ids)) },
  'incidents/incident changeIncidentRows': {
    send: () => change(changeIncidentRows('incidents'), [{ id, body: { status: 'closed' } }]),
    shows: one,
    isChange,
  },
  'incidents/incident addIncidentRow': {
    send: () => change(addIncidentRow('comments'), { incident_id: id, comment: 'new', created_by: id }),
    shows: one,
    isChange,
  },
  'incidents/incident removeIncidentRows': {
    send: () => change(removeIncidentRows('comments'), ids),
    shows: nothing,
  },
  'incidents/incident-list incidentList.page': {
    send: () => read(incidentList.page({ ...query, filters: { component: { [id]: 'include' } } }, page)),
  },
  'incidents/incident-list incidentList.matching': { send: () => incidentList.matching(query) },
  'incidents/incident-list incidentList.worst': { send: () => read(incidentList.worst()), shows: one },
  'incidents/incident-list incidentList.components': {
    send: () => read(incidentList.components()),
    shows: ofEmbedded,
  },
  'incidents/incident-rows readStoredRows': { send: () => readStoredRows('hypotheses', ids) },
  'incidents/incident-rows insertIncidentRow': {
    send: () => insertIncidentRow('responders', { incident_id: id, type: 'person', person_id: id, created_by: id }),
    shows: one,
    isChange,
  },
  'incidents/incident-rows patchIncidentRows': {
    send: () => patchIncidentRows('responders', [{ id, body: { deleted_at: null } }]),
    shows: one,
    isChange,
  },
  'incidents/incident-rows deleteIncidentRows': {
    send: () => deleteIncidentRows('evidences', ids),
    shows: nothing,
  },
  'incidents/incident-rows createIncident': {
    send: () => createIncident({ title: 'new', type: 'availability', severity: 'high' }, id),
    shows: one,
    isChange,
  },
  'incidents/incident-rows createRootHypothesis': {
    send: () => createRootHypothesis(id, 'new', id),
    shows: one,
    isChange,
  },
  'incidents/incident-rows createEvidence': {
    send: () =>
      createEvidence({ source: check, hypothesisId: id, description: '', isDefinitionOfDone: false }, new Map(), id),
    shows: one,
    isChange,
  },
  'incidents/incident-rows removeHypothesis': { send: () => removeHypothesis(id), shows: one },
  'incidents/incident-rows removeIncident': { send: () => removeIncident(id), shows: one },
  ...named('incidents/incident-rules incidentRules', settings(incidentRules)),
  'incidents/incident-rules incidentRules.opened': { send: () => read(incidentRules.opened(id)) },
  'incidents/incident-search searchIncidents': { send: () => searchIncidents('12') },
  'incidents/incident-search recentIncidents': { send: () => read(recentIncidents()) },
  'incidents/incidents findIncidents': { send: () => findIncidents('a') },
  'incidents/incidents findHypotheses': { send: () => findHypotheses(id, 'a') },
  'incidents/incidents incidents.found': { send: () => read(incidents.found(id)), shows: one },
  'incidents/incidents incidents.open': { send: () => read(incidents.open()) },
  // The entries of the timeline.
  'incidents/post-mortem postMortem': {
    send: () => read(postMortem(id)),
    shows: { full: 21, nulls: 18, hidden: 9, single: 7 },
  },
  'incidents/responders findPeople': { send: () => findPeople('a') },
  'incidents/responders findAssignees': {
    send: () => findAssignees('a'),
    shows: { full: 2 * LISTED, single: 2 },
  },
  'incidents/responders peopleNames': { send: () => read(peopleNames()) },
  'incidents/responders peopleChoices': { send: () => read(peopleChoices()) },
  'incidents/similar-incidents comparableIncidents': { send: () => read(comparableIncidents()) },

  'logs/logs logs.overview': { send: () => read(logs.overview()) },
  'logs/logs logs.subject': { send: () => read(logs.subject(id)), shows: one },

  'notifications/history findNotifications': { send: () => findNotifications('a') },
  'notifications/history notificationHistory.page': { send: () => read(notificationHistory.page(query, page)) },
  'notifications/history notificationHistory.matching': { send: () => notificationHistory.matching(query) },
  'notifications/history notificationHistory.byId': { send: () => read(notificationHistory.byId(id)), shows: one },
  'notifications/history notificationHistory.subject': {
    send: () => read(notificationHistory.subject(id)),
    shows: one,
  },
  'notifications/history notificationHistory.types': { send: () => read(notificationHistory.types()) },
  'notifications/history notificationHistory.rules': { send: () => read(notificationHistory.rules()) },
  'notifications/history-names historyNames': { send: () => read(historyNames('connection', ids)) },
  'notifications/history-summary notificationSummary.page': {
    send: () => read(notificationSummary.page(query, page)),
    shows: { full: LISTED, nulls: 0, hidden: 0 },
  },
  'notifications/history-summary notificationSummary.isOffered': {
    send: () => read(notificationSummary.isOffered()),
    shows: one,
  },
  'notifications/unread unreadNotifications': {
    send: () => read(unreadNotifications('2026-05-01T00:00:00Z')),
    shows: one,
  },
  'notifications/history-names readNames': { send: () => readNames('people', ids, new AbortController().signal) },
  ...named('notifications/rules notificationRules', settings(notificationRules)),
  ...named('notifications/silences silenceTable', settings(silenceTable)),
  ...named('settings/connections connections', settings(connections)),
  'settings/connection-test testConnection': { send: () => change(testConnection(), id), shows: one, isChange },
  'notifications/silences silences.create': {
    send: () =>
      change(silences.create(), {
        name: 'quiet',
        of: check,
        from: '2026-05-01T00:00:00Z',
        until: null,
        description: '',
      }),
    shows: nothing,
  },
  'notifications/silences silences.idByName': { send: () => read(silences.idByName('quiet')), shows: one },
  'notifications/silences silences.remove': { send: () => change(silences.remove(), 'quiet'), shows: one, isChange },

  'playbooks/applicable-playbooks applicablePlaybooks': {
    send: () => read(applicablePlaybooks({ ...check, kind: 'component' })),
  },
  'playbooks/json-schema jsonSchema': {
    send: () => read(jsonSchema('/api/schemas/canary.spec.schema.json')),
    shows: one,
  },
  'playbooks/playbook playbookById': { send: () => read(playbookById(id)), shows: one },
  'playbooks/playbook-list playbookTable.list': { send: () => read(playbookTable.list()) },
  'playbooks/playbook-list playbookTable.one': { send: () => read(playbookTable.one(id)), shows: one },
  'playbooks/playbook-list playbookTable.create': {
    send: () => change(playbookTable.create(), { values: { title: 'new' }, personId: id }),
    shows: one,
    isChange,
  },
  'playbooks/playbook-list playbookTable.update': {
    send: () => change(playbookTable.update(), { id, values: { title: 'new' } }),
    isChange,
  },
  'playbooks/playbook-list playbookTable.remove': { send: () => change(playbookTable.remove(), id), isChange },
  'playbooks/playbook-list playbookTable.restore': { send: () => change(playbookTable.restore(), id), isChange },
  'playbooks/playbook-list playbookTable.runs': { send: () => read(playbookTable.runs(id)) },
  'playbooks/playbook-list selectedResources': {
    send: async () => ((await read(selectedResources('configs', [{ name: 'a' }]))) as { all: unknown[] }).all,
    shows: ofOptional,
  },
  'settings/resource-permissions playbookPermissions': {
    send: () => read(playbookPermissions(id)),
    shows: ofValues,
  },
  'playbooks/playbooks playbooks.named': { send: () => read(playbooks.named()) },
  'playbooks/playbooks playbooks.parameters': {
    send: () => read(playbooks.parameters(id, check)),
    shows: ofValues,
  },
  'playbooks/playbooks playbooks.recent': { send: () => read(playbooks.recent(check)) },
  'playbooks/playbooks playbooks.state': { send: () => read(playbooks.state(id)), shows: one },
  'playbooks/playbooks playbooks.run': {
    send: () => change(playbooks.run(), { id, resource: check, params: {} }),
    shows: one,
  },
  'playbooks/playbooks playbooks.approve': { send: () => change(playbooks.approve(), id), shows: one },
  'playbooks/run runById': { send: () => read(runById(id)), shows: one },
  'playbooks/run runSteps': { send: () => read(runSteps(id)) },
  'playbooks/run stepById': { send: () => read(stepById(id)), shows: one },
  'playbooks/run runChildren': { send: () => read(runChildren(id)) },
  'playbooks/run namesByEmail': {
    send: () => read(namesByEmail(['a@shop.example'])),
    shows: ofValues,
  },
  'playbooks/run personTeams': { send: () => read(personTeams(id)), shows: undeleted },
  'playbooks/run cancelRun': { send: () => change(cancelRun(), id), shows: one },
  'playbooks/run-list runList.page': { send: () => read(runList.page({ ...query, search: 'a' }, page)) },
  'playbooks/run-list runList.matching': { send: () => runList.matching(query) },
  'playbooks/run-list runList.tally': { send: () => read(runList.tally(query)), shows: one },
  'playbooks/run-list runList.playbooks': { send: () => read(runList.playbooks()) },
  'playbooks/run-list runList.things': {
    send: () => read(runList.things('config')),
    shows: ofEmbedded,
  },
  'playbooks/run-list runList.latest': { send: () => read(runList.latest({})), shows: one },
  'playbooks/run-list readLatestRuns': { send: () => readLatestRuns(signal) },

  'settings/agent-list agentList.list': { send: () => read(agentList.list()) },
  'settings/agent-list agentList.generate': {
    send: () => change(agentList.generate(), { name: 'edge', properties: { region: 'eu' } }),
    shows: one,
  },
  'settings/agent-list agentList.createToken': { send: () => change(agentList.createToken(), 'edge'), shows: one },
  'settings/agent-list agentList.remove': {
    send: () => change(agentList.remove(), { id, cleanup: true }),
    isChange,
  },
  'settings/agents agents.names': { send: () => read(agents.names()) },
  'settings/event-queue eventQueue.summary': { send: () => read(eventQueue.summary()) },
  'settings/event-queue eventQueue.byName': { send: () => read(eventQueue.byName('check.failed')) },
  // The page has the three types of integrations.
  'settings/integrations integrations.list': {
    send: () => read(integrations.list()),
    shows: { full: LISTED, words: 0 },
  },
  'settings/job-history readNewestJobRuns': {
    send: () => readNewestJobRuns('canary', { signal }),
    shows: ofValues,
  },
  'settings/job-history jobHistory.ofResource': { send: () => read(jobHistory.ofResource(id, ['canary'])) },
  'settings/job-history jobHistory.page': {
    send: () => read(jobHistory.page({ ...query, search: 'a', filters: { duration: { '15s': 'include' } } }, page)),
  },
  'settings/job-history jobHistory.byId': { send: () => read(jobHistory.byId(id)), shows: one },
  'settings/job-history jobHistory.names': { send: () => read(jobHistory.names()) },
  'settings/job-history jobHistory.summary': { send: () => read(jobHistory.summary()) },
  // Agents are left out.
  'settings/invitations invitations.pending': { send: () => read(invitations.pending()) },
  'settings/invitations invitations.withdraw': { send: () => change(invitations.withdraw(), id), isChange },
  'settings/people people.list': {
    send: () => read(people.list()),
    shows: { full: 2, nulls: LISTED, hidden: LISTED, words: LISTED },
  },
  'settings/people people.invite': {
    send: () => change(people.invite(), { firstName: 'Ada', lastName: 'L', email: 'ada@shop.example', role: 'viewer' }),
    shows: one,
  },
  'settings/people people.update': { send: () => change(people.update(), { id, active: true }), shows: one },
  'settings/people people.addRoles': { send: () => change(people.addRoles(), { id, roles: ['viewer'] }), shows: one },
  'settings/people people.setState': { send: () => change(people.setState(), { id, state: 'inactive' }), shows: one },
  'settings/people people.remove': { send: () => change(people.remove(), id), shows: nothing },
  'settings/properties properties.merged': { send: () => read(properties.merged()) },
  'settings/properties properties.flags': { send: () => read(properties.flags()), shows: nothing },
  'settings/property-changes propertyChanges.set': {
    send: () => change(propertyChanges.set(), { name: 'a', value: 'b', created_by: id, isNew: false }),
    isChange,
  },
  'settings/property-changes propertyChanges.remove': { send: () => change(propertyChanges.remove(), 'a'), isChange },
  ...named('settings/scrapers scrapers', settings(scrapers)),
  'settings/access-explanation reviewAccess': {
    send: () => read(reviewAccess({ subject: id, action: 'read', resource: { global: 'catalog' } })),
  },
  'settings/permissions permissions.page': { send: () => read(permissions.page(query, page)) },
  'settings/permissions permissions.matching': { send: () => permissions.matching(query) },
  'settings/permissions permissions.one': { send: () => read(permissions.one(id)), shows: one },
  'settings/permissions permissions.create': {
    send: () => change(permissions.create(), { values: { action: 'read' }, personId: id }),
    shows: one,
    isChange,
  },
  'settings/permissions permissions.update': {
    send: () => change(permissions.update(), { id, values: { deny: true } }),
    isChange,
  },
  'settings/permissions permissions.remove': { send: () => change(permissions.remove(), id), isChange },
  'settings/permissions permissions.reinsert': {
    send: () => change(permissions.reinsert(), { id, action: 'read' }),
    shows: one,
    isChange,
  },
  ...named('settings/teams teams', settings(teams)),
  'settings/teams teamMembers.of': { send: () => read(teamMembers.of(id)), shows: ofEmbedded },
  'settings/teams teamMembers.people': { send: () => read(teamMembers.people()) },
  'settings/teams teamMembers.add': {
    send: () => change(teamMembers.add(), { team: id, people: [check.id] }),
    isChange,
  },
  'settings/teams teamMembers.remove': {
    send: () => change(teamMembers.remove(), { team: id, person: check.id }),
    isChange,
  },

  'sign-in/identity createFlow': { send: () => only('flow', createFlow('login', [])), shows: one },
  'sign-in/identity getFlow': { send: () => only('flow', getFlow('settings', id)), shows: one },
  'sign-in/identity submitFlow': { send: () => only('done', submitFlow('login', id, {})), shows: one },
  'sign-in/identity getStoredError': { send: () => only('error', getStoredError(id)), shows: one },
  'sign-in/session readCurrentSession': { send: () => readCurrentSession('kratos'), shows: one },
  'sign-in/session currentSession': { send: () => read(currentSession('kratos')), shows: one },
  'sign-in/sign-out signOut': { send: () => signOut('kratos'), shows: nothing },
  'sign-in/whoami whoami': { send: () => read(whoami()), shows: one },

  'timeline/describe-changes describeChanges': {
    send: () =>
      describeChanges(
        ['diff', 'Pulled'].map((type) => ({
          is: 'change' as const,
          id,
          at: 0,
          type,
          title: type,
          on: { kind: 'config' as const, id, name: 'shop', steps: 0 },
          origin: { change_type: type },
        })),
        { ids: { config: ids }, client: undefined, signal },
        []
      ),
    shows: { full: 2, single: 2, empty: 2 },
  },
  // Transitions need a result that is known.
  'timeline/events readEvents': {
    send: async () => readEvents({ things, watched: [] }, { time: bounds, days: 1, keep: withoutCache, signal }),
    shows: { full: 15, nulls: 9, hidden: 9, words: 12, single: 5 },
  },
  'timeline/resources readSubject': { send: () => readSubject({ kind: 'component', id }, signal), shows: one },
  'timeline/resources readSurroundings': { send: async () => (await readSurroundings(subject, signal)).resources },
  'timeline/resources readInvolved': {
    send: async () => (await readInvolved(things, signal)).resources,
    shows: { full: 9, single: LISTED },
  },
  'timeline/resources aroundThings': {
    send: async () => (await aroundThings(things, signal)).resources,
    shows: { full: LISTED, single: LISTED },
  },
  'timeline/timeline timeline.subject': { send: () => read(timeline.subject({ kind: 'config', id })), shows: one },
  'timeline/timeline timeline.surroundings': { send: () => read(timeline.surroundings(subject)), shows: one },
  'timeline/timeline timeline.events': {
    send: () => read(timeline.events(subject, { resources: things, omitted: 0, missing: [] }, bounds)),
    shows: { full: 18, nulls: 9, hidden: 9, single: 4 },
  },
  'timeline/timeline timeline.around': { send: () => read(timeline.around(things)), shows: one },
  'timeline/timeline timeline.changesAround': {
    send: () => read(timeline.changesAround({ resources: things, omitted: 0, missing: [] }, bounds)),
    shows: { full: 6, single: 2, nulls: LISTED, hidden: LISTED, words: LISTED },
  },
  'timeline/timeline timeline.involved': { send: () => read(timeline.involved(things)), shows: one },
  'timeline/timeline timeline.eventsOn': {
    send: () => read(timeline.eventsOn(things, bounds)),
    shows: { full: 18, nulls: 9, hidden: 9, single: 4 },
  },

  'topology/component componentAncestors': {
    send: () => read(componentAncestors({ id: idOf(9), path: ids.join('.'), parent_id: null })),
  },
  'topology/component-links readLinkedComponents': {
    send: () => readLinkedComponents(id),
    shows: ofEmbedded,
  },
  'topology/component-links readLinkedConfigs': {
    send: () => readLinkedConfigs(id),
    shows: ofEmbedded,
  },
  'topology/find-components findComponents': { send: () => findComponents('a') },
  'topology/find-components componentNames': { send: () => read(componentNames()) },
  'topology/component-links componentLinks.ofConfig': {
    send: () => read(componentLinks.ofConfig(id)),
    shows: ofEmbedded,
  },
  'topology/component-links componentLinks.between': { send: () => read(componentLinks.between(pair)), shows: one },
  'topology/component-links componentLinks.component': { send: () => read(componentLinks.component(id)), shows: one },
  'topology/component-links componentLinks.add': { send: () => change(componentLinks.add(), pair), isChange },
  'topology/component-links componentLinks.revive': { send: () => change(componentLinks.revive(), pair), isChange },
  'topology/component-links componentLinks.endAgain': {
    send: () => change(componentLinks.endAgain(), { ...pair, before: { selector_id: 'a', deleted_at: null } }),
    isChange,
  },
  'topology/component-links componentLinks.remove': {
    send: () => change(componentLinks.remove(), pair),
    shows: one,
    isChange,
  },
  'topology/component-sections componentSections.scope': {
    send: () => read(componentSections.scope({ id, name: 'a', children: ids, components: [] })),
    shows: one,
  },
  'topology/component-sections componentSections.checks': {
    send: () => read(componentSections.checks(scope)),
    shows: undeleted,
  },
  'topology/component-sections componentSections.configs': {
    send: () => read(componentSections.configs(scope)),
    shows: undeleted,
  },
  'topology/component-sections componentSections.incidents': { send: () => read(componentSections.incidents(scope)) },
  'topology/component-sections componentSections.teams': {
    send: () => read(componentSections.teams(id)),
    shows: ofEmbedded,
  },
  'topology/component-teams componentTeams.names': {
    send: () => read(componentTeams.names()),
    shows: ofEmbedded,
  },
  ...named('topology/topologies topologies', settings(topologies)),
  'topology/topology topology.everywhere': {
    send: () => read(topology.everywhere(false)),
    shows: ofValues,
  },
  'topology/topology topology.byId': { send: () => read(topology.byId(id)), shows: { full: 1, nulls: 0, hidden: 0 } },
  'topology/topology readComponents': {
    send: () => readComponents([id]),
    shows: ofValues,
  },
  'topology/topology readDescendants': {
    send: () => readDescendants(id),
    shows: ofValues,
  },
  'topology/topology-run runTopology': { send: () => change(runTopology(), id), shows: nothing },

  // Three of each source; of the notifications only those that were not sent.
  'triage/triage triage.take': {
    send: () => triage.take(['incidents', 'checks', 'runs', 'notifications', 'insights'], signal, bounds.to),
    shows: { full: 13, nulls: 12, hidden: 12, words: 12, single: 5 },
  },
  'triage/triage triage.standing': {
    send: () =>
      read(
        triage.standing(
          { takenAt: new Date(bounds.from).toISOString(), items: [], failed: [], cut: [] },
          ['incidents', 'checks', 'runs', 'notifications', 'insights'],
          () =>
            (['incidents', 'checks', 'runs', 'notifications', 'insights'] as const).map((source) => ({
              source,
              id,
              name: 'a',
              label: 'a',
              since: new Date(bounds.from).toISOString(),
              why: '',
            }))
        )
      ),
    shows: one,
  },
}

/** Functions that send requests whose answers were not measured, each with the reason. */
export const notMeasured: Readonly<Record<string, string>> = {
  'catalog/catalog catalog.checks': 'The relation had no rows: no check belonged to a config item.',
  'config consoleConfigQuery': 'The server of the console answers itself.',
  'notifications/rules ruleDrafts.dryRun': 'Only the embedded backend evaluates rules on request.',
  'notifications/rules ruleDrafts.pastEvents': 'Only the embedded backend lists past events.',
  'notifications/rules ruleDrafts.preview': 'Only the embedded backend evaluates rules on request.',
  'notifications/rules testRule': 'Only the embedded backend sends tests.',
  'health/explanations explanations.of': 'Only the embedded backend explains checks.',
  'incidents/incident definitionEvaluation': 'Only the embedded backend evaluates definitions of done.',
  'logs/logs logs.components': 'The relation had no rows: no component had logs.',
  'logs/logs logs.newest': 'There were no logs to read.',
  'logs/logs logs.at': 'Only the embedded backend pages.',
  'logs/logs logs.around': 'Only the embedded backend pages.',
  'notifications/history notificationHistory.tags':
    'The relation had no rows: no notification was about a config item.',
  'notifications/silence-figures silencesWithFigures': 'Only the embedded backend says what silences held back.',
  'account/saved-views savedViews.list': 'Only the embedded backend stores views.',
  'account/saved-views savedViews.store': 'Only the embedded backend stores views.',
  'account/saved-views savedViews.remove': 'Only the embedded backend stores views.',
  'account/tokens tokens.list': 'Only the embedded backend lists and creates tokens of its own accounts.',
  'account/tokens tokens.create': 'Only the embedded backend lists and creates tokens of its own accounts.',
  'account/tokens tokens.revoke': 'Only the embedded backend lists and creates tokens of its own accounts.',
  'notifications/silence-effect silenceEffect': 'Only the embedded backend computes the effect of a silence.',
  'notifications/preferences notificationPreferences.own': 'Only the embedded backend has preferences.',
  'notifications/preferences notificationPreferences.store': 'Only the embedded backend has preferences.',
  'notifications/resend resendNotification': 'Only the embedded backend queues another attempt.',
  'playbooks/run artifactFile': 'The answer is a file of any content.',
  'settings/access-explanation explainAccess': 'Only the embedded backend names the rules that decide.',
  'settings/access-explanation permissionEffect': 'Only the embedded backend computes the effect of a permission.',
  'settings/charts chartDefinition': 'The server of the console answers itself.',
  'settings/job-history jobHistory.nextRuns': 'Only the embedded backend has it.',
  'settings/outbox outbox.page': 'Only the embedded backend has an outbox.',
  'settings/outbox outbox.matching': 'Only the embedded backend has an outbox.',
  'settings/outbox outbox.byId': 'Only the embedded backend has an outbox.',
  'settings/connection-uses connectionUses': 'Only the embedded backend reports what uses a connection.',
  'settings/resource-permissions connectionPermissions': 'Like those of playbooks, which were measured.',
  'settings/people people.inviteAgain': 'Only the embedded backend invites again.',
  'settings/scraper-run runScraper': 'config-db did not run.',
  'sign-in/password signInWithPassword': 'The measured server had kratos as its sign-in.',
  'topology/topology topology.snapshot': 'The server closes the connection without an answer.',
}

/** Modules without requests of their own: what the calls consist of. */
export const partsOfCalls: readonly string[] = [
  'call-large',
  'catalog/catalog-query',
  'client',
  'http',
  'list-conditions',
  'list-page',
  'parts',
  'call-all',
  'call-change',
  'postgrest',
  'settings/settings-table',
  'sign-in/flow',
  'sign-in/route',
  'word-conditions',
]

/** Further functions that send no request. */
export const sendNothing: readonly string[] = [
  'account/sessions sessionLabel',
  'catalog/catalog relatedCountKey',
  'catalog/config-changes changeName',
  'catalog/config-document documentText',
  'catalog/insights insightItemName',
  'find-resources intersectById',
  'health/check-detail runConditions',
  'health/check-detail safeCheckEndpoint',
  'health/check-relations listCheckRelations',
  'health/checks checks.ran',
  'health/checks runMessage',
  'health/checks runVerdict',
  'health/checks uptimePercent',
  'health/recent-runs recentRuns.failure',
  'incidents/incident commentAuthor',
  'incidents/incident commentName',
  'incidents/incident toWeighedHypotheses',
  'incidents/incident-timeline buildIncidentTimeline',
  'incidents/incident-timeline incidentWindow',
  'incidents/incident-timeline listInvolved',
  'incidents/incidents listEvidenceChecks',
  'incidents/incidents listEvidenceIds',
  'incidents/similar-incidents listIncidentResources',
  'names rowNames',
  'notifications/history notificationResource',
  'notifications/history toNotificationTarget',
  'notifications/history-summary summaryResource',
  'playbooks/applicable-playbooks playbookOptionKey',
  'playbooks/failed-step failedStep.filters',
  'playbooks/failed-step readRunFailure',
  'playbooks/playbook-list playbookTitle',
  'playbooks/playbooks resourceParams',
  'playbooks/run-list runName',
  'playbooks/run-list runSubject',
  'playbooks/run-list runTitle',
  'settings/event-queue queuedEventName',
  'settings/invitations invitationLink',
  'settings/job-history jobRunName',
  'settings/job-history toJobTarget',
  'settings/outbox readMessageLink',
  'settings/people joinPeople',
  'settings/people toPersonChange',
  'settings/scrapers itemsFound',
  'sign-in/identity readFlowResult',
  'sign-in/session isSessionMode',
  'sign-in/session readErrorMessage',
  'sign-in/session readSession',
  'sign-in/session toSessionError',
  'timeline/events cacheIn',
  'timeline/events frequencyKey',
  'timeline/events withoutCache',
  'topology/component componentHasChildren',
  'topology/component componentKeys.configs',
  'topology/component componentKeys.scope',
  'topology/component componentKeys.teams',
  'topology/component readAncestorIds',
  'topology/component scopeIds',
  'topology/component toComponentName',
  'topology/component-links isManualLink',
  'topology/component-sections buildComponentScope',
  'triage/triage triage.queue',
]
