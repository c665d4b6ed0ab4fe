import type { Answer } from '../expression/evaluate'
import type { Evaluate } from '../expression/evaluator'
import { HttpError } from '../http/errors'
import { childrenIn, type Link, spread, withDescendants } from './graph'
import { type Health, healthOf, isHealth, worstOf } from './health'
import { type Reason, reasonsFor } from './reason'

/** What a component and everything below it count to. Members that count nothing are absent. */
export type Summary = {
  healthy?: number
  unhealthy?: number
  warning?: number
  info?: number
  /** By status. */
  checks?: Record<string, number>
  /** By type and severity. */
  incidents?: Record<string, Record<string, number>>
  insights?: Record<string, Record<string, number>>
}

/** Something that counts once for a component, by whichever ways it is reached. */
export type Counted = {
  /** What it is, so that it is recognised. */
  key: string
  of: 'checks' | 'incidents' | 'insights'
  /** The names under which it is counted: a status, or a type and a severity. */
  under: readonly [string] | readonly [string, string]
  count: number
}

/** What is known of a component before anything is rolled up. */
export type Component = {
  id: string
  name: string
  /** Null for one that stands at the top. */
  parentId: string | null
  /** As it is stored; empty when nobody said. */
  status: string
  /** Null when nobody said; then a status that names one counts. */
  health: string | null
  statusReason: string | null
  statusExpr: string | null
  healthExpr: string | null
  /** All of it, as expressions read it. */
  self: Readonly<Record<string, unknown>>
  checks: readonly Check[]
  counted: readonly Counted[]
}

/** `since` in RFC 3339, UTC; the name is empty for whoever may not know it. */
export type Check = { id: string; name: string; status: string; since?: string }

export type RolledUp = { status: string; health: Health; summary: Summary; reason?: Reason }

const buckets = ['healthy', 'unhealthy', 'warning', 'info'] as const

/** Of components while others above them are summed up: half a second. Ten thousand in ten levels are a tenth of it. */
const MOST_VISITS = 2_000_000

/** When so many expressions could not be decided, as they take too long, the others are not tried. */
const MOST_UNDECIDED = 2

/**
 * Rolls status, health and counts up, from checks and children to what stands above them.
 * @param links further parents, beside each component's own.
 * @throws {HttpError} 400 when that would take too long.
 */
export async function rollUp(
  components: readonly Component[],
  links: readonly Link[],
  evaluate: Evaluate
): Promise<ReadonlyMap<string, RolledUp>> {
  const of = new Map(components.map((one) => [one.id, one]))
  const own = components.flatMap(({ id, parentId }): Link[] => (parentId === null ? [] : [[parentId, id]]))
  const children = childrenIn([...of.keys()], [...own, ...links])
  // Others that stand under it by a relationship count, too, but make no group of it.
  const groups = new Set(own.map(([parent]) => parent))
  const ask = asking(evaluate)

  const states = new Map<string, State>()
  for (const one of components) states.set(one.id, await stateOf(one, groups.has(one.id), ask))
  const summaries = new Map<string, Summary>()
  let visits = 0
  for (const { id } of components) {
    const counted = withDescendants(id, children)
    visits += counted.size
    if (visits > MOST_VISITS) throw new HttpError(400, 'Components stand too deep below each other to be counted')
    summaries.set(id, summaryOf(counted, of, states))
  }
  for (const one of components)
    if (groups.has(one.id)) await decide(one, states.get(one.id), summaries.get(one.id) ?? {}, ask)

  const fixed = new Set([...states].flatMap(([id, { expression }]) => (expression === undefined ? [] : [id])))
  const rolled = spread(new Map([...states].map(([id, { health }]) => [id, health])), children, fixed)
  const reasons = reasonsFor(
    new Map(
      components.map(({ id, name, statusReason, status, health, checks }) => [
        id,
        {
          name,
          statusReason,
          health: healthOf(health ?? status),
          checks: checks.map(({ status: found, ...check }) => ({ ...check, health: healthOf(found) })),
          expression: states.get(id)?.expression,
        },
      ])
    ),
    rolled,
    children
  )
  return new Map(
    components.map(({ id }) => {
      const { health } = rolled.get(id) ?? { health: 'unknown' as const }
      const reason = reasons.get(id)
      const status = states.get(id)?.status || health
      return [id, { status, health, summary: summaries.get(id) ?? {}, ...(reason && { reason }) }]
    })
  )
}

