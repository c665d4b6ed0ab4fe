import type { Db, Queryable } from '../db/db'
import { join, type Sql, sql } from '../db/sql'
import { HttpError } from '../http/errors'
import { type JobReport, withJobHistory } from '../jobs/job-history'
import { selectedBy } from '../selection/selected'
import type { Selector } from '../selection/selector'
import { readRule, RuleError, type RuleSpec } from './rule-spec'
import type { EvidenceHealth, ReadEvidenceHealth } from './evidence-health'
import { asSystem } from './system'

/** Something that a rule opens an incident for. */
type Thing = {
  kind: 'component' | 'check'
  id: string
  name: string
  status: string
  owner: string | null
  why: string
}

type Rule = { id: string; name: string; spec: RuleSpec }
/** One that cannot be carried out as it is written. */
type Unreadable = { id: string; name: string; why: RuleError }

/** More than this at once is one outage, and not as many incidents. */
const MOST_OPENED = 50

type Deps = { standings: ReadEvidenceHealth; now: Date; report: JobReport; hostname: string }

/**
 * Opens incidents for what rules match, and closes those of rules that say so when they have been resolved for long enough.
 * For a thing that is evidence of an incident which is not over, none is opened: neither by its rule nor by another, nor where
 * somebody was faster. A rule that cannot be carried out keeps no other from it. Each has a history of its own, besides that of
 * the job.
 */
export async function applyRules(db: Db, { standings, now, report, hostname }: Deps): Promise<void> {
  const rules = await readRules(db)
  const known = new Map<string, EvidenceHealth>()
  /** Rules that select the same components need them rolled up once. */
  const once: ReadEvidenceHealth = async (ids) => {
    const left = ids.filter((id) => !known.has(id))
    if (left.length > 0) for (const [id, one] of await standings(left)) known.set(id, one)
    return known
  }
  const sofar: Sofar = { taken: new Set(), opened: 0 }
  for (const rule of rules) {
    const job = { name: 'IncidentRule', hostname, resourceType: 'incident_rule', resourceId: rule.id }
    await withJobHistory(db, job, async (own) => {
      const failed = (why: string) => {
        own.failed(why)
        report.failed(`${rule.name}: ${why}`)
      }
      try {
        if ('why' in rule) throw rule.why
        const done = await apply(db, rule, { standings: once, now, sofar, failed })
        own.told({ incidents: done })
        own.succeeded(done.opened + done.closed)
        report.succeeded(done.opened + done.closed)
      } catch (error) {
        if (!(error instanceof RuleError)) throw error
        failed(error.message)
      }
    })
  }
}

/** What the rules before have done. */
type Sofar = {
  /** What is left to no other rule, by its id. */
  taken: Set<string>
  /** How many incidents. */
  opened: number
}
type Applied = { matched: number; opened: number; closed: number }
type Around = {
  standings: ReadEvidenceHealth
  now: Date
  sofar: Sofar
  failed(why: string): void
}

/** @throws {RuleError} when it cannot be carried out. */
async function apply(db: Db, rule: Rule, { standings, now, sofar, failed }: Around): Promise<Applied> {
  const things = (await matches(db, rule, standings, now)).filter(({ id }) => !sofar.taken.has(id))
  const known = await withIncident(db, things)
  let opened = 0
  for (const thing of things) {
    if (rule.spec.isLast) sofar.taken.add(thing.id)
    if (known.has(thing.id)) continue
    if (sofar.opened >= MOST_OPENED) {
      failed(`at most ${MOST_OPENED} incidents are opened at once`)
      break
    }
    if (!(await open(db, rule, thing))) continue
    opened++
    sofar.opened++
  }
  // A run that opens nothing has nobody to tell.
  if (opened > 0) {
    for (const kind of rule.spec.notTold) failed(`this backend tells no responders by ${kind}`)
    for (const address of await unknownIn(db, rule.spec.responders)) failed(`nobody here has the address ${address}`)
  }
  return { matched: things.length, opened, closed: await close(db, rule) }
}

