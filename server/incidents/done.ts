import type { Db, Queryable } from '../db/db'
import { json, type Sql, sql } from '../db/sql'
import type { Answer } from '../expression/evaluate'
import type { Evaluate } from '../expression/evaluator'
import { truthOf } from '../expression/truth'
import { HttpError } from '../http/errors'
import { asSystem } from './system'
import type { EvidenceHealth, ReadEvidenceHealth } from './evidence-health'

/** Of the parts of definitions that are looked at in one go: the newest. */
export const MOST_PARTS = 1000

type Part = {
  id: string
  script: string
  done: boolean | null
  script_result: string | null
  component_id: string | null
  /** What it is evidence of, as JSON has the rows; null where it is not evidence of such a thing. */
  variables: Readonly<Record<string, object | null>>
}

type Judged = { id: string; script: string; done: boolean; script_result: string }

/** By the ids of parts, what their scripts have said that took too long: it is not asked again. */
export type Costly = Map<string, { script: string; answer: Answer }>

/**
 * Lets the scripts of definitions of done say whether their parts are met, for all incidents that are not closed. A script that
 * is wrong, or gives neither true nor false, leaves its part unmet, and its result says why; one that cannot be decided here
 * leaves it as it was.
 * @returns how many parts there are, how many differ now, and whether there are older ones that were not looked at.
 */
export async function evaluateDone(
  db: Db,
  evaluate: Evaluate,
  standings: ReadEvidenceHealth,
  costly: Costly
): Promise<{ parts: number; changed: number; isCut: boolean }> {
  const found = await readParts(db)
  const parts = found.slice(0, MOST_PARTS)
  const standing = await standingOf(parts, standings)
  const judged: Judged[] = []
  for (const part of parts) {
    const { id, script, component_id: componentId, variables } = part
    const component = componentId === null ? undefined : standing(componentId)
    const known = costly.get(id)
    const answer: Answer =
      typeof component === 'string'
        ? { kind: 'undecided', message: component }
        : known?.script === script
          ? known.answer
          : await evaluate({
              expression: script,
              variables: { ...present(variables), ...(component && { component }) },
            })
    if (answer.kind === 'undecided' && answer.isCostly) costly.set(id, { script, answer })
    const truth = answer.kind === 'value' ? truthOf(answer.text) : undefined
    const done = answer.kind === 'undecided' ? part.done === true : truth === true
    const result =
      answer.kind !== 'value'
        ? answer.message
        : truth === undefined
          ? `It gives neither true nor false, but ${answer.text}`
          : String(truth)
    if (done !== (part.done ?? false) || result !== part.script_result)
      judged.push({ id, script, done, script_result: result })
  }
  const changed = judged.length === 0 ? 0 : await asSystem(db, (tx) => store(tx, judged))
  return { parts: parts.length, changed, isCut: found.length > parts.length }
}

/** How the components of some parts stand: undefined for one that is gone, and a sentence where that cannot be found out. */
async function standingOf(
  parts: readonly Part[],
  standings: ReadEvidenceHealth
): Promise<(id: string) => EvidenceHealth | string | undefined> {
  const ids = [...new Set(parts.flatMap(({ component_id: id }) => id ?? []))]
  if (ids.length === 0) return () => undefined
  try {
    const found = await standings(ids)
    return (id) => found.get(id)
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    // What is about checks is evaluated all the same.
    return () => error.message
  }
}

/** Notes that all scripts have been evaluated just now. */
export const noteLook = (db: Queryable): Promise<number> =>
  db.run(
    sql`insert into console.definition_evaluations (at) values (now()) on conflict (is_only) do update set at = excluded.at`
  )

/** When they were evaluated last, by this process or another; null where they never were. */
export async function lastLook(db: Queryable): Promise<string | null> {
  const [row] = await db.query<{ at: string }>(sql`
    select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at from console.definition_evaluations`)
  return row?.at ?? null
}

const present = (variables: Part['variables']) =>
  Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== null))

/** What a script that does not name it has no use for is not read: documents are large, and components are rolled up. */
const ifNamed = (name: string, value: Sql): Sql => sql`case when script ~ ${`\\m${name}\\M`} then ${value} end`

/** Of incidents that can still change by their scripts. */
const isWatched = sql`incidents.closed is null and incidents.status not in ('closed', 'cancelled')`

const readParts = (db: Queryable): Promise<Part[]> =>
  db.query<Part>(sql`
    select evidences.id::text, script, done, script_result, ${ifNamed('component', sql`evidences.component_id::text`)} as component_id,
      json_build_object(
        'check', ${ifNamed('check', sql`to_jsonb(checks)`)},
        'config', ${ifNamed('config', sql`to_jsonb(config_items) - 'properties_values'`)},
        'analysis', ${ifNamed('analysis', sql`to_jsonb(config_analysis)`)},
        'change', ${ifNamed('change', sql`to_jsonb(config_changes)`)}
      ) as variables
    from evidences
      join hypotheses on hypotheses.id = evidences.hypothesis_id
      join incidents on incidents.id = hypotheses.incident_id
      left join checks on checks.id = evidences.check_id
      left join config_items on config_items.id = evidences.config_id
      left join config_analysis on config_analysis.id = evidences.config_analysis_id
      left join config_changes on config_changes.id = evidences.config_change_id
    where definition_of_done and coalesce(script, '') <> ''
      and ${isWatched}
    order by evidences.id desc limit ${MOST_PARTS + 1}`)

const store = (tx: Queryable, judged: readonly Judged[]): Promise<number> =>
  tx.run(sql`
    update evidences set done = judged.done, script_result = judged.script_result
    from jsonb_to_recordset(${json(judged)}::jsonb) as judged (id uuid, script text, done boolean, script_result text)
    where evidences.id = judged.id and evidences.script = judged.script`)

/**
 * Resolves incidents whose definition of done is met, and opens those again of which a part is unmet while they are resolved.
 * Only parts with a script count: what people tick, they weigh themselves.
 * @returns how many changed.
 */
export const reconcile = (db: Db): Promise<number> =>
  asSystem(db, (tx) =>
    tx.run(sql`
      with judged as (
        select hypotheses.incident_id as id, bool_and(coalesce(evidences.done, false)) as met
        from evidences
          join hypotheses on hypotheses.id = evidences.hypothesis_id
          join incidents on incidents.id = hypotheses.incident_id
        where definition_of_done and coalesce(script, '') <> ''
          and ${isWatched}
        group by hypotheses.incident_id
      )
      update incidents set
        status = case when judged.met then 'resolved' else 'open' end,
        resolved = case when judged.met then now() end
      from judged
      where incidents.id = judged.id and ${isWatched} and judged.met = (incidents.status <> 'resolved')`)
  )
