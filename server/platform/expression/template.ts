/** The variables of templates: in playbooks `.params`, `.check`, `.config` and so on, in checks the values of `env`. */
export type TemplateEnv = Readonly<Record<string, unknown>>

/** A template cannot be filled in. The message is for users. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError'
}

const path = /^(?:\.[A-Za-z_][\w-]*)+$/

/** Limit of the filled-in text: a value may be long, and be used often. */
const LONGEST = 1_000_000

/**
 * Fills in `{{.check.name}}` and `$(.params.reason)`. Mission Control evaluates whole expressions; here only paths are
 * supported, and any other template is refused instead of left in the text.
 * @param hasBareNames whether `$(name)` means `$(.name)`.
 * @param hasBraces whether `${.name}` is filled in, too.
 * @param as returns the text that replaces a value.
 * @throws {TemplateError} for an expression, for a path without a value, and for more than a million characters.
 */
export function fillIn(
  text: string,
  env: TemplateEnv,
  { hasBareNames = false, hasBraces = false, as = unescaped } = {}
): string {
  let filled = ''
  let from = 0
  // One pass over both forms, so that inserted text is not expanded again.
  for (const { start, end, expression } of placeholders(text, { hasBareNames, hasBraces })) {
    const whole = text.slice(start, end)
    if (!path.test(expression))
      throw new TemplateError(`The embedded backend fills in paths only, not ${shorten(whole)}.`)
    filled += text.slice(from, start) + as(written(valueAt(env, expression), expression), whole)
    if (filled.length > LONGEST) throw new TemplateError('The filled-in text is longer than 1 MB.')
    from = end
  }
  return filled + text.slice(from)
}

/** @param _template the template as written. */
const unescaped = (value: string, _template: string): string => value

type Placeholder = { start: number; end: number; expression: string }

type Forms = { hasBareNames: boolean; hasBraces: boolean }

const closing: Readonly<Record<string, string>> = { '{{': '}}', '$(': ')', '${': '}' }

/** Searches for the closing marks instead of matching up to them: `{{` before a thousand spaces took seconds. */
function* placeholders(text: string, { hasBareNames, hasBraces }: Forms): Generator<Placeholder> {
  const opening = hasBraces ? /\{\{|\$[({]/g : /\{\{|\$\(/g
  const isUnclosed = new Set<string>()
  for (let found = opening.exec(text); found; found = opening.exec(text)) {
    const start = found.index
    const inside = start + 2
    const close = closing[found[0]] ?? ''
    const at = isUnclosed.has(close) ? -1 : text.indexOf(close, inside)
    if (at < 0) {
      isUnclosed.add(close)
      continue
    }
    const body = text.slice(inside, at)
    opening.lastIndex = at + close.length
    const expression = (close === '}}' ? body.replace(/^-/, '').replace(/-$/, '') : body).trim()
    const isBare = hasBareNames && close === ')' && /^[A-Za-z_]\w*$/.test(expression)
    yield { start, end: opening.lastIndex, expression: isBare ? `.${expression}` : expression }
  }
}

const shorten = (text: string) => (text.length > 100 ? `${text.slice(0, 100)}…` : text)

/** Fills in every text inside a value. */
export function fillInAll(value: unknown, env: TemplateEnv, options: { hasBraces?: boolean } = {}): unknown {
  if (typeof value === 'string') return fillIn(value, env, options)
  if (Array.isArray(value)) return value.map((one) => fillInAll(one, env, options))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, fillInAll(one, env, options)]))
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
  if (value === undefined || value === null) throw new TemplateError(`There is nothing at ${shorten(expression)}.`)
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
