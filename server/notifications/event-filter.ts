import { shorten } from '@/shared/format'
import type { Evaluate } from '../platform/expression/evaluator'
import type { TemplateEnv } from '../platform/expression/template'
import { parseTruth } from '../platform/expression/truth'

/** `failed`: the filter has to be changed; the error is a sentence. `unavailable`: there is no result now. */
export type FilterResult =
  { kind: 'decided'; matches: boolean } | { kind: 'failed'; error: string } | { kind: 'unavailable' }

/** The variables of an event, of which every event has some. */
const subjects = [
  'check',
  'canary',
  'config',
  'component',
  'incident',
  'responder',
  'comment',
  'evidence',
  'playbook',
  'approval',
  'status',
  'agent',
] as const

/**
 * Whether an event passes the filter of a silence or a rule. A filter about another kind of resource does not match:
 * `config.type == 'Kubernetes::Pod'` neither matches the event of a check nor fails for it. The same holds for a label, a
 * tag or a part of a document that the resource does not have; only a member that no resource has is a mistake.
 * @param owner whose time the evaluation takes.
 */
export async function evaluateEventFilter(
  filter: string,
  env: TemplateEnv,
  evaluate: Evaluate,
  owner: string
): Promise<FilterResult> {
  const absent = subjects.filter((name) => !Object.hasOwn(env, name))
  const variables = { ...env, ...Object.fromEntries(absent.map((name) => [name, {}])) }
  const answer = await evaluate({ expression: filter, variables }, owner)
  if (answer.kind === 'value') {
    const matches = typeof answer.value === 'boolean' ? answer.value : parseTruth(answer.text)
    if (matches !== undefined) return { kind: 'decided', matches }
    return failed(filter, `returns ${shorten(answer.text, 300)}, not true or false`)
  }
  if (answer.kind === 'undecided') {
    if (answer.isTemporary) return { kind: 'unavailable' }
    if (answer.isCostly) return failed(filter, `needs too much time or memory: ${answer.message}`)
    return failed(filter, `needs ${answer.message}, which the embedded backend does not support`)
  }
  const again = await evaluate({ expression: filter, variables: env, unsupported: absent }, owner)
  if (again.kind === 'undecided')
    return again.isTemporary ? { kind: 'unavailable' } : { kind: 'decided', matches: false }
  if (answer.absentKey !== undefined && !isMember(filter, answer.absentKey)) return { kind: 'decided', matches: false }
  return failed(filter, `cannot be evaluated: ${answer.message}`)
}

const members = new RegExp(`(?<![\\w.])(?:${subjects.join('|')})\\s*\\.\\s*(\\w+)`, 'g')

/** Whether a filter reads a key as a member of a resource: `check.tier`, not `check.labels.tier`. */
const isMember = (filter: string, key: string): boolean =>
  [...filter.matchAll(members)].some(([, name]) => name === key)

const failed = (filter: string, why: string) =>
  ({ kind: 'failed', error: `The filter ${shorten(filter, 300)} ${why}.` }) as const
