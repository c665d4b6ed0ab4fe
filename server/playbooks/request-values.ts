import { tryParseJson } from '../platform/documents/try-parse-json'
import { wellFormed } from '../platform/well-formed'
import { splitTemplates, TemplateError, type TemplateEnv, type TemplatePart } from '../platform/expression/template'

// Every value that a template inserts into a request stays within the place of its template.

type ValuePart = Extract<TemplatePart, { template: string }>

const isValue = (part: TemplatePart): part is ValuePart => part.template !== undefined

const joinText = (parts: readonly TemplatePart[]) => parts.map(({ text }) => text).join('')

const fillWith = (encodeValue: (text: string) => string, parts: readonly TemplatePart[]) =>
  parts.map((part) => (isValue(part) ? encodeValue(part.text) : part.text)).join('')

/** The text with a harmless value in place of each template: only what the author wrote decides its format. */
const withoutValues = (parts: readonly TemplatePart[]) => fillWith(() => '0', parts)

const encode = (text: string) => encodeURIComponent(wellFormed(text))

/** Marks a value while an address is filled in. An address cannot contain it. */
const MARK = '\0'

export type FilledAddress = {
  address: string
  /** The first template that decides where the request is sent. */
  originTemplate: string | undefined
  /** Whether the author wrote a user or a password into the address. */
  hasUser: boolean
  /** The values in the other parts. */
  values: readonly string[]
}

/** Limits of an address, as written and filled in. The place of each template is found from the whole of it. */
const LONGEST_WRITTEN = 10_000
const LONGEST_ADDRESS = 100_000

/**
 * Fills in an address. Values are encoded for the user, a segment of the path or a value of the query. A value in the
 * scheme, host or port decides where the request is sent: see `originTemplate`.
 * @throws {TemplateError} for `.` and `..` as a segment of the path, and for a value that leaves the host.
 */
