import { CONSTANT, readConstant } from '@/shared/playbooks/script-templates'

/** The variables of templates: in playbooks `.params`, `.check`, `.config` and so on, in checks the values of `env`. */
export type TemplateEnv = Readonly<Record<string, unknown>>

/** A template cannot be filled in. The message is for users. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError'
}

const path = /^(?:\.[A-Za-z_][\w-]*)+$/

const LONGEST = 1_000_000

/** Text as written, or a template with its value. */
export type TemplatePart = { text: string; template?: never } | { template: string; value: unknown; text: string }

/**
 * Splits a text at its templates, `{{.check.name}}` and `$(.params.reason)`. Mission Control evaluates whole
 * expressions; here only paths and text constants (`{{"{{"}}`) are supported, and any other template is refused instead
 * of left in the text.
 * @returns the parts. The text of a template is its value as text.
 * @throws {TemplateError} for an expression, for a path without a value, and for more than a million characters, because
 * a value may be long and be used often.
 */
export function splitTemplates(text: string, env: TemplateEnv, forms: Partial<Forms> = {}): TemplatePart[] {
  const { hasBareNames = false, hasBraces = false, absent } = forms
  const parts: TemplatePart[] = []
  let from = 0
  let length = text.length
  // One pass over both forms, so that inserted text is not expanded again.
  for (const { start, end, expression } of placeholders(text, { hasBareNames, hasBraces })) {
    const template = text.slice(start, end)
    const constant = readConstant(template)
    if (constant !== undefined) {
      if (start > from) parts.push({ text: text.slice(from, start) })
      parts.push({ text: constant })
      from = end
      continue
    }
    if (!path.test(expression))
      throw new TemplateError(`The embedded backend fills in paths only, not ${shorten(template)}.`)
    if (start > from) parts.push({ text: text.slice(from, start) })
    const value = valueAt(env, expression)
    const part = { template, value, text: written(value, expression, absent) }
    length += part.text.length - template.length
    if (length > LONGEST) throw new TemplateError('The filled-in text is longer than 1 MB.')
    parts.push(part)
    from = end
  }
  if (from < text.length) parts.push({ text: text.slice(from) })
  return parts
}

/**
 * Fills in the templates of a text.
 * @param as returns the text that replaces a value.
 * @throws {TemplateError} as `splitTemplates` does.
 */
export function fillIn(
  text: string,
  env: TemplateEnv,
  { as, ...forms }: Partial<Forms> & { as?: (value: string, template: string) => string } = {}
): string {
  const parts = splitTemplates(text, env, forms)
  return parts.map((part) => (part.template === undefined || !as ? part.text : as(part.text, part.template))).join('')
}

type Placeholder = { start: number; end: number; expression: string }

type Forms = {
  /** Whether `$(name)` means `$(.name)`. */
  hasBareNames: boolean
  /** Whether `${.name}` is filled in, too. */
  hasBraces: boolean
  /** The text of a path without a value, which is an error by default. */
  absent: string
}

const closing: Readonly<Record<string, string>> = { '{{': '}}', '$(': ')', '${': '}' }

/** A text constant in a template that begins here, with its braces. Its text may contain braces. */
function constantAt(text: string, start: number): string | undefined {
  // Most templates are paths.
  let at = start + 2
  while (' \t\r\n-'.includes(text[at] ?? 'x') && at - start < 100) at++
  if (text[at] !== '"' && text[at] !== '`') return undefined
  const found = new RegExp(CONSTANT, 'y')
  found.lastIndex = start
  return found.exec(text)?.[0]
}

/** Searches for the closing marks instead of matching up to them: `{{` before a thousand spaces took seconds. */
function* placeholders(
  text: string,
  { hasBareNames, hasBraces }: Pick<Forms, 'hasBareNames' | 'hasBraces'>
): Generator<Placeholder> {
  const opening = hasBraces ? /\{\{|\$[({]/g : /\{\{|\$\(/g
  const isUnclosed = new Set<string>()
  for (let found = opening.exec(text); found; found = opening.exec(text)) {
    const start = found.index
    const inside = start + 2
    const close = closing[found[0]] ?? ''
    const constant = close === '}}' ? constantAt(text, start) : undefined
    if (constant !== undefined) {
      yield { start, end: start + constant.length, expression: '' }
      opening.lastIndex = start + constant.length
      continue
    }
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

function written(value: unknown, expression: string, absent: string | undefined): string {
  if (value === undefined || value === null) {
    if (absent === undefined) throw new TemplateError(`There is nothing at ${shorten(expression)}.`)
    return absent
  }
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
