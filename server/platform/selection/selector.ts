import { z } from 'zod'
import { LOCAL_AGENT } from '../jobs/job-history'

/** A check, a component or a config item that selectors can match. */
export type Selectable = {
  id: string
  name: string
  namespace: string | null
  type: string | null
  status: string | null
  health: string | null
  agent: { id: string; name: string }
  labels: Texts
  tags: Texts
  properties: Texts
  /** Its source: a canary, a topology or a scraper, as id and as `namespace/name`. */
  scope: readonly string[]
  isDeleted: boolean
}
type Texts = Readonly<Record<string, string>>

/** Limits the length, because selectors are matched against one resource after another. */
const LONGEST = 10_000
const text = z.string().max(LONGEST).nullish()
const list = z.array(z.string().max(LONGEST)).max(1000).nullish()

/** Members are combined with AND. */
export const selectorSchema = z.object({
  id: text,
  name: text,
  namespace: text,
  types: list,
  statuses: list,
  health: text,
  labelSelector: text,
  tagSelector: text,
  fieldSelector: text,
  scope: text,
  agent: text,
  search: text,
  includeDeleted: z.boolean().nullish(),
})
export type Selector = z.infer<typeof selectorSchema>

/** Whether a selector is `{name: "*"}`, which alone selects everything, on any agent. */
export const isWildcardSelector = (rules: Selector): boolean =>
  rules.name === '*' &&
  Object.entries(rules).every(([member, value]) => member === 'name' || value === undefined || value === null)

/** Whether a selector matches a resource. An empty one, or one with only an agent, matches nothing. */
export function matchesSelector(rules: Selector, resource: Selectable): boolean {
  const conditions = [
    rules.id && matchesList(rules.id, resource.id),
    rules.name && matchesList(rules.name, resource.name),
    rules.namespace && matchesList(rules.namespace, resource.namespace),
    rules.types?.length && matchesList(rules.types.join(','), resource.type),
    rules.statuses?.length && matchesList(rules.statuses.join(','), resource.status),
    rules.health && matchesList(rules.health, resource.health),
    rules.labelSelector && matchesLabelSelector(rules.labelSelector, resource.labels),
    rules.tagSelector && matchesLabelSelector(rules.tagSelector, resource.tags),
    rules.fieldSelector && matchesLabelSelector(rules.fieldSelector, resource.properties),
    rules.scope && resource.scope.includes(rules.scope),
    rules.search && matchesSearch(rules.search, resource),
  ].filter((one) => typeof one === 'boolean')
  return (
    conditions.length > 0 &&
    conditions.every(Boolean) &&
    (rules.includeDeleted === true || !resource.isDeleted) &&
    isAgent(rules.agent, resource.agent)
  )
}

function isAgent(expected: string | null | undefined, { id, name }: Selectable['agent']): boolean {
  if (!expected) return id === LOCAL_AGENT
  return expected === 'all' || expected === id || expected === name
}

/** `a,b*,*c,!d`: one of the items without `!`, if there are any, and none of those with it. */
export function matchesList(written: string, value: string | null): boolean {
  const items = written.split(',').map((item) => item.trim())
  const excluded = items.filter((item) => item.startsWith('!')).map((item) => item.slice(1))
  const included = items.filter((item) => item !== '' && !item.startsWith('!'))
  if (value === null) return included.includes('*')
  return !excluded.some((item) => like(item, value)) && (included.length === 0 || included.some((i) => like(i, value)))
}

function like(pattern: string, value: string): boolean {
  const bare = pattern.replace(/^\*|\*$/g, '')
  if (pattern === '*') return true
  if (pattern.startsWith('*') && pattern.endsWith('*')) return value.includes(bare)
  if (pattern.endsWith('*')) return value.startsWith(bare)
  if (pattern.startsWith('*')) return value.endsWith(bare)
  return value === pattern
}

