import { z } from 'zod'

/** What a selector is tried on: a check, a component or a config item. */
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
  /** What it comes from: a canary, a topology or a scraper, as id and as `namespace/name`. */
  scope: readonly string[]
  isDeleted: boolean
}
type Texts = Readonly<Record<string, string>>

/** Selectors are tried on one thing after the other. */
const LONGEST = 10_000
const text = z.string().max(LONGEST).nullish()
const list = z.array(z.string().max(LONGEST)).max(1000).nullish()

/** Members are combined with AND. */
export const selector = z.object({
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
export type Selector = z.infer<typeof selector>

const LOCAL_AGENT = '00000000-0000-0000-0000-000000000000'

/** Whether a selector matches a thing. An empty one, or one with only an agent, matches nothing. */
export function selects(wanted: Selector, thing: Selectable): boolean {
  const conditions = [
    wanted.id && isIn(wanted.id, thing.id),
    wanted.name && isIn(wanted.name, thing.name),
    wanted.namespace && isIn(wanted.namespace, thing.namespace),
    wanted.types?.length && isIn(wanted.types.join(','), thing.type),
    wanted.statuses?.length && isIn(wanted.statuses.join(','), thing.status),
    wanted.health && isIn(wanted.health, thing.health),
    wanted.labelSelector && fits(wanted.labelSelector, thing.labels),
    wanted.tagSelector && fits(wanted.tagSelector, thing.tags),
    wanted.fieldSelector && fits(wanted.fieldSelector, thing.properties),
    wanted.scope && thing.scope.includes(wanted.scope),
    wanted.search && found(wanted.search, thing),
  ].filter((one) => typeof one === 'boolean')
  return (
    conditions.length > 0 &&
    conditions.every(Boolean) &&
    (wanted.includeDeleted === true || !thing.isDeleted) &&
    isAgent(wanted.agent, thing.agent)
  )
}

function isAgent(wanted: string | null | undefined, { id, name }: Selectable['agent']): boolean {
  if (!wanted) return id === LOCAL_AGENT
  return wanted === 'all' || wanted === id || wanted === name
}

/** `a,b*,*c,!d`: one of those without `!`, if there are any, and none of those with it. */
export function isIn(written: string, value: string | null): boolean {
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

/** What a label selector asks of one key. `in` and `notin` have values. */
export type Requirement = { key: string; op: 'exists' | 'missing' | 'in' | 'notin'; values: readonly string[] }

/**
 * Reads Kubernetes' label selectors: `a=b,c!=d,e in (x,y),f notin (z),g,!h`.
 * @returns undefined for what is none.
 */
export function requirementsOf(written: string): Requirement[] | undefined {
  const requirements = partsOf(written)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(requirementOf)
  return requirements.every((one) => one !== undefined) ? requirements : undefined
}

function requirementOf(part: string): Requirement | undefined {
  const { absent, missing = '', key = '', op, value = '', set, values = '' } = requirement.exec(part)?.groups ?? {}
  if (absent) return { key: missing, op: 'missing', values: [] }
  if (key === '') return undefined
  if (op) return { key, op: op === '!=' ? 'notin' : 'in', values: [value] }
  if (!set) return { key, op: 'exists', values: [] }
  return { key, op: set === 'in' ? 'in' : 'notin', values: values.split(',').map((one) => one.trim()) }
}

/** Whether values meet a label selector. An unreadable one matches nothing. */
export const fits = (written: string, values: Texts): boolean =>
  requirementsOf(written)?.every(({ key, op, values: wanted }) => {
    const own = Object.hasOwn(values, key) ? values[key] : undefined
    if (op === 'exists' || op === 'missing') return (own !== undefined) === (op === 'exists')
    return (own !== undefined && wanted.includes(own)) === (op === 'in')
  }) ?? false

/** Split at commas, but those inside parentheses, which are part of a set. */
function partsOf(written: string): string[] {
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

/** The search grammar as it is tried on one thing: every term has to hold; `|` and parentheses add nothing to that. */
function found(search: string, thing: Selectable): boolean {
  return [...search.matchAll(term)].every(({ groups = {} }) => {
    const { field, op, quoted, value, phrase, word } = groups
    if (field === undefined || op === undefined) {
      const name = phrase ?? word ?? ''
      return !name.startsWith('-') && isIn(name.includes('*') ? name : `${name}*`, thing.name)
    }
    const own = fieldOf(field, thing)
    const wanted = quoted ?? value ?? ''
    if (op === '=') return isIn(wanted, own)
    if (op === '!=') return !isIn(wanted, own)
    if (own === null || own === '' || wanted === '') return false
    if (op === '<') return Number(own) < Number(wanted)
    return op === '>' && Number(own) > Number(wanted)
  })
}

function fieldOf(field: string, thing: Selectable): string | null {
  const [group = '', ...rest] = field.split('.')
  const key = rest.join('.')
  if (group === 'labels' || group === 'tags' || group === 'properties') return thing[group][key] ?? null
  switch (field) {
    case 'id':
    case 'name':
    case 'namespace':
    case 'type':
    case 'status':
    case 'health':
      return thing[field]
    case 'config_type':
      return thing.type
    case 'agent':
      return thing.agent.name
    case 'agent_id':
      return thing.agent.id
    default:
      return null
  }
}
