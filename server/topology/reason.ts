import { collectDescendants, type ComponentChildren, type PropagatedHealth } from './graph'
import type { HealthLevel } from './health'

/** A check or a component that is a cause; `since` in RFC 3339, UTC. */
type NamedCause = { id: string; name: string; since?: string }

type HealthCause =
  /** The component reports it, with its own message if it has one, since its stored health last changed. */
  | { by: 'itself'; reason?: string; since?: string }
  /** The number of its checks or children that are a cause. `named` are the first of them. */
  | { by: 'checks' | 'children'; count: number; of: number; named: readonly NamedCause[] }
  /** Its `healthExpr` sets the health; `reason` when it could not be evaluated. */
  | { by: 'expression'; reason?: string }

/**
 * Why a component is not healthy. The text contains no time: `since`, the start of the present outage of the component
 * itself, is in UTC and is shown next to it in the reader's time zone. Each cause has its own time.
 */
export type ComponentHealthReason = { text: string; since?: string; causes: readonly HealthCause[] }

const MOST_NAMED = 10
const MOST_IN_TEXT = 3

type ReasonInput = {
  /** The data of a component apart from its descendants. */
  name: string
  health: HealthLevel
  statusReason: string | null
  /** When its own health last changed; undefined if that was not recorded. */
  since?: string | undefined
  isHidden: boolean
  checks: readonly (NamedCause & { health: HealthLevel })[]
  /** The error of the expression that sets its health; null: it succeeded; undefined: there is no expression. */
  expression?: string | null | undefined
}

/**
 * Returns the reasons of all components that are not healthy.
 * @param of the data of each component.
 */
export function explainHealth(
  of: ReadonlyMap<string, ReasonInput>,
  rolled: ReadonlyMap<string, PropagatedHealth>,
  children: ComponentChildren
): ReadonlyMap<string, ComponentHealthReason> {
  const reasons = new Map<string, ComponentHealthReason>()

  const stepsOf = (child: string) => rolled.get(child)?.steps ?? 0
  /** The children that are the cause, not the consequence in a cycle. */
  const causing = (id: string, mine: PropagatedHealth): string[] => {
    const alike = (children.get(id) ?? []).filter((child) => rolled.get(child)?.health === mine.health)
    return alike.filter((child) => stepsOf(child) < mine.steps || !collectDescendants(child, children).has(id))
  }

  const isHidden = (id: string) => of.get(id)?.isHidden ?? false
  const named = (id: string): NamedCause => {
    const since = reasons.get(id)?.since
    return { id, name: of.get(id)?.name ?? '', ...(since !== undefined && { since }) }
  }

  const causesOf = (
    known: ReasonInput,
    { health }: PropagatedHealth,
    below: readonly string[],
    all: number
  ): HealthCause[] => {
    if (known.expression !== undefined)
      return [{ by: 'expression', ...(known.expression !== null && { reason: known.expression }) }]
    if (health === 'unknown') return []
    const failing = known.checks.filter((check) => check.health === health)
    const itself: HealthCause = {
      by: 'itself',
      ...(known.statusReason && { reason: known.statusReason }),
      ...(known.since !== undefined && { since: known.since }),
    }
    return [
      ...(known.health === health ? [itself] : []),
      ...counted('checks', failing.map(withoutHealth), known.checks.length),
      ...counted('children', below.map(named), all),
    ]
  }

  // Children come first. Without recursion, because a chain may be as long as the number of components.
  const below = new Map<string, string[]>()
  const left = [...of.keys()]
  for (let id = left.at(-1); id !== undefined; id = left.at(-1)) {
    const [mine, known] = [rolled.get(id), of.get(id)]
    const isOpen = mine !== undefined && mine.health !== 'healthy' && mine.health !== 'unknown'
    if (isOpen && !below.has(id)) {
      below.set(id, causing(id, mine))
      left.push(...(below.get(id) ?? []).filter((child) => !below.has(child)))
      continue
    }
    left.pop()
    if (!mine || !known || mine.health === 'healthy' || reasons.has(id)) continue
    const causes = causesOf(known, mine, below.get(id) ?? [], children.get(id)?.length ?? 0)
    reasons.set(id, buildReason(mine.health, causes, outageStart(causes, isHidden)))
  }
  return reasons
}

const withoutHealth = ({ id, name, since }: NamedCause): NamedCause => ({
  id,
  name,
  ...(since !== undefined && { since }),
})

const counted = (by: 'checks' | 'children', some: readonly NamedCause[], of: number): HealthCause[] =>
  some.length > 0 ? [{ by, count: some.length, of, named: some }] : []

/**
 * The start of the present outage of a component.
 *
 * - If it reports its health itself: when that health last changed, else the start of its own failing checks. A child may
 *   have failed long before and says nothing about that report.
 * - If its health follows from checks and children: the earliest start among them. All of them last until now, so they
 *   overlap without a gap. Hidden children count only if nothing else is a cause.
 */
function outageStart(causes: readonly HealthCause[], isHidden: (child: string) => boolean): string | undefined {
  const checks = causes.flatMap((cause) => (cause.by === 'checks' ? cause.named : []))
  const itself = causes.find((cause) => cause.by === 'itself')
  if (itself) return itself.since ?? earliest(checks)
  const children = causes.flatMap((cause) => (cause.by === 'children' ? cause.named : []))
  const shown = [...checks, ...children.filter(({ id }) => !isHidden(id))]
  return earliest(shown.length > 0 ? shown : children)
}

const earliest = (some: readonly NamedCause[]): string | undefined =>
  some.flatMap(({ since }) => since ?? []).toSorted()[0]

function buildReason(
  health: HealthLevel,
  causes: readonly HealthCause[],
  since: string | undefined
): ComponentHealthReason {
  const shown = causes.map((cause) =>
    'named' in cause ? { ...cause, named: cause.named.filter(({ name }) => name !== '').slice(0, MOST_NAMED) } : cause
  )
  const text = causes.length === 0 ? NOTHING_KNOWN : `${health}, ${causes.map(describeCause).join('; ')}`
  return { text, ...(since !== undefined && { since }), causes: shown }
}

const NOTHING_KNOWN = 'unknown, no health reported'

function describeCause(cause: HealthCause): string {
  if (cause.by === 'itself')
    return cause.reason === undefined ? 'reported by the component' : `reported by the component: ${cause.reason}`
  if (cause.by === 'expression')
    return cause.reason === undefined ? 'set by its healthExpr' : `its healthExpr cannot be evaluated: ${cause.reason}`
  const { by, count, of, named } = cause
  const one = by === 'checks' ? 'check' : 'child'
  const names = named.map(({ name }) => name).filter((name) => name !== '')
  const more = count - Math.min(names.length, MOST_IN_TEXT)
  const listed = [...names.slice(0, MOST_IN_TEXT), ...(more > 0 && names.length > 0 ? [`${more} more`] : [])]
  const whole = `caused by ${count} of ${of} ${of === 1 ? one : by}`
  return listed.length > 0 ? `${whole}: ${listed.join(', ')}` : whole
}
