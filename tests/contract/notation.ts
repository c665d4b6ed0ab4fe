/**
 * The notation of measured answers: a skeleton that names the type of every value.
 *
 * - `uuid`, `time`, `string`, `int`, `number`, `bool`, `null`; `json` is any JSON, `object` and `array` any of their kind
 * - `"open"`: a word of an enumeration, as it was seen. There may be further ones.
 * - `a|b`: either
 * - `{name: string, count?: int}`: an object; `?` marks a member that may be absent
 * - `{id: uuid, …}`: an object whose further members are unknown
 * - `{map: int}`: an object whose members are data
 * - `[string]`: a list
 */
export type Shape =
  | { is: 'value'; type: ValueType }
  | { is: 'word'; word: string }
  | { is: 'object'; members: ReadonlyMap<string, Member>; hasMore?: true }
  | { is: 'map'; of: Shape }
  | { is: 'list'; of: Shape }
  | { is: 'either'; of: readonly Shape[] }
export type Member = { shape: Shape; isOptional: boolean }

const valueTypes = ['uuid', 'time', 'string', 'int', 'number', 'bool', 'null', 'json', 'object', 'array'] as const
type ValueType = (typeof valueTypes)[number]

/** @throws {SyntaxError} with the position, if the text is not a skeleton */
export function parseShape(text: string): Shape {
  let at = 0
  const fail = (expected: string): never => {
    throw new SyntaxError(`Expected ${expected} at “${text.slice(at, at + 30)}”.`)
  }
  const skip = () => (at += /^\s*/.exec(text.slice(at))?.[0].length ?? 0)
  /** The next match, which is consumed. */
  const take = (pattern: RegExp): string | undefined => {
    skip()
    const found = new RegExp(`^(?:${pattern.source})`).exec(text.slice(at))?.[0]
    if (found !== undefined) at += found.length
    return found
  }
  const need = (pattern: RegExp, expected: string) => take(pattern) ?? fail(expected)

  function either(): Shape {
    const of = [one()]
    while (take(/\|/)) of.push(one())
    return of.length === 1 && of[0] ? of[0] : { is: 'either', of }
  }

  function one(): Shape {
    if (take(/\[/)) {
      const of = either()
      need(/\]/, ']')
      return { is: 'list', of }
    }
    if (take(/\{/)) return object()
    const word = take(/"[^"]*"/)
    if (word !== undefined) return { is: 'word', word: word.slice(1, -1) }
    const name = need(/[a-z]+/, 'a type')
    const type = valueTypes.find((known) => known === name)
    return type ? { is: 'value', type } : fail(`a type instead of ${name}`)
  }

  function object(): Shape {
    if (take(/map:/)) {
      const of = either()
      need(/\}/, '}')
      return { is: 'map', of }
    }
    const members = new Map<string, Member>()
    while (!take(/\}/)) {
      if (take(/…/)) {
        need(/\}/, '}')
        return { is: 'object', members, hasMore: true }
      }
      const written = need(/[\w$.-]+\??:/, 'a member').slice(0, -1)
      const isOptional = written.endsWith('?')
      members.set(isOptional ? written.slice(0, -1) : written, { shape: either(), isOptional })
      if (!take(/,/)) {
        need(/\}/, ', or }')
        break
      }
    }
    return { is: 'object', members }
  }

  const shape = either()
  skip()
  if (at < text.length) fail('the end')
  return shape
}

/** The alternatives of a shape, without null. */
export const alternativesOf = (shape: Shape): readonly Shape[] =>
  (shape.is === 'either' ? shape.of : [shape]).filter((one) => !isNull(one))

const isNull = (shape: Shape) => shape.is === 'value' && shape.type === 'null'

export const isNullable = (shape: Shape): boolean => shape.is === 'either' && shape.of.some(isNull)