/** What is known of a component by itself: `expression` is null when its expression decided, a text when that failed. */
type State = { status: string; health: Health; expression?: string | null; bucket?: string }

/** A leaf is decided at once, since what stands above counts it; a group when its summary is known. */
async function stateOf(component: Component, isGroup: boolean, ask: Ask): Promise<State> {
  const { status, health, checks, counted } = component
  const state: State = {
    status,
    health: worstOf([healthOf(health ?? status), ...checks.map((check) => healthOf(check.status))]),
  }
  if (isGroup) return state
  const counts = tally(counted)
  const stored = bucketOf(status)
  await decide(component, state, stored === undefined ? counts : { ...counts, [stored]: 1 }, ask)
  const bucket = bucketOf(state.status || state.health)
  return { ...state, ...(bucket !== undefined && { bucket }) }
}

/** Lets the expressions of a component say its status and its health. */
async function decide(component: Component, state: State | undefined, summary: Summary, ask: Ask): Promise<void> {
  if (!state) return
  const { statusExpr, healthExpr } = component
  if (statusExpr) {
    const answer = await ask(statusExpr, component, summary)
    if (answer.kind === 'value') state.status = answer.text
  }
  if (!healthExpr) return
  const answer = await ask(healthExpr, component, summary)
  const isSaid = answer.kind === 'value' && isHealth(answer.text)
  state.health = isSaid ? (answer.text as Health) : 'unknown'
  state.expression = isSaid ? null : answer.kind === 'value' ? 'it gives no health' : answer.message
}

type Ask = (expression: string, component: Component, summary: Summary) => Promise<Answer>

const asking = (evaluate: Evaluate): Ask => {
  let undecided = 0
  return async (expression, { self, counted }, summary) => {
    if (undecided >= MOST_UNDECIDED) return { kind: 'undecided', message: 'other expressions take too long' }
    const answer = await evaluate({
      expression,
      variables: {
        summary: integers({ ...Object.fromEntries(buckets.map((bucket) => [bucket, 0])), ...summary }),
        checks: integers(tally(counted).checks ?? {}),
        self,
      },
    })
    if (answer.kind === 'undecided') undecided++
    return answer
  }
}

/** Counts are integers to expressions. */
const integers = (value: object): object =>
  Object.fromEntries(
    Object.entries(value).map(([name, one]: [string, unknown]) => [
      name,
      typeof one === 'number' ? BigInt(one) : integers(one as object),
    ])
  )

/** Other statuses, which are anything that a provider says, count nowhere. */
const bucketOf = (status: string) => buckets.find((bucket) => bucket === status)

function summaryOf(
  ids: ReadonlySet<string>,
  of: ReadonlyMap<string, Component>,
  states: ReadonlyMap<string, State>
): Summary {
  const counted = new Map<string, Counted>()
  const leaves: Record<string, number> = {}
  for (const id of ids) {
    const bucket = states.get(id)?.bucket
    if (bucket !== undefined) leaves[bucket] = (leaves[bucket] ?? 0) + 1
    for (const one of of.get(id)?.counted ?? []) counted.set(one.key, one)
  }
  return { ...leaves, ...tally(counted.values()) }
}

/** How much there is of each. */
export function tally(counted: Iterable<Counted>): Pick<Summary, 'checks' | 'incidents' | 'insights'> {
  const found: { checks?: Record<string, number> } & Record<
    'incidents' | 'insights',
    Record<string, Record<string, number>> | undefined
  > = { incidents: undefined, insights: undefined }
  for (const { of, under, count } of counted) {
    const [first, second = ''] = under
    if (of === 'checks') add((found.checks ??= {}), first, count)
    else add(((found[of] ??= {})[first] ??= {}), second, count)
  }
  const { checks, incidents, insights } = found
  return { ...(checks && { checks }), ...(incidents && { incidents }), ...(insights && { insights }) }
}

const add = (counts: Record<string, number>, name: string, count: number) => {
  counts[name] = (counts[name] ?? 0) + count
}