/** All rules in the order in which they are applied, those that cannot be carried out first. */
async function readRules(db: Queryable): Promise<(Rule | Unreadable)[]> {
  const rows = await db.query<{ id: string; name: string; spec: unknown }>(sql`
    select id::text, name, spec from incident_rules where deleted_at is null order by name`)
  const rules = rows.map(({ id, name, spec }): Rule | Unreadable => {
    try {
      return { id, name, spec: readRule(spec) }
    } catch (error) {
      if (!(error instanceof RuleError)) throw error
      return { id, name, why: error }
    }
  })
  const rankOf = (rule: Rule | Unreadable) => ('spec' in rule ? rule.spec.priority : -Infinity)
  return rules.toSorted((one, other) => (rankOf(one) === rankOf(other) ? 0 : rankOf(one) - rankOf(other)))
}

/** @throws {RuleError} for a selector that cannot be read. */
async function matches(db: Queryable, { spec }: Rule, standings: ReadEvidenceHealth, now: Date): Promise<Thing[]> {
  const isMeant = (word: string) => spec.statuses.has(word.toLowerCase())
  const selectedComponents = await idsOf(db, spec.components, now)
  const components = selectedComponents.length === 0 ? undefined : await standingOf(selectedComponents, standings)
  const selectedChecks = union('checks', spec.checks, now)
  const checks = selectedChecks
    ? await db.query<Thing>(sql`
        select 'check' as kind, checks.id::text, checks.name, coalesce(checks.status, 'unknown') as status, checks.owner,
          coalesce(latest.error, latest.message, '') as why
        from checks left join lateral (
          select error, message from check_statuses where check_id = checks.id order by time desc limit 1
        ) as latest on true
        where checks.id in (${selectedChecks}) and checks.deleted_at is null and checks.silenced_at is null
        order by checks.name, checks.id`)
    : []
  return [
    ...selectedComponents.flatMap((id): Thing[] => {
      const found = components?.get(id)
      // A component can call itself healthy while what is below it is not: told is what the rule asks for.
      const status = found && [found.status, found.health].find((word) => isMeant(word))
      return found && status ? [{ ...found, status, kind: 'component' }] : []
    }),
    ...checks.filter(({ status }) => isMeant(status)),
  ]
}

async function idsOf(db: Queryable, selectors: readonly Selector[], now: Date): Promise<string[]> {
  const selected = union('components', selectors, now)
  if (!selected) return []
  return (await db.query<{ id: string }>(sql`select id::text from (${selected}) as thing order by id`)).map(
    ({ id }) => id
  )
}

/** @throws {RuleError} for a selector that cannot be read. */
function union(kind: 'components' | 'checks', selectors: readonly Selector[], now: Date): Sql | undefined {
  try {
    const selected = selectors.flatMap((one) => selectedBy(kind, one, now) ?? [])
    return selected.length === 0
      ? undefined
      : join(
          selected.map((one) => sql`select id from (${one}) as thing`),
          sql` union `
        )
  } catch (error) {
    throw error instanceof HttpError ? new RuleError(error.message) : error
  }
}

/** @throws {RuleError} when too many components are below them. */
async function standingOf(ids: readonly string[], standings: ReadEvidenceHealth) {
  try {
    return await standings(ids)
  } catch (error) {
    throw error instanceof HttpError ? new RuleError(error.message) : error
  }
}

/** The ids of checks and components that are evidence of incidents which are not over. */
async function withIncident(db: Queryable, things: readonly Thing[]): Promise<ReadonlySet<string>> {
  if (things.length === 0) return new Set()
  const ids = things.map(({ id }) => id)
  const rows = await db.query<{ id: string }>(sql`
    select distinct unnest(array[check_id, component_id])::text as id from evidences
      join hypotheses on hypotheses.id = evidences.hypothesis_id
      join incidents on incidents.id = hypotheses.incident_id
    where (check_id = any(${ids}::uuid[]) or component_id = any(${ids}::uuid[])) and ${isNotOver}`)
  return new Set(rows.map(({ id }) => id))
}

const isNotOver = sql`incidents.closed is null and incidents.status not in ('resolved', 'closed', 'cancelled')`

