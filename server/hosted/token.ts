import { decodeProtectedHeader, jwtVerify, type ProtectedHeaderParameters } from 'jose'
import { z } from 'zod'
import type { Key, Keys } from './keys'

/** Who holds a token, as the sign-in service says. */
export type Holder = {
  /** The person's id at the sign-in service. */
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
  keyOf: Keys
  now: Date
}

/** Clocks differ a little. */
const SKEW_S = 5
const LONGEST = 16_384
/** The decoder ignores blanks and line breaks; this allows only one spelling per token. */
const compact = /^[\w-]+\.[\w-]+\.[\w-]+$/
/** Pinned, so that a forged token cannot choose a weaker check. */
const ALGORITHM = 'RS256'

const text = z.string().min(1).max(2000).optional().catch(undefined)
/** Claims checked here; `jose` checks signature, issuer and time. */
const claims = z.object({
  sub: z.string().min(1).max(200),
  sid: z.string().min(1).max(200),
  azp: z.string(),
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
 * Reads a token of the sign-in service. No claim is trusted before its signature was checked against a key of the
 * service, and nothing of a token that is over, for another page, or of another organisation.
 * @returns undefined for a token that proves nothing.
 * @throws what `keyOf` throws.
 */
export async function readToken(token: string, expected: Expected): Promise<Holder | undefined> {
  const header = token.length <= LONGEST && compact.test(token) ? headerOf(token) : undefined
  const key = header?.alg === ALGORITHM ? await expected.keyOf(header.kid) : undefined
  if (!key) return undefined
  const { data: found } = claims.safeParse(await signedClaims(token, key, expected))
  return found && isForUs(found, expected) ? holderOf(found) : undefined
}

function headerOf(token: string): ProtectedHeaderParameters | undefined {
  try {
    return decodeProtectedHeader(token)
  } catch {
    return undefined
  }
}

/** @returns undefined when the key did not sign it, is weak or for something else, or the token is not of this time. */
async function signedClaims(token: string, key: Key, { issuer, now }: Expected): Promise<unknown> {
  try {
    const time = { currentDate: now, clockTolerance: SKEW_S, requiredClaims: ['exp', 'nbf'] }
    return (await jwtVerify(token, key, { algorithms: [ALGORITHM], issuer, ...time })).payload
  } catch {
    return undefined
  }
}

const isForUs = (found: Claims, { organisation, isOurOrigin }: Expected): boolean =>
  isOurOrigin(found.azp) &&
  // If both claims exist, both must name the organisation.
  (found.org_id ?? found.o?.id) === organisation &&
  (found.o?.id ?? found.org_id) === organisation

const holderOf = ({ sub, sid, name, email, image_url: avatar, ...rest }: Claims): Holder => ({
  userId: sub,
  sessionId: sid,
  role: roleOf(rest),
  ...(name && { name }),
  ...(email && { email }),
  ...(avatar && { avatar }),
})

/** The claim `role` comes from a token template and wins; without it the role in the organisation counts. */
function roleOf({ role, org_role, o }: Pick<Claims, 'role' | 'org_role' | 'o'>): Holder['role'] {
  const given = role?.replace(/^org:guest$/, 'guest') ?? o?.rol ?? org_role?.replace(/^org:/, '')
  return given === 'admin' || given === 'guest' ? given : 'viewer'
}
