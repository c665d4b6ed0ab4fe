import { IdentityError, malformedError } from './errors'

/** The submitted values as a tree. Its objects have no prototype, so that names such as `__proto__` are harmless. */
export type FormBody = Readonly<Record<string, unknown>>

const MOST_BYTES = 64 * 1024
const MOST_MEMBERS = 200
const MOST_DEPTH = 5

/**
 * Parses JSON or a form. In both, `traits.name.first` is equivalent to nested objects.
 * @throws {IdentityError} 413, 415, or 400 for a body that does not parse or is unsafe.
 */
export async function decodeBody(request: Request): Promise<FormBody> {
  const type = mediaType(request)
  if (!readable.has(type)) {
    throw new IdentityError(415, { reason: 'Send JSON or a form.' })
  }
  const bytes = await readAll(request)
  const root = tree()
  const budget = { members: MOST_MEMBERS }
  for (const [name, value] of await membersOf(type, bytes, request)) put(root, name.split('.'), value, budget)
  return root
}

/** The value of a text field; undefined when it is missing. @throws {IdentityError} 400 when it is not text. */
export function readTextField(body: FormBody, name: string): string | undefined {
  const value = body[name]
  if (value === undefined || typeof value === 'string') return value
  throw malformedError(`${name} must be text.`)
}

export const mediaType = (request: Request): string =>
  (request.headers.get('Content-Type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''

const readable = new Set(['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'])

const tooLarge = () => new IdentityError(413, { reason: 'The body is larger than 64 KiB.' })

async function readAll(request: Request): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(request.headers.get('Content-Length') ?? 0) > MOST_BYTES) throw tooLarge()
  const chunks: Uint8Array[] = []
  let length = 0
  // The declared length may be wrong or missing, so the bytes are counted.
  for await (const chunk of request.body ?? []) {
    length += chunk.byteLength
    if (length > MOST_BYTES) throw tooLarge()
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
}

async function membersOf(type: string, bytes: Uint8Array<ArrayBuffer>, request: Request): Promise<[string, unknown][]> {
  if (type === 'multipart/form-data') {
    const copy = new Response(bytes, { headers: { 'Content-Type': request.headers.get('Content-Type') ?? '' } })
    return [...(await copy.formData().catch(unreadable))]
  }
  const text = decodeText(bytes)
  if (type === 'application/x-www-form-urlencoded') return [...new URLSearchParams(text)]
  const value = parseJson(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw malformedError('The body must be an object.')
  return Object.entries(value)
}

function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return unreadable()
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return unreadable()
  }
}

function unreadable(): never {
  throw malformedError('The body cannot be read.')
}

const tree = (): Record<string, unknown> => Object.create(null) as Record<string, unknown>

const isTree = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const forbidden = new Set(['', '__proto__', 'prototype', 'constructor'])

type Budget = { members: number }

/** Sets the value at a path and creates missing objects. */
function put(root: Record<string, unknown>, path: readonly string[], value: unknown, budget: Budget, depth = 0): void {
  if (--budget.members < 0) throw malformedError('The body has too many fields.')
  if (path.length + depth > MOST_DEPTH) throw malformedError('The body is nested too deeply.')
  const wrong = path.find((part) => forbidden.has(part))
  if (wrong !== undefined) throw malformedError('The body contains a field with an invalid name.')
  let place = root
  for (const part of path.slice(0, -1)) {
    place[part] ??= tree()
    const next = place[part]
    if (!isTree(next)) throw malformedError('The body contains a field twice.')
    place = next
  }
  const last = path.at(-1) ?? ''
  if (isTree(value)) {
    place[last] ??= tree()
    const inner = place[last]
    if (!isTree(inner)) throw malformedError('The body contains a field twice.')
    for (const [name, member] of Object.entries(value)) {
      put(inner, name.split('.'), member, budget, depth + path.length)
    }
  } else if (last in place) {
    // A form without scripts sends the same member twice: in a hidden field and with the pressed button.
    if (place[last] !== value) throw malformedError('The body contains a field twice.')
  } else {
    place[last] = Array.isArray(value) ? value.map((element) => scalar(element, budget)) : scalar(value, budget)
  }
}

/** Postgres can store neither NUL nor a lone surrogate. */
// oxlint-disable-next-line no-control-regex
const unkeepable = /\0|[\uD800-\uDFFF]/u

function scalar(value: unknown, budget: Budget): string | number | boolean | null {
  if (--budget.members < 0) throw malformedError('The body has too many fields.')
  if (typeof value === 'string') {
    if (unkeepable.test(value)) throw malformedError('The body contains an invalid character.')
    return value
  }
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return value
  throw malformedError('The body contains a value of an unsupported type.')
}
