import type { Db, PersonReader, Queryable } from '../data/db/db'
import { joinSql, type Sql, sql } from '../data/db/sql'
import { HttpError } from '../http/errors'
import type { ReadAs } from '../identity/access/read-as'
import { type JobReport, withJobHistory } from '../platform/jobs/job-history'
import { selectRowsSql } from '../platform/selection/select-rows'
import type { Selector } from '../platform/selection/selector'
import { parseIncidentRule, IncidentRuleError, type IncidentRuleSpec } from './rule-spec'
import type { EvidenceHealth, ReadEvidenceHealth } from './evidence-health'
import { asSystem } from './system'

/** A resource for which a rule opens an incident. */
type MatchedResource = {
  kind: 'component' | 'check'
  id: string
  name: string
  status: string
  owner: string | null
  why: string
}

/** `writer` is the person for whom it reads components and checks. */
type Rule = { id: string; name: string; writer: string | null; spec: IncidentRuleSpec }
/** An invalid rule. */
type InvalidRule = { id: string; name: string; why: IncidentRuleError }

/** More than this at once is one outage, not a number of incidents. */
const MOST_OPENED = 50

type ApplyRulesDeps = {
  readEvidenceHealth: ReadEvidenceHealth
  readAs: ReadAs
  now: Date
  report: JobReport
  hostname: string
}

/**
 * Opens incidents for the resources that rules match, and closes the resolved ones after the time that their rule
 * defines. No incident is opened for a resource that is evidence of an active incident, whether opened by this rule,
 * another one or a user. An invalid rule does not stop the others. Each rule has a history of its own, in addition to
 * that of the job.
 */
export async function applyIncidentRules(
  db: Db,
  { readEvidenceHealth, readAs, now, report, hostname }: ApplyRulesDeps
): Promise<void> {
  const rules = await readRules(db)
  const known = new Map<string, EvidenceHealth>()
  /** Rules that select the same components share their computed health. */
  const once: ReadEvidenceHealth = async (ids) => {
    const left = ids.filter((id) => !known.has(id))
    if (left.length > 0) for (const [id, one] of await readEvidenceHealth(left)) known.set(id, one)
    return known
  }
  const progress: Progress = { taken: new Set(), opened: 0 }
  for (const rule of rules) {
    const job = { name: 'IncidentRule', hostname, resourceType: 'incident_rule', resourceId: rule.id }
    await withJobHistory(db, job, async (own) => {
      const failed = (why: string) => {
        own.failed(why)
        report.failed(`${rule.name}: ${why}`)
      }
      try {
        if ('why' in rule) throw rule.why
        const done = await apply(db, rule, { readEvidenceHealth: once, readAs, now, progress, failed })
        own.addDetails({ incidents: done })
        own.succeeded(done.opened + done.closed)
        report.succeeded(done.opened + done.closed)
      } catch (error) {
        if (!(error instanceof IncidentRuleError)) throw error
        failed(error.message)
      }
    })
  }
}

/** The results of earlier rules. */
type Progress = {
  /** The ids of resources that later rules must skip. */
  taken: Set<string>
  /** Number of opened incidents. */
  opened: number
}
type Applied = { matched: number; opened: number; closed: number }
type ApplyContext = {
  readEvidenceHealth: ReadEvidenceHealth
  readAs: ReadAs
  now: Date
  progress: Progress
  failed(why: string): void
}

/** @throws {IncidentRuleError} when it is invalid. */
async function apply(
  db: Db,
  rule: Rule,
  { readEvidenceHealth, readAs, now, progress, failed }: ApplyContext
): Promise<Applied> {
  const resources = (await matches(await readAs(rule.writer), rule, readEvidenceHealth, now)).filter(
    ({ id }) => !progress.taken.has(id)
  )
  const known = await findWithActiveIncident(db, resources)
  let opened = 0
  for (const resource of resources) {
    if (rule.spec.isLast) progress.taken.add(resource.id)
    if (known.has(resource.id)) continue
    if (progress.opened >= MOST_OPENED) {
      failed(`at most ${MOST_OPENED} incidents are opened at once`)
      break
    }
    if (!(await open(db, rule, resource))) continue
    opened++
    progress.opened++
  }
  // A run that opens nothing has no one to notify.
  if (opened > 0) {
    for (const kind of rule.spec.unsupportedResponders) failed(`this backend does not notify responders by ${kind}`)
    for (const address of await findUnknownAddresses(db, rule.spec.responders))
      failed(`no user has the address ${address}`)
  }
  return { matched: resources.length, opened, closed: await close(db, rule) }
}

