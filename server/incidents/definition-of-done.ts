import type { AccessObject } from '../../src/shared/access/policy'
import type { Db, Queryable } from '../data/db/db'
import { toJsonText, type Sql, sql } from '../data/db/sql'
import type { ExpressionResult } from '../platform/expression/evaluate'
import { type Evaluate, evaluateFor } from '../platform/expression/evaluator'
import { parseTruth } from '../platform/expression/truth'
import { HttpError } from '../http/errors'
import type { ReadAs } from '../identity/access/read-as'
import { asSystem } from './system'
import type { EvidenceHealth, ReadEvidenceHealth } from './evidence-health'

/** The largest number of items evaluated at once: the newest. */
export const MAX_EVALUATED_ITEMS = 1000

type Part = {
  id: string
  script: string
  done: boolean | null
  script_result: string | null
  /** The person for whom the script reads. */
  writer: string | null
  /** The ids of the resources that the script names, by its variables; null for other kinds. */
  named: Readonly<Record<Variable, string | null>>
}

/** The variables of scripts, with the object that their author must be allowed to read. */
const objectOf = {
  check: 'canaries',
  component: 'topology',
  config: 'catalog',
  analysis: 'catalog',
  change: 'catalog',
} as const satisfies Record<string, AccessObject>
type Variable = keyof typeof objectOf
const variableNames = Object.keys(objectOf) as Variable[]
type Variables = Readonly<Record<string, object | null>>

type EvaluatedPart = { id: string; script: string; done: boolean; script_result: string }

/** Answers of scripts that took too long, by the id of the item; these scripts are not evaluated again. */
export type SlowScripts = Map<string, { script: string; answer: ExpressionResult }>

/**
 * Evaluates the scripts of definitions of done for all incidents that are not closed. A script that fails, or returns
 * neither true nor false, leaves its item unmet, with the reason as its result. A script that cannot be evaluated here
 * leaves its item unchanged.
 * @returns the number of items, the number that changed, and whether older items were skipped.
 */
export async function evaluateDefinitions(
  db: Db,
  evaluate: Evaluate,
  readEvidenceHealth: ReadEvidenceHealth,
  readAs: ReadAs,
  costly: SlowScripts
): Promise<{ parts: number; changed: number; isCut: boolean }> {
  const found = await readParts(db)
  const parts = found.slice(0, MAX_EVALUATED_ITEMS)
  const readHealth = await readHealthByComponent(parts, readEvidenceHealth)
  const variablesOf = await readVariables(parts, readAs)
  const evaluated: EvaluatedPart[] = []
  for (const part of parts) {
    const { id, script, named } = part
    const component = named.component === null ? undefined : readHealth(named.component)
    const variables = variablesOf.get(id) ?? {}
    const known = costly.get(id)
    const reason = [variables, component].find((one) => typeof one === 'string')
    const answer: ExpressionResult =
      typeof variables === 'string' || typeof component === 'string'
        ? { kind: 'undecided', message: String(reason) }
        : known?.script === script
          ? known.answer
          : await evaluateFor(
              evaluate,
              `evidence ${id}`
            )({
              expression: script,
              variables: { ...present(variables), ...(component && { component }) },
            })
    if (answer.kind === 'undecided' && answer.isCostly) costly.set(id, { script, answer })
    const truth = answer.kind === 'value' ? parseTruth(answer.text) : undefined
    const done = answer.kind === 'undecided' ? part.done === true : truth === true
    const result =
      answer.kind !== 'value'
        ? answer.message
        : truth === undefined
          ? `It returns neither true nor false, but ${answer.text}`
          : String(truth)
    if (done !== (part.done ?? false) || result !== part.script_result)
      evaluated.push({ id, script, done, script_result: result })
  }
  const changed = evaluated.length === 0 ? 0 : await asSystem(db, (tx) => store(tx, evaluated))
  return { parts: parts.length, changed, isCut: found.length > parts.length }
}

/** Returns the health of the items' components: undefined for a deleted one, and a sentence where it cannot be read. */
async function readHealthByComponent(
  parts: readonly Part[],
  readEvidenceHealth: ReadEvidenceHealth
): Promise<(id: string) => EvidenceHealth | string | undefined> {
  const ids = [...new Set(parts.flatMap(({ named }) => named.component ?? []))]
  if (ids.length === 0) return () => undefined
  try {
    const found = await readEvidenceHealth(ids)
    return (id) => found.get(id)
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    // Scripts about checks are evaluated nevertheless.
    return () => error.message
  }
}

/** Records that all scripts have just been evaluated. */
export const recordEvaluation = (db: Queryable): Promise<number> =>
  db.run(
    sql`insert into console.definition_evaluations (at) values (now()) on conflict (is_only) do update set at = excluded.at`
  )