/** @returns whether one was opened: not when there is one that is not over. */
const open = (db: Db, { id: ruleId, name, spec }: Rule, thing: Thing): Promise<boolean> =>
  asSystem(db, async (tx, system) => {
    const column = thing.kind === 'check' ? sql`check_id` : sql`component_id`
    // Somebody may have been faster.
    if ((await withIncident(tx, [thing])).has(thing.id)) return false
    const title = spec.template.title || `${thing.name} is ${thing.status}`
    const commander = spec.assignsOwner && thing.owner ? await personOf(tx, thing.owner) : null
    const severity = spec.template.severity || 'Low'
    const description = spec.template.description || `Opened by the rule "${name}".`
    const type = spec.template.type || 'availability'
    const incidentId = await idFrom(
      tx,
      sql`
        insert into incidents (incident_rule_id, title, created_by, commander_id, communicator_id, severity, description, type, status)
        values (${ruleId}, ${title}, ${system}, ${commander}, ${commander}, ${severity}, ${description}, ${type}, 'open')`
    )
    const hypothesis = (kind: 'root' | 'factor', parent: string | null, text: string) =>
      idFrom(
        tx,
        sql`
          insert into hypotheses (created_by, incident_id, parent_id, type, title, status)
          values (${system}, ${incidentId}, ${parent}, ${kind}, ${text}, 'possible')`
      )
    const root = await hypothesis('root', null, title)
    const factor = await hypothesis('factor', root, `${thing.name} is ${thing.status}`)
    const [kind, script] =
      thing.kind === 'check' ? ['check', "check.status == 'healthy'"] : ['topology', "component.health == 'healthy'"]
    await tx.run(sql`
      insert into evidences (hypothesis_id, type, ${column}, description, definition_of_done, done, script, created_by)
      values (${factor}, ${kind}, ${thing.id}, ${thing.why}, true, false, ${script}, ${system})`)
    await addResponders(tx, { incidentId, system, spec, thing })
    return true
  })

async function idFrom(tx: Queryable, insert: Sql): Promise<string> {
  const [row] = await tx.query<{ id: string }>(sql`${insert} returning id::text`)
  if (!row) throw new Error('What is inserted has an id')
  return row.id
}

async function personOf(tx: Queryable, owner: string): Promise<string | null> {
  const [person] = await tx.query<{ id: string }>(sql`
    select id::text from people
    where deleted_at is null and lower(${owner}) in (lower(email), lower(name)) order by created_at limit 1`)
  return person?.id ?? null
}

/** The addresses that no person has. */
async function unknownIn(db: Queryable, addresses: readonly string[]): Promise<string[]> {
  if (addresses.length === 0) return []
  const rows = await db.query<{ address: string }>(sql`
    select address from unnest(${addresses}::text[]) as address
    where not exists (select from people where deleted_at is null and lower(email) = lower(address))`)
  return rows.map(({ address }) => address)
}

type Opened = { incidentId: string; system: string; spec: RuleSpec; thing: Thing }

/** The people that the rule names, and the teams of the component, which own it. */
async function addResponders(tx: Queryable, { incidentId, system, spec, thing }: Opened): Promise<void> {
  for (const address of spec.responders)
    await tx.run(sql`
      insert into responders (incident_id, type, person_id, created_by)
      select ${incidentId}, 'person', id, ${system} from people
      where deleted_at is null and lower(email) = lower(${address}) order by created_at limit 1`)
  if (spec.assignsOwner && thing.kind === 'component')
    await tx.run(sql`
      insert into responders (incident_id, type, team_id, created_by)
      select distinct ${incidentId}::uuid, 'team', team_id, ${system}::uuid from team_components where component_id = ${thing.id}`)
}

/** Closes what the rule has opened and what has been resolved for long enough. @returns how many. */
const close = async (db: Db, { id, spec: { closesAfterMs } }: Rule): Promise<number> =>
  closesAfterMs === undefined
    ? 0
    : asSystem(db, (tx) =>
        tx.run(sql`
          update incidents set status = 'closed', closed = now()
          where incident_rule_id = ${id} and status = 'resolved' and closed is null
            and resolved < now() - make_interval(secs => ${closesAfterMs / 1000})`)
      )
