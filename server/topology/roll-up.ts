import type { ExpressionResult } from '../platform/expression/evaluate'
import type { Evaluate } from '../platform/expression/evaluator'
import { HttpError } from '../http/errors'
import { collectChildren, type ComponentLink, propagateHealth, collectDescendants } from './graph'
import { type HealthLevel, toHealthLevel, isHealthLevel, worstHealth } from './health'
import { type ComponentHealthReason, explainHealth } from './reason'

/** The counts of a component and all its descendants. Members with a count of zero are absent. */
type RolledUpSummary = {
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

/** An item that counts once for a component, however many paths lead to it. */
export type CountedItem = {
  /** Identifies the item. */
  key: string
  of: 'checks' | 'incidents' | 'insights'
  /** The names under which it is counted: a status, or a type and a severity. */
  under: readonly [string] | readonly [string, string]
  count: number
}

/** The data of a component before the roll-up. */
export type RollUpComponent = {
  id: string
  name: string
  /** Null for a root. */
  parentId: string | null
  /** The stored status; empty when none is reported. */
  status: string
  /** Null when none is reported; then a status that names a health counts. */
  health: string | null
  statusReason: string | null
  /** When its own health last changed, RFC 3339 in UTC; undefined if that was not recorded. */
  since?: string | undefined
  isHidden: boolean
  statusExpr: string | null
  healthExpr: string | null
  /** All its members, for expressions. */
  self: Readonly<Record<string, unknown>>
  checks: readonly RollUpCheck[]
  counted: readonly CountedItem[]
}

/** `since` in RFC 3339, UTC; the name is empty for callers who may not read checks. */
type RollUpCheck = { id: string; name: string; status: string; since?: string }

export type RolledUpComponent = {
  status: string
  health: HealthLevel
  summary: RolledUpSummary
  reason?: ComponentHealthReason
}

const buckets = ['healthy', 'unhealthy', 'warning', 'info'] as const

/**
 * The number of components visited while counting for their ancestors: half a second. Ten thousand components in ten
 * levels take a tenth of it.
 */
const MOST_VISITS = 2_000_000

/** After this number of expressions that take too long, the others are not evaluated. */
const MOST_UNDECIDED = 2

/**
 * Aggregates status, health and counts from checks and children to their ancestors.
 * @param links further parents, in addition to each component's own.
 * @param evaluate evaluates on behalf of the caller.
 * @throws {HttpError} 400 when that would take too long.
 */
export async function rollUp(
  components: readonly RollUpComponent[],
  links: readonly ComponentLink[],
  evaluate: Evaluate
): Promise<ReadonlyMap<string, RolledUpComponent>> {
  const of = new Map(components.map((one) => [one.id, one]))
  const own = components.flatMap(({ id, parentId }): ComponentLink[] => (parentId === null ? [] : [[parentId, id]]))
  const children = collectChildren([...of.keys()], [...own, ...links])
  // Children by a relationship count as well, but do not make a component a group.
  const groups = new Set(own.map(([parent]) => parent))
  const ask = createEvaluator(evaluate)

  const states = new Map<string, State>()
  for (const one of components) states.set(one.id, await initialState(one, groups.has(one.id), ask))
  const summaries = new Map<string, RolledUpSummary>()
  let visits = 0
  for (const { id } of components) {
    const counted = collectDescendants(id, children)
    visits += counted.size
    if (visits > MOST_VISITS) throw new HttpError(400, 'The components are nested too deep to be counted')
    summaries.set(id, summarise(counted, of, states))
  }
  for (const one of components)
    if (groups.has(one.id)) await applyExpressions(one, states.get(one.id), summaries.get(one.id) ?? {}, ask)

  const fixed = new Set([...states].flatMap(([id, { expression }]) => (expression === undefined ? [] : [id])))
  const rolled = propagateHealth(new Map([...states].map(([id, { health }]) => [id, health])), children, fixed)
  const reasons = explainHealth(
    new Map(
      components.map(({ id, name, statusReason, since, isHidden, status, health, checks }) => [
        id,
        {
          name,
          statusReason,
          since,
          isHidden,
          health: toHealthLevel(health ?? status),
          checks: checks.map(({ status: found, ...check }) => ({ ...check, health: toHealthLevel(found) })),
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

/**
 * The component's own data: `expression` is null when its expression set the health, a text when the expression
 * failed.
 */
type State = { status: string; health: HealthLevel; expression?: string | null; bucket?: string }

/**
 * The expressions of a leaf are evaluated at once, since its ancestors count it; those of a group once its summary is
 * known.
 */
async function initialState(component: RollUpComponent, isGroup: boolean, ask: Ask): Promise<State> {
  const { status, health, checks, counted } = component
  const state: State = {
    status,
    health: worstHealth([toHealthLevel(health ?? status), ...checks.map((check) => toHealthLevel(check.status))]),
  }
  if (isGroup) return state
  const counts = sumCounts(counted)
  const stored = findBucket(status)
  await applyExpressions(component, state, stored === undefined ? counts : { ...counts, [stored]: 1 }, ask)
  const bucket = findBucket(state.status || state.health)
  return { ...state, ...(bucket !== undefined && { bucket }) }
}

/** Sets status and health with the expressions of a component. */
async function applyExpressions(
  component: RollUpComponent,
  state: State | undefined,
  summary: RolledUpSummary,
  ask: Ask
): Promise<void> {
  if (!state) return
  const { statusExpr, healthExpr } = component
  if (statusExpr) {
    const answer = await ask(statusExpr, component, summary)
    if (answer.kind === 'value') state.status = answer.text
  }
  if (!healthExpr) return
  const answer = await ask(healthExpr, component, summary)
  const isValid = answer.kind === 'value' && isHealthLevel(answer.text)
  state.health = isValid ? (answer.text as HealthLevel) : 'unknown'
  state.expression = isValid ? null : answer.kind === 'value' ? 'it does not return a health' : answer.message
}

type Ask = (expression: string, component: RollUpComponent, summary: RolledUpSummary) => Promise<ExpressionResult>

const createEvaluator = (evaluate: Evaluate): Ask => {
  let undecided = 0
  return async (expression, { self, counted }, summary) => {
    if (undecided >= MOST_UNDECIDED) return { kind: 'undecided', message: 'other expressions take too long' }
    const answer = await evaluate({
      expression,
      variables: {
        summary: integers({ ...Object.fromEntries(buckets.map((bucket) => [bucket, 0])), ...summary }),
        checks: integers(sumCounts(counted).checks ?? {}),
        self,
      },
    })
    if (answer.kind === 'undecided') undecided++
    return answer
  }
}

/** Counts are integers in expressions. */
const integers = (value: object): object =>
  Object.fromEntries(
    Object.entries(value).map(([name, one]: [string, unknown]) => [
      name,
      typeof one === 'number' ? BigInt(one) : integers(one as object),
    ])
  )

/** Other statuses, which providers choose freely, are not counted. */
const findBucket = (status: string) => buckets.find((bucket) => bucket === status)

function summarise(
  ids: ReadonlySet<string>,
  of: ReadonlyMap<string, RollUpComponent>,
  states: ReadonlyMap<string, State>
): RolledUpSummary {
  const counted = new Map<string, CountedItem>()
  const leaves: Record<string, number> = {}
  for (const id of ids) {
    const bucket = states.get(id)?.bucket
    if (bucket !== undefined) leaves[bucket] = (leaves[bucket] ?? 0) + 1
    for (const one of of.get(id)?.counted ?? []) counted.set(one.key, one)
  }
  return { ...leaves, ...sumCounts(counted.values()) }
}

/** Sums the counts by name. */
export function sumCounts(counted: Iterable<CountedItem>): Pick<RolledUpSummary, 'checks' | 'incidents' | 'insights'> {
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
