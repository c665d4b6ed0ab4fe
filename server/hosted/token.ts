import { type KeyObject, verify } from 'node:crypto'
import { z } from 'zod'

/** Who holds a token, as the sign-in service says. */
export type Holder = {
  /** Of the person, there. */
  userId: string
  sessionId: string
  /** A role of this console. */
  role: 'admin' | 'guest' | 'viewer'
  name?: string
  email?: string
  avatar?: string
}

export type Expected = {
  issuer: string
  /** The id of the one organisation whose members may come in. */
  organisation: string
  /** Whether a token was made for pages of this origin. */
  isOurOrigin(origin: string): boolean
  /** Undefined when there is no such key. */
  keyOf(id: string | undefined): Promise<KeyObject | undefined>
  now: Date
}

/** Clocks differ a little. */
const SKEW_S = 5
const LONGEST = 16_384
/** Fewer bits can be taken apart. */
export const FEWEST_BITS = 2048

const header = z.object({
  // Pinned: whoever makes a token does not choose how it is checked.
  alg: z.literal('RS256'),
  kid: z.string().max(200).optional(),
  // Extensions that must be understood, and none is.
  crit: z.undefined().optional(),
})

const text = z.string().min(1).max(2000).optional().catch(undefined)
const claims = z.object({
  iss: z.string(),
  sub: z.string().min(1).max(200),
  sid: z.string().min(1).max(200),
  azp: z.string(),
  exp: z.number(),
  nbf: z.number(),
  org_id: z.string().optional(),
  org_role: text,
  /** Where tokens of the second version have the organisation; its roles have no `org:` there. */
  o: z.object({ id: z.string(), rol: text }).optional(),
  role: text,
  name: text,
  email: text,
  image_url: text,
})
type Claims = z.infer<typeof claims>

/**
 * Reads a token of the sign-in service. Nothing in it counts before its signature was checked against a key of the
 * service, and nothing of a token that is over, for another page, or of another organisation.
 * @returns undefined for a token that proves nothing.
 */
export async function readToken(token: string, expected: Expected): Promise<Holder | undefined> {
  const [head = '', body = '', signature = '', ...rest] = token.length > LONGEST ? [] : token.split('.')
  if (rest.length > 0 || ![head, body, signature].every((part) => /^[\w-]+$/.test(part))) return undefined
  const { data: read } = header.safeParse(parse(head))
  const key = read && (await expected.keyOf(read.kid))
  if (!key || key.type !== 'public' || key.asymmetricKeyType !== 'rsa') return undefined
  if ((key.asymmetricKeyDetails?.modulusLength ?? 0) < FEWEST_BITS) return undefined
  const isSigned = verify('RSA-SHA256', Buffer.from(`${head}.${body}`), key, Buffer.from(signature, 'base64url'))
  if (!isSigned) return undefined
  const { data: found } = claims.safeParse(parse(body))
  return found && isGood(found, expected) ? holderOf(found) : undefined
}

function isGood(found: Claims, { issuer, organisation, isOurOrigin, now }: Expected): boolean {
  const seconds = now.getTime() / 1000
  return (
    found.iss === issuer &&
    found.exp > seconds - SKEW_S &&
    found.nbf <= seconds + SKEW_S &&
    isOurOrigin(found.azp) &&
    // Both, where both are there: a token is of one organisation.
    (found.org_id ?? found.o?.id) === organisation &&
    (found.o?.id ?? found.org_id) === organisation
  )
}

const holderOf = ({ sub, sid, name, email, image_url: avatar, ...rest }: Claims): Holder => ({
  userId: sub,
  sessionId: sid,
  role: roleOf(rest),
  ...(name && { name }),
  ...(email && { email }),
  ...(avatar && { avatar }),
})

/** The claim `role` comes from a template and is taken as it is written; without it counts what one is there. */
function roleOf({ role, org_role, o }: Pick<Claims, 'role' | 'org_role' | 'o'>): Holder['role'] {
  const given = role?.replace(/^org:guest$/, 'guest') ?? o?.rol ?? org_role?.replace(/^org:/, '')
  return given === 'admin' || given === 'guest' ? given : 'viewer'
}

function parse(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
}