export function fillInAddress(written: string, env: TemplateEnv): FilledAddress {
  const parts = splitTemplates(written, env)
  const found: Omit<FilledAddress, 'address' | 'values'> = { originTemplate: undefined, hasUser: false }
  const values: string[] = []
  if (!parts.some(isValue)) return { ...found, address: written, values }
  if (written.length > LONGEST_WRITTEN) throw new TemplateError('An address with templates can have at most 10 kB.')
  let marked = ''
  for (const [at, part] of parts.entries()) {
    if (!isValue(part)) marked += part.text
    else {
      const place = placeAfter(
        marked,
        joinText(parts.slice(at + 1).map((next) => (isValue(next) ? { text: '' } : next)))
      )
      if (place === 'origin') {
        found.originTemplate ??= part.template
        found.hasUser ||= marked.includes('@')
        if (marked.includes(':') && !/^[\p{L}\p{N}._:[\]-]*$/u.test(part.text))
          throw new TemplateError(`The value of ${part.template} is not a part of the name of a host.`)
        marked += part.text
      } else {
        values.push(part.text)
        marked += MARK + encode(part.text)
      }
    }
    if (marked.length > LONGEST_ADDRESS) throw new TemplateError('The filled-in address is longer than 100 kB.')
  }
  const [path = ''] = marked.split(/[?#]/, 1)
  for (const segment of path.split(/[/\\]/))
    // Addresses are read with `%2e` as a dot.
    if (segment.includes(MARK) && /^(?:\.|%2e){1,2}$/i.test(segment.replaceAll(MARK, '')))
      throw new TemplateError('A value makes a part of the path "." or "..", which names another path.')
  return { ...found, address: marked.replaceAll(MARK, ''), values }
}

/**
 * Fills in an address that may have a user and password.
 * @throws {TemplateError} as `fillInAddress` does, and for a template that decides where the author's credentials are sent.
 */
export function fillInSignedAddress(written: string, env: TemplateEnv): string {
  const { address, originTemplate, hasUser } = fillInAddress(written, env)
  if (originTemplate !== undefined && hasUser) throw misplacedOrigin(originTemplate)
  return address
}

export const misplacedOrigin = (template: string) =>
  new TemplateError(
    `${template} is in the scheme, host or port of an address that is used with credentials. Write that part without a template, because its value decides who receives them.`
  )

/** The place between the beginning of an address and what the author wrote after it. */
function placeAfter(before: string, after: string): 'origin' | 'user' | 'path' | 'query' {
  if (/[?#]/.test(before)) return 'query'
  // Any number of slashes may follow the scheme.
  const isPath = /[/\\]/.test(before) && !/^[^/\\]*:[/\\]*[^/\\]*$/.test(before)
  if (isPath) return 'path'
  return /^[^/\\?#]*@/.test(after) ? 'user' : 'origin'
}

const control = /(?!\t)\p{Cc}/u
const separator = /[\p{Cc};,="\\]/u

/**
 * Fills in the value of a header. Where the author wrote a list or pairs (`a={{x}}; b=1`), a value cannot add to them.
 * @throws {TemplateError} for a line break or separator in a value.
 */
export function fillInHeader(name: string, written: string, env: TemplateEnv): string {
  const parts = splitTemplates(written, env)
  const isList = parts.some((part) => !isValue(part) && /[;,="]/.test(part.text))
  const ending = isList ? separator : control
  for (const part of parts.filter(isValue)) {
    const [found] = ending.exec(part.text) ?? []
    if (found !== undefined)
      throw new TemplateError(
        `The value of ${part.template} contains ${JSON.stringify(found)}, which would end it in the header ${name}.`
      )
  }
  return joinText(parts)
}

/**
 * Fills in the body of a request: as its content type says, or its first characters if there is none.
 * @throws {TemplateError} where a value cannot be encoded.
 */
export function fillInBody(written: string, contentType: string | undefined, env: TemplateEnv): string {
  const parts = splitTemplates(written, env)
  if (!parts.some(isValue)) return written
  const kind = bodyKind(parts, contentType?.split(';')[0]?.trim().toLowerCase())
  switch (kind) {
    case 'json':
    case 'json lines':
      return fillInJson(parts, kind === 'json')
    case 'form':
      return fillWith(encode, parts)
    case 'xml':
      return fillWith(escapeXml, parts)
    case 'text':
      return joinText(parts)
    default:
      if (parts.length === 1) return joinText(parts)
      throw new TemplateError(
        `A value cannot be inserted into a body of the type ${contentType}. Send JSON, a form, XML or plain text.`
      )
  }
}

type BodyKind = 'json' | 'json lines' | 'form' | 'xml' | 'text' | 'other'

function bodyKind(parts: readonly TemplatePart[], type: string | undefined): BodyKind {
  if (type === undefined || type === '') return kindOfText(parts)
  if (/json-?lines|ndjson|jsonl|json-seq/.test(type)) return 'json lines'
  if (/json/.test(type)) return 'json'
  if (type === 'application/x-www-form-urlencoded') return 'form'
  if (/\b(?:x?html|xml)\b/.test(type)) return 'xml'
  return /^text\/(?:plain|markdown)$|^application\/octet-stream$/.test(type) ? 'text' : 'other'
}

function kindOfText(parts: readonly TemplatePart[]): BodyKind {
  const written = withoutValues(parts)
  if (/^\s*(?:\{|\[\s*["{[\]])/.test(written) || isJsonObject(written)) return 'json'
  if (/^\s*</.test(written)) return 'xml'
  return /^[^\s=&]+=\S*$/.test(written.trim()) ? 'form' : 'text'
}

/** Whether a text is an object or a list in JSON. */
const isJsonObject = (text: string): boolean => {
  const value = tryParseJson(text)
  return typeof value === 'object' && value !== null
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}
const escapeXml = (text: string) => text.replace(/[&<>"']/g, (one) => entities[one] ?? one)

const inJson = (text: string) => JSON.stringify(wellFormed(text)).slice(1, -1)

/** @param isOne whether the whole text is one JSON value */
function fillInJson(parts: readonly TemplatePart[], isOne: boolean): string {
  const filled: string[] = []
  /** The parts of the string that is open. */
  let open: TemplatePart[] | undefined
  for (const part of parts) {
    if (isValue(part)) {
      if (open) open.push(part)
      else filled.push(jsonValue(part, parts.length === 1))
      continue
    }
    // A string ends at a quote that is not escaped. No escape continues after a template.
    for (const [piece] of part.text.matchAll(/"|(?:\\[^]|[^"\\])+|\\$/g)) {
      if (piece !== '"' && open) open.push({ text: piece })
      else {
        if (piece === '"' && open) filled.push(fillInJsonText(open))
        if (piece === '"') open = open ? undefined : []
        filled.push(piece)
      }
    }
  }
  const whole = filled.join('')
  if (open !== undefined || (isOne && tryParseJson(whole) === undefined))
    throw new TemplateError('The body with its values is not valid JSON.')
  return whole
}

/** Fills in the inside of a JSON string, which may be JSON itself. */
function fillInJsonText(parts: readonly TemplatePart[]): string {
  if (!parts.some(isValue)) return joinText(parts)
  const inner = parts.map((part) => (isValue(part) ? part : { text: unescapeJson(part.text) }))
  const isJson = isJsonObject(withoutValues(inner))
  return inJson(isJson ? fillInJson(inner, true) : joinText(inner))
}

function unescapeJson(text: string): string {
  const value = tryParseJson(`"${text}"`)
  if (typeof value !== 'string') throw new TemplateError('The body with its values is not valid JSON.')
  return value
}

const scalar = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/

/** A value outside a JSON string: one JSON value. */
function jsonValue({ template, value, text }: ValuePart, isWhole: boolean): string {
  if (typeof value !== 'string') return JSON.stringify(value)
  if (scalar.test(text) || (isWhole && tryParseJson(text) !== undefined)) return text
  throw new TemplateError(
    `The value of ${template} is not a number, true, false or null. Write the template in double quotes in the body.`
  )
}
