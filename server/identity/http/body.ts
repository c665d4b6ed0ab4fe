import { IdentityError, malformed } from './errors'

/** The sent values as a tree. Its objects have no prototype, so that names such as `__proto__` are harmless. */
export type Body = Readonly<Record<string, unknown>>

const MOST_BYTES = 64 * 1024
const MOST_MEMBERS = 200
const MOST_DEPTH = 5

/**
 * Reads JSON or a form. In both, `traits.name.first` means the same as an object in an object.
 * @throws {IdentityError} 413, 415, or 400 for what does not parse or could do harm.
 */
export async function decodeBody(request: Request): Promise<Body> {
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

/** The value of a field that must be text; undefined when it is not there. */
export function textOf(body: Body, name: string): string | undefined {
  const value = body[name]
  if (value === undefined || typeof value === 'string') return value
  throw malformed(`${name} must be text.`)
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
    throw malformed('The body must be an object.')
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
  throw malformed('The body cannot be read.')
}

const tree = (): Record<string, unknown> => Object.create(null) as Record<string, unknown>

const isTree = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const forbidden = new Set(['', '__proto__', 'prototype', 'constructor'])

type Budget = { members: number }

/** Writes a value below a path, making the objects on the way. */
function put(root: Record<string, unknown>, path: readonly string[], value: unknown, budget: Budget, depth = 0): void {
  if (--budget.members < 0) throw malformed('The body has too many fields.')
  if (path.length + depth > MOST_DEPTH) throw malformed('The body is nested too deeply.')
  const wrong = path.find((part) => forbidden.has(part))
  if (wrong !== undefined) throw malformed('The body has a field with a name that is not allowed.')
  let place = root
  for (const part of path.slice(0, -1)) {
    place[part] ??= tree()
    const next = place[part]
    if (!isTree(next)) throw malformed('The body gives a field twice.')
    place = next
  }
  const last = path.at(-1) ?? ''
  if (isTree(value)) {
    place[last] ??= tree()
    const inner = place[last]
    if (!isTree(inner)) throw malformed('The body gives a field twice.')
    for (const [name, member] of Object.entries(value)) {
      put(inner, name.split('.'), member, budget, depth + path.length)
    }
  } else if (last in place) {
    // A form without scripts says what it is by a hidden field and by the button that was pressed.
    if (place[last] !== value) throw malformed('The body gives a field twice.')
  } else {
    place[last] = Array.isArray(value) ? value.map((element) => scalar(element, budget)) : scalar(value, budget)
  }
}

/** Postgres keeps neither a NUL nor half a character. */
// oxlint-disable-next-line no-control-regex
const unkeepable = /\0|[\uD800-\uDFFF]/u

function scalar(value: unknown, budget: Budget): string | number | boolean | null {
  if (--budget.members < 0) throw malformed('The body has too many fields.')
  if (typeof value === 'string') {
    if (unkeepable.test(value)) throw malformed('The body has a character that is not allowed.')
    return value
  }
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return value
  throw malformed('The body has a value of a kind that is not allowed.')
}
