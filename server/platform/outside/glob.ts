import { type Expression, parseExpression } from '@/shared/expression'

type Glob = {
  /** The folder to search: the path up to the first segment with a wildcard. */
  folder: string
  /** Number of levels: 1 is the folder itself. */
  depth: number
  /** Matches a path below the folder as a whole. */
  pattern: Expression
}

/** Why a path with wildcards is invalid. */
export class GlobError extends Error {
  override readonly name = 'GlobError'
}

const wildcard = /[*?[{]/

/**
 * Parses an absolute path with wildcards: `*` and `?` within a name, `**` for any number of folders, `[a-z]`, `[!a-z]`,
 * `{a,b}`, and a backslash before a literal character. Names that start with a dot match like others.
 * @returns undefined for a path without wildcards.
 * @throws {GlobError} for an invalid pattern; {ExpressionError} for one that is too long.
 */
export function readGlob(path: string): Glob | undefined {
  const parts = path.split('/')
  const first = parts.findIndex((part) => wildcard.test(part))
  if (first < 0) return undefined
  const below = parts.slice(first).filter((part) => part !== '' && part !== '.')
  if (below.includes('..')) throw new GlobError(`"${path}" goes up behind a wildcard`)
  return {
    folder: parts.slice(0, first).join('/') || '/',
    depth: below.includes('**') ? Infinity : below.length,
    pattern: parseExpression(expressionOf(below, path)),
  }
}

/** `**` matches any number of folders, including none; at the end it matches everything below. */
const expressionOf = (parts: readonly string[], path: string) =>
  parts
    .map((part, at) => {
      const isLast = at === parts.length - 1
      if (part === '**') return isLast ? '.+' : '(?:[^/]+/)*'
      return expressionOfName(part, path) + (isLast ? '' : '/')
    })
    .join('')

const token = /\*+|\?|\{|\}|,|\[(!|\^)?([^\]/]+)\]|\\(.)|(.)/gsu

/** Escapes the special characters of RE2. */
const quoted = (text: string) => text.replace(/[\\^$.*+?()[\]{}|-]/g, '\\$&')

function expressionOfName(name: string, path: string): string {
  let open = 0
  const expression = name.replace(
    token,
    (whole, not: string | undefined, members: string | undefined, escaped: string | undefined) => {
      if (whole.startsWith('*')) return '[^/]*'
      if (whole === '?') return '[^/]'
      if (members !== undefined) return `[${not ? '^/' : ''}${members.replace(/[\\[\]^&~]/g, '\\$&')}]`
      if (escaped !== undefined) return quoted(escaped)
      if (whole === '{') return (open++, '(?:')
      if (whole === '}' && open > 0) return (open--, ')')
      if (whole === ',' && open > 0) return '|'
      if (whole === '[') throw new GlobError(`"${path}" has a bracket that is not closed`)
      return quoted(whole)
    }
  )
  if (open > 0) throw new GlobError(`"${path}" has a brace that is not closed`)
  return expression
}
