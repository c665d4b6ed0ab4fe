import { isRecord } from '@/shared/document/value'
import { formatNames } from '@/shared/format'

/** The phrase for each member of a selector, in reading order. */
const said: readonly [member: string, (value: string) => string][] = [
  ['name', (value) => `called ${value}`],
  ['type', (value) => `of type ${value}`],
  ['types', (value) => `of type ${value}`],
  ['namespace', (value) => `in ${value}`],
  ['scope', (value) => `of ${value}`],
  ['labelSelector', (value) => `with ${value}`],
  ['tagSelector', (value) => `with tags ${value}`],
  ['fieldSelector', (value) => `with properties ${value}`],
  ['search', (value) => `found by ${value}`],
  ['statuses', (value) => `stored as ${value}`],
  ['health', (value) => `stored as ${value}`],
  ['id', (value) => `with the id ${value}`],
  ['agent', (value) => (value === 'all' ? 'of all agents' : `of agent ${value}`)],
]

const textOf = (value: unknown): string =>
  (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string' && one !== '').join(', ')

function describeSelector(what: string, selector: unknown): string {
  const parts = isRecord(selector)
    ? said.flatMap(([member, say]) => {
        const text = textOf(selector[member])
        return text === '' ? [] : [say(text)]
      })
    : []
  return [what, ...parts].join(' ')
}

/** The selectors for a kind in a spec. A value that is not a list selects nothing. */
export const selectionsIn = (spec: unknown, kind: 'components' | 'checks'): readonly unknown[] =>
  isRecord(spec) && Array.isArray(spec[kind]) ? (spec[kind] as unknown[]) : []

/** The statuses that open an incident, as part of a sentence. */
function describeStatuses(spec: unknown): string {
  const filter = isRecord(spec) ? spec['filter'] : undefined
  const statuses = isRecord(filter) && Array.isArray(filter['status']) ? filter['status'].map(String) : []
  return statuses.length > 0 ? statuses.join(' or ') : 'unhealthy'
}

/** The resources that a rule watches, as part of a sentence: `unhealthy components of type Service`. */
export function describeWatched(spec: unknown): string {
  const selections = (['components', 'checks'] as const).flatMap((kind) =>
    selectionsIn(spec, kind).map((selector) => describeSelector(kind, selector))
  )
  return selections.length === 0 ? 'nothing' : `${describeStatuses(spec)} ${formatNames(selections)}`
}