const requirement =
  /^(?:(?<absent>!)\s*(?<missing>[^\s=!,()]+)|(?<key>[^\s=!,()]+)(?:\s*(?<op>==|=|!=)\s*(?<value>[^\s,()]*)|\s+(?<set>in|notin)\s*\((?<values>[^)]*)\))?)$/

/** A label selector's condition on one key. `in` and `notin` have values. */
type LabelRequirement = { key: string; op: 'exists' | 'missing' | 'in' | 'notin'; values: readonly string[] }

/**
 * Parses Kubernetes label selectors: `a=b,c!=d,e in (x,y),f notin (z),g,!h`.
 * @returns undefined for an invalid selector.
 */
export function parseLabelSelector(written: string): LabelRequirement[] | undefined {
  const requirements = splitRequirements(written)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(parseRequirement)
  return requirements.every((one) => one !== undefined) ? requirements : undefined
}

function parseRequirement(part: string): LabelRequirement | undefined {
  const { absent, missing = '', key = '', op, value = '', set, values = '' } = requirement.exec(part)?.groups ?? {}
  if (absent) return { key: missing, op: 'missing', values: [] }
  if (key === '') return undefined
  if (op) return { key, op: op === '!=' ? 'notin' : 'in', values: [value] }
  if (!set) return { key, op: 'exists', values: [] }
  return { key, op: set === 'in' ? 'in' : 'notin', values: values.split(',').map((one) => one.trim()) }
}

/** Whether values match a label selector. An invalid one matches nothing. */
export const matchesLabelSelector = (written: string, values: Texts): boolean =>
  parseLabelSelector(written)?.every(({ key, op, values: expected }) => {
    const own = Object.hasOwn(values, key) ? values[key] : undefined
    if (op === 'exists' || op === 'missing') return (own !== undefined) === (op === 'exists')
    return (own !== undefined && expected.includes(own)) === (op === 'in')
  }) ?? false

/** Splits at commas, except inside the parentheses of a set. */
function splitRequirements(written: string): string[] {
  const parts: string[] = []
  let start = 0
  let isInSet = false
  for (let at = 0; at < written.length; at++) {
    const char = written[at]
    if (char === '(' || char === ')') isInSet = char === '('
    else if (char === ',' && !isInSet) {
      parts.push(written.slice(start, at))
      start = at + 1
    }
  }
  return [...parts, written.slice(start)]
}

const term =
  /(?<field>[A-Za-z_][\w.-]*)(?<op>!=|<=|>=|=|<|>|:)(?:"(?<quoted>[^"]*)"|(?<value>[^\s()]*))|"(?<phrase>[^"]*)"|(?<word>[^\s()|]+)/g

/** Matches the search grammar against one resource: every term must match; `|` and parentheses have no effect here. */
function matchesSearch(search: string, resource: Selectable): boolean {
  return [...search.matchAll(term)].every(({ groups = {} }) => {
    const { field, op, quoted, value, phrase, word } = groups
    if (field === undefined || op === undefined) {
      const name = phrase ?? word ?? ''
      return !name.startsWith('-') && matchesList(name.includes('*') ? name : `${name}*`, resource.name)
    }
    const own = readField(field, resource)
    const expected = quoted ?? value ?? ''
    if (op === '=') return matchesList(expected, own)
    if (op === '!=') return !matchesList(expected, own)
    if (own === null || own === '' || expected === '') return false
    if (op === '<') return Number(own) < Number(expected)
    return op === '>' && Number(own) > Number(expected)
  })
}

function readField(field: string, resource: Selectable): string | null {
  const [group = '', ...rest] = field.split('.')
  const key = rest.join('.')
  if (group === 'labels' || group === 'tags' || group === 'properties') return resource[group][key] ?? null
  switch (field) {
    case 'id':
    case 'name':
    case 'namespace':
    case 'type':
    case 'status':
    case 'health':
      return resource[field]
    case 'config_type':
      return resource.type
    case 'agent':
      return resource.agent.name
    case 'agent_id':
      return resource.agent.id
    default:
      return null
  }
}