/** All rules in the order in which they are applied, invalid ones first. */
async function readRules(db: Queryable): Promise<(Rule | InvalidRule)[]> {
  const rows = await db.query<Omit<Rule, 'spec'> & { spec: unknown }>(sql`
    select id::text, name, spec, console.writer_of('incident_rules', id, created_by)::text as writer
    from incident_rules where deleted_at is null order by name`)
  const rules = rows.map(({ id, name, writer, spec }): Rule | InvalidRule => {
    try {
      return { id, name, writer, spec: parseIncidentRule(spec) }
    } catch (error) {
      if (!(error instanceof IncidentRuleError)) throw error
      return { id, name, why: error }
    }
  })
  const rankOf = (rule: Rule | InvalidRule) => ('spec' in rule ? rule.spec.priority : -Infinity)
  return rules.toSorted((one, other) => (rankOf(one) === rankOf(other) ? 0 : rankOf(one) - rankOf(other)))
}

/** @throws {IncidentRuleError} for an invalid selector, and for resources that the author of the rule may not read. */
async function matches(
  db: PersonReader,
  { spec }: Rule,
  readEvidenceHealth: ReadEvidenceHealth,
  now: Date
): Promise<MatchedResource[]> {
  for (const [selectors, object] of [[spec.components, 'topology'] as const, [spec.checks, 'canaries'] as const])
    if (selectors.length > 0 && !db.mayRead(object))
      throw new IncidentRuleError(`it reads ${object}, which its last author may not read`)
  const isSelected = (word: string) => spec.statuses.has(word.toLowerCase())
  const selectedComponents = await selectIds(db, spec.components, now)
  const components =
    selectedComponents.length === 0 ? undefined : await readHealth(selectedComponents, readEvidenceHealth)
  const selectedChecks = union('checks', spec.checks, now)
  const checks = selectedChecks
    ? await db.query<MatchedResource>(sql`
        select 'check' as kind, checks.id::text, checks.name, coalesce(checks.status, 'unknown') as status, checks.owner,
          coalesce(latest.error, latest.message, '') as why
        from checks left join lateral (
          select error, message from check_statuses where check_id = checks.id order by time desc limit 1
        ) as latest on true
        where checks.id in (${selectedChecks}) and checks.deleted_at is null and checks.silenced_at is null
        order by checks.name, checks.id`)
    : []
  return [
    ...selectedComponents.flatMap((id): MatchedResource[] => {
      const found = components?.get(id)
      // A component may report itself healthy while its descendants are not; the status that the rule selects is
      // shown.
      const status = found && [found.status, found.health].find((word) => isSelected(word))
      return found && status ? [{ ...found, status, kind: 'component' }] : []
    }),
    ...checks.filter(({ status }) => isSelected(status)),
  ]
}

async function selectIds(db: Queryable, selectors: readonly Selector[], now: Date): Promise<string[]> {
  const selected = union('components', selectors, now)
  if (!selected) return []
  return (await db.query<{ id: string }>(sql`select id::text from (${selected}) as resource order by id`)).map(
    ({ id }) => id
  )
}

/** @throws {IncidentRuleError} for an invalid selector. */
function union(kind: 'components' | 'checks', selectors: readonly Selector[], now: Date): Sql | undefined {
  try {
    const selected = selectors.flatMap((one) => selectRowsSql(kind, one, now) ?? [])
    return selected.length === 0
      ? undefined
      : joinSql(
          selected.map((one) => sql`select id from (${one}) as resource`),
          sql` union `
        )
  } catch (error) {
    throw error instanceof HttpError ? new IncidentRuleError(error.message) : error
  }
}

/** @throws {IncidentRuleError} when they have too many descendants. */
async function readHealth(ids: readonly string[], readEvidenceHealth: ReadEvidenceHealth) {
  try {
    return await readEvidenceHealth(ids)
  } catch (error) {
    throw error instanceof HttpError ? new IncidentRuleError(error.message) : error
  }
}

/** The ids of checks and components that are evidence of active incidents. */
async function findWithActiveIncident(
  db: Queryable,
  resources: readonly MatchedResource[]
): Promise<ReadonlySet<string>> {
  if (resources.length === 0) return new Set()
  const ids = resources.map(({ id }) => id)
  const rows = await db.query<{ id: string }>(sql`
    select distinct unnest(array[check_id, component_id])::text as id from evidences
      join hypotheses on hypotheses.id = evidences.hypothesis_id
      join incidents on incidents.id = hypotheses.incident_id
    where (check_id = any(${ids}::uuid[]) or component_id = any(${ids}::uuid[])) and ${isNotOver}`)
  return new Set(rows.map(({ id }) => id))
}

