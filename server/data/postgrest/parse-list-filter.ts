import { parseDatemath } from '@/shared/datemath'
import { parseListPattern } from '../../platform/selection/list'
import { invalidQueryError } from './errors'
import type { FilterCondition, FilterTest } from './parse-filter'
import { parsePath, shortenText } from './syntax'

const dateColumns = new Set(
  `acknowledged check_time closed created_at deleted_at end_time expires_at first_observed last_attempt last_login
  last_observed last_received last_runtime last_scraped_time last_seen last_transition_time next_runtime resolved
  scheduled_time silenced_at start_time time time_end time_start updated_at`.split(/\s+/)
)
const dateOperators = { '=': 'eq', '>': 'gt', '<': 'lt' } as const

/**
 * Parses the protocol's own list filter, `X.filter=a,!b,c*`: include, exclude, and a wildcard at either end. All items
 * must match. On a date column it is one moment, such as `>now-2d`; without an operator it means "before".
 */
export function parseListFilter(column: string, text: string, now: Date): FilterCondition[] {
  const path = parsePath(column)
  const test = (one: FilterTest, isNegated = false): FilterCondition => ({ kind: 'test', path, isNegated, test: one })
  if (path.steps.length === 0 && dateColumns.has(path.column)) {
    const [, sign, expression = ''] = /^([=<>]?)(.*)$/s.exec(text) ?? []
    const date = parseDatemath(expression, now)
    if (!date) throw invalidQueryError(`"${shortenText(text)}" is neither a timestamp nor an expression such as now-2d`)
    const op = sign === '=' || sign === '>' ? dateOperators[sign] : 'lt'
    return [test({ op, value: date.toISOString() })]
  }
  const { included, excluded, patterns } = parseListPattern(text)
  return [
    ...(included.length > 0 ? [test({ op: 'in', values: included })] : []),
    ...(excluded.length > 0 ? [test({ op: 'in', values: excluded }, true)] : []),
    ...patterns.map((pattern) => test({ op: 'like', value: pattern })),
  ]
}
