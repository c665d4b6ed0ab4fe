import { redactAndClip } from '../platform/outside/redaction'
import { type CheckDetails, MAX_MESSAGE_LENGTH, type CheckOutcome } from './outcome'
import type { TransformedCheck } from './transform'

/**
 * Returns the specs that a row of `checks` represents. Several entries of a canary with the same type and name are one
 * row, whose spec lists them under the key of their type, as the canary does. For every supported type, that key
 * equals the type.
 */
export function listSpecs(type: string, spec: unknown): readonly unknown[] {
  if (typeof spec !== 'object' || spec === null) return [spec]
  const [[key, several] = [], ...others] = Object.entries(spec)
  return key === type && others.length === 0 && Array.isArray(several) && several.length > 1 ? several : [spec]
}

/**
 * Merges the outcomes into one. The first failed outcome decides; without one, the first without a verdict; otherwise
 * the check passes with the duration of the slowest.
 * @param outcomes in the order of the canary; at least one.
 */
export function mergeOutcomes(outcomes: readonly CheckOutcome[]): CheckOutcome {
  const passed = outcomes.filter((one) => one.kind === 'passed')
  const decisive =
    outcomes.find(({ kind }) => kind === 'failed' || kind === 'invalid') ??
    outcomes.find(({ kind }) => kind === 'notRun')
  const rules = outcomes.flatMap((one) => ('rules' in one ? (one.rules ?? []) : []))
  const transformed = transformedBy(outcomes)
  if (decisive?.kind === 'failed') {
    const { transformed: _, ...failed } = decisive
    return { ...failed, rules, ...(transformed && { transformed }) }
  }
  if (decisive) return decisive
  const messages = new Set(passed.map(({ message }) => message))
  return {
    kind: 'passed',
    durationMs: Math.max(...passed.map(({ durationMs }) => durationMs)),
    message: redactAndClip([...messages].join('; '), MAX_MESSAGE_LENGTH),
    details: Object.assign({}, ...passed.map(({ details }) => details)) as CheckDetails,
    rules,
    ...(transformed && { transformed }),
  }
}

/** All transformed checks; undefined when an outcome that did not pass may have had more. */
function transformedBy(outcomes: readonly CheckOutcome[]): TransformedCheck[] | undefined {
  const lists = outcomes.map((one) => ('transformed' in one ? one.transformed : undefined))
  const isWhole = outcomes.every(({ kind }, at) => kind === 'passed' || lists[at])
  return isWhole && lists.some(Boolean) ? lists.flatMap((list) => list ?? []) : undefined
}
