import { RE2JS, RE2JSException } from 're2js'

/** A regular expression written by a user. */
export type Expression = {
  /** Whether it matches anywhere in the text. */
  isIn(text: string): boolean
  /** Whether it matches the complete text. */
  isAll(text: string): boolean
}

/** Why an expression was rejected. */
export class ExpressionError extends Error {
  override readonly name = 'ExpressionError'
}

const LONGEST = 500
/**
 * Maximum size of the compiled expression, in instructions. Determines the time per character, which is at most some
 * 0.02 ms.
 */
const LARGEST = 1000

/**
 * Parses an expression in the syntax of Go (RE2). Matching takes linear time for any text. With the backtracking engine
 * of JavaScript, a short expression can block a process indefinitely.
 * @param dialect `js`: JavaScript syntax, as far as RE2 supports it
 * @throws {ExpressionError} for invalid expressions, and for look-around and back references, which RE2 does not
 * support.
 */
export function parseExpression(written: string, dialect: 'go' | 'js' = 'go'): Expression {
  if (written.length > LONGEST) throw new ExpressionError(`An expression may have at most ${LONGEST} characters.`)
  const compiled = compile(written, dialect)
  if (compiled.programSize() > LARGEST)
    throw new ExpressionError(`The expression "${written}" repeats too much: lower the counts in braces.`)
  return { isIn: (text) => compiled.test(text), isAll: (text) => compiled.testExact(text) }
}

/**
 * Matches `\u0041` of JavaScript. Other escapes match as well, so that `\\u0041` stays a backslash followed by letters.
 */
const escape = /\\(?:u([0-9a-f]{4})|.)/gis
const inGo = (whole: string, hex: string | undefined) => (hex === undefined ? whole : `\\x{${hex}}`)

function compile(written: string, dialect: 'go' | 'js'): RE2JS {
  try {
    return RE2JS.compile(dialect === 'js' ? written.replace(escape, inGo) : written)
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error
    const why = error.message.replace(/^error parsing regexp: /, '')
    throw new ExpressionError(
      `"${written}" is not a valid RE2 expression (look-around and back references are not supported): ${why}`
    )
  }
}