/** The time of the last evaluation, by this process or another; null before the first. */
export async function readLastEvaluation(db: Queryable): Promise<string | null> {
  const [row] = await db.query<{ at: string }>(sql`
    select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at from console.definition_evaluations`)
  return row?.at ?? null
}

/**
 * The rows that scripts read, each as its author may read it, by the id of the item; a sentence where the author may
 * not.
 */
async function readVariables(parts: readonly Part[], readAs: ReadAs): Promise<ReadonlyMap<string, Variables | string>> {
  const found = new Map<string, Variables | string>()
  for (const writer of new Set(parts.map((part) => part.writer))) {
    const own = parts.filter((part) => part.writer === writer)
    const reader = await readAs(writer)
    const hidden = (part: Part) =>
      variableNames.find((name) => part.named[name] !== null && !reader.mayRead(objectOf[name]))
    for (const part of own) {
      const name = hidden(part)
      if (name) found.set(part.id, `The author of this script may not read ${objectOf[name]}`)
    }
    const readable = own.filter((part) => !found.has(part.id)).map(({ id, named }) => ({ id, ...named }))
    if (readable.length === 0) continue
    const rows = await reader.query<{ id: string; variables: Variables }>(sql`
      select part.id::text, json_build_object(
        'check', to_jsonb(checks), 'config', to_jsonb(config_items) - 'properties_values',
        'analysis', to_jsonb(config_analysis), 'change', to_jsonb(config_changes)
      ) as variables
      from jsonb_to_recordset(${toJsonText(readable)}::jsonb) as part (
          id uuid, "check" uuid, config uuid, analysis uuid, change uuid
        )
        left join checks on checks.id = part."check"
        left join config_items on config_items.id = part.config
        left join config_analysis on config_analysis.id = part.analysis
        left join config_changes on config_changes.id = part.change`)
    for (const { id, variables } of rows) found.set(id, variables)
  }
  return found
}

const present = (variables: Variables) =>
  Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== null))

/** Reads a value only if the script names it: documents are large, and the health of components must be computed. */
const ifNamed = (name: string, value: Sql): Sql => sql`case when script ~ ${`\\m${name}\\M`} then ${value} end`

/** Incidents whose scripts can still change them. */
const isWatched = sql`incidents.closed is null and incidents.status not in ('closed', 'cancelled')`

const readParts = (db: Queryable): Promise<Part[]> =>
  db.query<Part>(sql`
    select evidences.id::text, script, done, script_result,
      console.writer_of('evidences', evidences.id, evidences.created_by)::text as writer,
      json_build_object(
        'check', ${ifNamed('check', sql`evidences.check_id`)},
        'component', ${ifNamed('component', sql`evidences.component_id`)},
        'config', ${ifNamed('config', sql`evidences.config_id`)},
        'analysis', ${ifNamed('analysis', sql`evidences.config_analysis_id`)},
        'change', ${ifNamed('change', sql`evidences.config_change_id`)}
      ) as named
    from evidences
      join hypotheses on hypotheses.id = evidences.hypothesis_id
      join incidents on incidents.id = hypotheses.incident_id
    where definition_of_done and coalesce(script, '') <> ''
      and ${isWatched}
    order by evidences.id desc limit ${MAX_EVALUATED_ITEMS + 1}`)

const store = (tx: Queryable, evaluated: readonly EvaluatedPart[]): Promise<number> =>
  tx.run(sql`
    update evidences set done = evaluated.done, script_result = evaluated.script_result
    from jsonb_to_recordset(${toJsonText(evaluated)}::jsonb) as evaluated (id uuid, script text, done boolean, script_result text)
    where evidences.id = evaluated.id and evidences.script = evaluated.script`)

/**
 * Resolves incidents whose definition of done is met, and reopens resolved ones with an unmet item. Only items with a
 * script count: manual items are for users to judge.
 * @returns the number of changed incidents.
 */
export const reconcileIncidents = (db: Db): Promise<number> =>
  asSystem(db, (tx) =>
    tx.run(sql`
      with evaluated as (
        select hypotheses.incident_id as id, bool_and(coalesce(evidences.done, false)) as met
        from evidences
          join hypotheses on hypotheses.id = evidences.hypothesis_id
          join incidents on incidents.id = hypotheses.incident_id
        where definition_of_done and coalesce(script, '') <> ''
          and ${isWatched}
        group by hypotheses.incident_id
      )
      update incidents set
        status = case when evaluated.met then 'resolved' else 'open' end,
        resolved = case when evaluated.met then now() end
      from evaluated
      where incidents.id = evaluated.id and ${isWatched} and evaluated.met = (incidents.status <> 'resolved')`)
  )
