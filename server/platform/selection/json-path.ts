export type JsonPathStep = string | number | '*'
type Step = JsonPathStep

/** A path is outside the supported part of JSONPath. */
export class JsonPathError extends Error {
  override readonly name = 'JsonPathError'
}

const step = /\.([\w-]+|\*)|\[(-?\d+|\*)\]|\['([^']*)'\]|\["([^"]*)"\]/gy

/**
 * Parses `$.data.items[0].name`, `$['odd key']`, `$.items[*].id`, with or without the `$`.
 * @throws {JsonPathError} for filters, slices and `..`.
 */
export function parseJsonPath(path: string): Step[] {
  const trimmed = path.trim().replace(/^\{(.*)\}$/, '$1')
  const rest = trimmed.startsWith('$') ? trimmed.slice(1) : /^[.[]/.test(trimmed) ? trimmed : `.${trimmed}`
  const steps: Step[] = []
  let end = 0
  for (const [whole, name, index, quoted, doubleQuoted] of rest.matchAll(step)) {
    end += whole.length
    if (index !== undefined && index !== '*') steps.push(Number(index))
    else steps.push(name ?? index ?? quoted ?? doubleQuoted ?? '')
  }
  if (end !== rest.length) throw new JsonPathError(`"${path}" is not a path such as $.data.items[0].name`)
  return steps
}

/** Returns every value at the path: none when the path does not exist, several for `*`. */
export function readJsonPath(value: unknown, steps: readonly Step[]): unknown[] {
  const [next, ...rest] = steps
  if (next === undefined) return [value]
  if (typeof value !== 'object' || value === null) return []
  if (next === '*') return Object.values(value).flatMap((member) => readJsonPath(member, rest))
  if (Array.isArray(value)) {
    const index = Number(next)
    const at = index < 0 ? value.length + index : index
    return at in value ? readJsonPath(value[at], rest) : []
  }
  return Object.hasOwn(value, next) ? readJsonPath((value as Record<string, unknown>)[next], rest) : []
}

/** Formats a parsed path: `$.data.items[0]`, `$['odd key']`. */
export const formatJsonPath = (steps: readonly Step[]): string =>
  `$${steps
    .map((one) => {
      if (one === '*' || typeof one === 'number') return `[${one}]`
      return /^[\w-]+$/.test(one) ? `.${one}` : `['${one}']`
    })
    .join('')}`