const isNotOver = sql`incidents.closed is null and incidents.status not in ('resolved', 'closed', 'cancelled')`

/** @returns whether an incident was opened; false when an active one exists. */
const open = (db: Db, { id: ruleId, name, spec }: Rule, resource: MatchedResource): Promise<boolean> =>
  asSystem(db, async (tx, system) => {
    const column = resource.kind === 'check' ? sql`check_id` : sql`component_id`
    // Another process or user may have opened one meanwhile.
    if ((await findWithActiveIncident(tx, [resource])).has(resource.id)) return false
    const title = spec.template.title || `${resource.name} is ${resource.status}`
    const commander = spec.assignsOwner && resource.owner ? await findPerson(tx, resource.owner) : null
    const severity = spec.template.severity || 'Low'
    const description = spec.template.description || `Opened by the rule "${name}".`
    const type = spec.template.type || 'availability'
    const incidentId = await insertAndGetId(
      tx,
      sql`
        insert into incidents (incident_rule_id, title, created_by, commander_id, communicator_id, severity, description, type, status)
        values (${ruleId}, ${title}, ${system}, ${commander}, ${commander}, ${severity}, ${description}, ${type}, 'open')`
    )
    const hypothesis = (kind: 'root' | 'factor', parent: string | null, text: string) =>
      insertAndGetId(
        tx,
        sql`
          insert into hypotheses (created_by, incident_id, parent_id, type, title, status)
          values (${system}, ${incidentId}, ${parent}, ${kind}, ${text}, 'possible')`
      )
    const root = await hypothesis('root', null, title)
    const factor = await hypothesis('factor', root, `${resource.name} is ${resource.status}`)
    const [kind, script] =
      resource.kind === 'check' ? ['check', "check.status == 'healthy'"] : ['topology', "component.health == 'healthy'"]
    await tx.run(sql`
      insert into evidences (hypothesis_id, type, ${column}, description, evidence, definition_of_done, done, script, created_by)
      values (${factor}, ${kind}, ${resource.id}, ${resource.why}, '{}', true, false, ${script}, ${system})`)
    await addResponders(tx, { incidentId, system, spec, resource })
    return true
  })

async function insertAndGetId(tx: Queryable, insert: Sql): Promise<string> {
  const [row] = await tx.query<{ id: string }>(sql`${insert} returning id::text`)
  if (!row) throw new Error('The inserted row has no id')
  return row.id
}

async function findPerson(tx: Queryable, owner: string): Promise<string | null> {
  const [person] = await tx.query<{ id: string }>(sql`
    select id::text from people
    where deleted_at is null and lower(${owner}) in (lower(email), lower(name)) order by created_at limit 1`)
  return person?.id ?? null
}

/** The addresses that belong to no user. */
async function findUnknownAddresses(db: Queryable, addresses: readonly string[]): Promise<string[]> {
  if (addresses.length === 0) return []
  const rows = await db.query<{ address: string }>(sql`
    select address from unnest(${addresses}::text[]) as address
    where not exists (select from people where deleted_at is null and lower(email) = lower(address))`)
  return rows.map(({ address }) => address)
}

type Opened = { incidentId: string; system: string; spec: IncidentRuleSpec; resource: MatchedResource }

/** Adds the users that the rule names, and the teams that own the component. */
async function addResponders(tx: Queryable, { incidentId, system, spec, resource }: Opened): Promise<void> {
  for (const address of spec.responders)
    await tx.run(sql`
      insert into responders (incident_id, type, person_id, created_by)
      select ${incidentId}, 'person', id, ${system} from people
      where deleted_at is null and lower(email) = lower(${address}) order by created_at limit 1`)
  if (spec.assignsOwner && resource.kind === 'component')
    await tx.run(sql`
      insert into responders (incident_id, type, team_id, created_by)
      select distinct ${incidentId}::uuid, 'team', team_id, ${system}::uuid from team_components where component_id = ${resource.id}`)
}

/** Closes incidents of the rule that have been resolved for long enough. @returns their number. */
const close = async (db: Db, { id, spec: { closesAfterMs } }: Rule): Promise<number> =>
  closesAfterMs === undefined
    ? 0
    : asSystem(db, (tx) =>
        tx.run(sql`
          update incidents set status = 'closed', closed = now()
          where incident_rule_id = ${id} and status = 'resolved' and closed is null
            and resolved < now() - make_interval(secs => ${closesAfterMs / 1000})`)
      )
