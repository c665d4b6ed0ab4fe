import type { Db, Queryable } from '../db/db'
import { json, sql } from '../db/sql'
import type { Evaluate } from '../expression/evaluator'
import { truthOf } from '../expression/truth'
import { asSystem } from './system'
import type { Standings } from './standings'

/** Of the parts of definitions that are looked at in one go. */
const MOST_PARTS = 1000

type Part = {
  id: string
  script: string
  done: boolean | null
  script_result: string | null
  component_id: string | null
  /** What it is evidence of, as JSON has the rows; null where it is not evidence of such a thing. */
  variables: Readonly<Record<string, object | null>>
}

type Judged = { id: string; done: boolean; script_result: string }

/**
 * Lets the scripts of definitions of done say whether their parts are met, for all incidents that are not closed. A script that
 * is wrong, or gives neither true nor false, leaves its part unmet, and its result says why; one that cannot be decided here
 * leaves it as it was.
 * @returns how many parts there are, and how many differ now.
 */
export async function evaluateDone(
  db: Db,
  evaluate: Evaluate,
  standings: Standings
): Promise<{ parts: number; changed: number }> {
  const parts = await readParts(db)
  if (parts.length === 0) return { parts: 0, changed: 0 }
  const components = parts.some(({ component_id: id }) => id !== null) ? await standings() : new Map<string, object>()
  const judged: Judged[] = []
  for (const part of parts) {
    const { id, script, component_id: componentId, variables } = part
    const component = componentId === null ? undefined : components.get(componentId)
    const answer = await evaluate({
      expression: script,
      variables: { ...present(variables), ...(component && { component }) },
    })
    const truth = answer.kind === 'value' ? truthOf(answer.text) : undefined
    const done = answer.kind === 'undecided' ? part.done === true : truth === true
    const result =
      answer.kind !== 'value'
        ? answer.message
        : truth === undefined
          ? `It gives neither true nor false, but ${answer.text}`
          : String(truth)
    judged.push({ id, done, script_result: result })
  }
  const changed = await asSystem(db, (tx) => store(tx, judged))
  return { parts: parts.length, changed }
}

/** Notes that all scripts have been evaluated just now. */
export const noteLook = (db: Queryable): Promise<number> =>
  db.run(
    sql`insert into console.definition_looks (at) values (now()) on conflict (is_only) do update set at = excluded.at`
  )

/** When they were evaluated last, by this process or another; null where they never were. */
export async function lastLook(db: Queryable): Promise<string | null> {
  const [row] = await db.query<{ at: string }>(sql`
    select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at from console.definition_looks`)
  return row?.at ?? null
}

const present = (variables: Part['variables']) =>
  Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== null))

const readParts = (db: Queryable): Promise<Part[]> =>
  db.query<Part>(sql`
    select evidences.id::text, script, done, script_result, evidences.component_id::text,
      json_build_object(
        'check', to_jsonb(checks), 'config', to_jsonb(config_items) - 'properties_values',
        'analysis', to_jsonb(config_analysis), 'change', to_jsonb(config_changes)
      ) as variables
    from evidences
      join hypotheses on hypotheses.id = evidences.hypothesis_id
      join incidents on incidents.id = hypotheses.incident_id
      left join checks on checks.id = evidences.check_id
      left join config_items on config_items.id = evidences.config_id
      left join config_analysis on config_analysis.id = evidences.config_analysis_id
      left join config_changes on config_changes.id = evidences.config_change_id
    where definition_of_done and coalesce(script, '') <> ''
      and incidents.closed is null and incidents.status not in ('closed', 'cancelled')
    order by evidences.id limit ${MOST_PARTS}`)

const store = (tx: Queryable, judged: readonly Judged[]): Promise<number> =>
  tx.run(sql`
    update evidences set done = judged.done, script_result = judged.script_result
    from jsonb_to_recordset(${json(judged)}::jsonb) as judged (id uuid, done boolean, script_result text)
    where evidences.id = judged.id
      and (evidences.done, evidences.script_result) is distinct from (judged.done, judged.script_result)`)

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
        from evidences join hypotheses on hypotheses.id = evidences.hypothesis_id
        where definition_of_done and coalesce(script, '') <> ''
        group by hypotheses.incident_id
      )
      update incidents set
        status = case when judged.met then 'resolved' else 'open' end,
        resolved = case when judged.met then now() end
      from judged
      where incidents.id = judged.id and incidents.closed is null
        and case when judged.met then incidents.status not in ('resolved', 'closed', 'cancelled')
          else incidents.status = 'resolved' end`)
  )
