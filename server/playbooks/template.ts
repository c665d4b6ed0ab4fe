/** What templates may name: `.params`, `.check`, `.config`, `.component`, `.user`, `.playbook`, `.run`, `.env`. */
export type TemplateEnv = Readonly<Record<string, unknown>>

/** A template that cannot be filled in. The message is for people. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError'
}

/** One pass over both forms, so that inserted text is not expanded again. */
const anywhere = /\{\{-?\s*(.*?)\s*-?\}\}|\$\(\s*(.*?)\s*\)/gs
/** In a script, `$(…)` around anything but a path is shell syntax. */
const inScript = /\{\{-?\s*(.*?)\s*-?\}\}|\$\(\s*(\.[\w.-]+)\s*\)/gs
const path = /^(?:\.[A-Za-z_][\w-]*)+$/

/**
 * Fills in `{{.check.name}}` and `$(.params.reason)`. Mission Control evaluates whole expressions; here only paths are,
 * and anything else is refused rather than left standing.
 * @param as what stands for a value in the text, in place of the value itself.
 * @throws {TemplateError} for an expression, and for a path with nothing at it.
 */
export function fillIn(text: string, env: TemplateEnv, { isScript = false, as = asItIs } = {}): string {
  return text.replace(isScript ? inScript : anywhere, (whole: string, braced?: string, bracketed?: string) => {
    const expression = braced ?? bracketed ?? ''
    if (!path.test(expression)) throw new TemplateError(`The embedded backend fills in paths only, not ${whole}.`)
    return as(written(valueAt(env, expression), expression), whole)
  })
}

/** @param _template as it was written. */
const asItIs = (value: string, _template: string): string => value

/** Fills in every text inside a value. */
export function fillInAll(value: unknown, env: TemplateEnv): unknown {
  if (typeof value === 'string') return fillIn(value, env)
  if (Array.isArray(value)) return value.map((one) => fillInAll(one, env))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, fillInAll(one, env)]))
}

const valueAt = (env: TemplateEnv, expression: string): unknown =>
  expression
    .slice(1)
    .split('.')
    .reduce<unknown>(
      (at, name) =>
        typeof at === 'object' && at !== null && Object.hasOwn(at, name)
          ? (at as Record<string, unknown>)[name]
          : undefined,
      env
    )

function written(value: unknown, expression: string): string {
  if (value === undefined || value === null) throw new TemplateError(`There is nothing at ${expression}.`)
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
