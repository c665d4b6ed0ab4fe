import { decodeProtectedHeader, jwtVerify, type ProtectedHeaderParameters } from 'jose'
import { z } from 'zod'
import type { VerificationKey, ResolveKey } from './keys'

/** The holder of a token, as reported by the sign-in service. */
export type TokenHolder = {
  /** The person's id at the sign-in service. */
  userId: string
  sessionId: string
  /** A role of this console. */
  role: 'admin' | 'guest' | 'viewer'
  name?: string
  email?: string
  avatar?: string
}

export type TokenExpectations = {
  issuer: string
  /** The id of the only organisation whose members may sign in. */
  organisation: string
  /** Whether a token was issued for pages of this origin. */
  isOurOrigin(origin: string): boolean
  keyOf: ResolveKey
  now: Date
}

/** Tolerated clock skew in seconds. */
const SKEW_S = 5
const LONGEST = 16_384
/** The decoder ignores blanks and line breaks; this allows only one spelling per token. */
const compact = /^[\w-]+\.[\w-]+\.[\w-]+$/
/** Pinned, so that a forged token cannot choose a weaker algorithm. */
const ALGORITHM = 'RS256'

const text = z.string().min(1).max(2000).optional().catch(undefined)
/** Claims checked here; `jose` checks signature, issuer and time. */
const claims = z.object({
  sub: z.string().min(1).max(200),
  sid: z.string().min(1).max(200),
  azp: z.string(),
  org_id: z.string().optional(),
  org_role: text,
  /** The organisation in tokens of version 2; its roles have no `org:` prefix. */
  o: z.object({ id: z.string(), rol: text }).optional(),
  role: text,
  name: text,
  email: text,
  image_url: text,
})
type Claims = z.infer<typeof claims>

/**
 * Validates a token of the sign-in service. Claims are trusted only after the signature is verified, and only if the
 * token is current, for this origin and for this organisation.
 * @returns undefined for an invalid token.
 * @throws the errors of `keyOf`.
 */
export async function validateToken(token: string, expected: TokenExpectations): Promise<TokenHolder | undefined> {
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

/** @returns undefined when the signature or validity period is invalid, or the key is weak or of another type. */
async function signedClaims(token: string, key: VerificationKey, { issuer, now }: TokenExpectations): Promise<unknown> {
  try {
    const time = { currentDate: now, clockTolerance: SKEW_S, requiredClaims: ['exp', 'nbf'] }
    return (await jwtVerify(token, key, { algorithms: [ALGORITHM], issuer, ...time })).payload
  } catch {
    return undefined
  }
}

const isForUs = (found: Claims, { organisation, isOurOrigin }: TokenExpectations): boolean =>
  isOurOrigin(found.azp) &&
  // If both claims exist, both must name the organisation.
  (found.org_id ?? found.o?.id) === organisation &&
  (found.o?.id ?? found.org_id) === organisation

const holderOf = ({ sub, sid, name, email, image_url: avatar, ...rest }: Claims): TokenHolder => ({
  userId: sub,
  sessionId: sid,
  role: roleOf(rest),
  ...(name && { name }),
  ...(email && { email }),
  ...(avatar && { avatar }),
})

/**
 * The claim `role` comes from a token template and takes precedence; without it the role in the organisation counts.
 */
function roleOf({ role, org_role, o }: Pick<Claims, 'role' | 'org_role' | 'o'>): TokenHolder['role'] {
  const given = role?.replace(/^org:guest$/, 'guest') ?? o?.rol ?? org_role?.replace(/^org:/, '')
  return given === 'admin' || given === 'guest' ? given : 'viewer'
}
