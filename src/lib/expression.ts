import { RE2JS, RE2JSException } from 're2js'

/** A regular expression that a person wrote. */
export type Expression = {
  /** Whether it matches somewhere in the text. */
  isIn(text: string): boolean
  /** Whether it matches the text as a whole. */
  isAll(text: string): boolean
}

/** Says why an expression is not used. */
export class ExpressionError extends Error {
  override readonly name = 'ExpressionError'
}

const LONGEST = 500
/** Of the compiled expression, in instructions: with it grows the time for each character, to some 0.02 ms. */
const LARGEST = 1000

/**
 * Reads an expression in the syntax of Go (RE2). Matching takes time in proportion to the text, whatever it is: with
 * JavaScript's own engine, which tries every way, a short expression keeps a process busy for ever.
 * @param dialect `js`: as JavaScript writes it, as far as RE2 has the same.
 * @throws {ExpressionError} for what is no expression, and for look-around and back references, which RE2 does not have.
 */
export function parseExpression(written: string, dialect: 'go' | 'js' = 'go'): Expression {
  if (written.length > LONGEST) throw new ExpressionError(`An expression may have at most ${LONGEST} characters.`)
  const compiled = compile(written, dialect)
  if (compiled.programSize() > LARGEST)
    throw new ExpressionError(`The expression "${written}" repeats too much: lower the counts in braces.`)
  return { isIn: (text) => compiled.test(text), isAll: (text) => compiled.testExact(text) }
}

/** JavaScript's `\u0041`. Other escapes are matched too, so that `\\u0041` stays a backslash and letters. */
const escape = /\\(?:u([0-9a-f]{4})|.)/gis
const inGo = (whole: string, hex: string | undefined) => (hex === undefined ? whole : `\\x{${hex}}`)

function compile(written: string, dialect: 'go' | 'js'): RE2JS {
  try {
    return RE2JS.compile(dialect === 'js' ? written.replace(escape, inGo) : written)
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error
    const why = error.message.replace(/^error parsing regexp: /, '')
    throw new ExpressionError(
      `"${written}" is no expression of RE2, which has neither look-around nor back references: ${why}`
    )
  }
}
