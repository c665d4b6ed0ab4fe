import { alternativesOf, isNullable, type Shape } from './notation'

/**
 * How an answer differs from its measured shape, each difference once: `checks_summary[].endpoint added`. Empty if a
 * client of the measured server can read the answer.
 */
export function findDifferences(shape: Shape, answer: unknown): string[] {
  const found = new Set<string>()
  compare(shape, answer, '', (difference) => found.add(difference))
  return [...found].toSorted()
}

type Report = (difference: string) => void

function compare(shape: Shape, value: unknown, at: string, report: Report): void {
  const own = at === '' ? 'the answer' : at
  const types = alternativesOf(shape)
  // Members that were always null have no known type.
  if (types.length === 0 || (value === null && isNullable(shape))) return
  const found = types.find((one) => accepts(one, value))
  if (!found) return report(`${own} ${typeOf(value)}`)
  if (found.is === 'list') for (const one of value as unknown[]) compare(found.of, one, `${at}[]`, report)
  if (found.is === 'map') for (const one of Object.values(value as object)) compare(found.of, one, `${at}{}`, report)
  if (found.is === 'object') {
    const members = value as Record<string, unknown>
    const pathOf = (name: string) => (at === '' ? name : `${at}.${name}`)
    for (const [name, member] of found.members) {
      if (name in members) compare(member.shape, members[name], pathOf(name), report)
      else if (!member.isOptional) report(`${pathOf(name)} missing`)
    }
    if (!found.hasMore)
      for (const name of Object.keys(members)) if (!found.members.has(name)) report(`${pathOf(name)} added`)
  }
}

/** Whether a value has the type, regardless of its members. Words are data. */
function accepts(shape: Shape, value: unknown): boolean {
  switch (shape.is) {
    case 'list':
      return Array.isArray(value)
    case 'object':
    case 'map':
      return typeOf(value) === 'object'
    case 'word':
      return typeof value === 'string'
    case 'either':
      return shape.of.some((one) => accepts(one, value))
    case 'value': {
      const type = typeOf(value)
      switch (shape.type) {
        case 'json':
          return true
        case 'string':
          return typeof value === 'string'
        case 'number':
          return typeof value === 'number'
        default:
          return type === shape.type
      }
    }
  }
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i
const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/

/** The type of a value in the words of the notation. */
function typeOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'boolean') return 'bool'
  if (typeof value === 'number') return Number.isInteger(value) ? 'int' : 'number'
  if (typeof value !== 'string') return 'object'
  return uuid.test(value) ? 'uuid' : time.test(value) ? 'time' : 'string'
}
