import { createPublicKey } from 'node:crypto'
import { isBackendPattern, readKeyHost } from '@/shared/sign-in/hosted'

/** Settings for sign-in with a hosted service, Clerk. */
export type HostedSettings = {
  publishableKey: string
  /** Host of the service, contained in the key. */
  host: string
  /** Backends that organisations may use; see `isBackendPattern`. */
  backends: readonly string[]
  /** Members who may sign in to the embedded backend: the organisation's id, and the key of the service. */
  members?: { organisation: string; publicKey?: string }
  /** The public origin of the console; absent on loopback. */
  publicUrl?: URL
}

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Reads the settings for hosted sign-in from the environment.
 * @param checksTokens whether this server validates tokens; otherwise a backend does.
 * @returns an error message when a setting is missing or invalid. It does not repeat values.
 */
export function readHostedSettings(env: Environment, checksTokens: boolean): HostedSettings | string {
  const publishableKey = env['CLERK_PUBLISHABLE_KEY']?.trim() ?? ''
  if (!publishableKey)
    return '--auth hosted requires the publishable key of your Clerk instance in CLERK_PUBLISHABLE_KEY.'
  const host = readKeyHost(publishableKey)
  if (host === undefined) return 'CLERK_PUBLISHABLE_KEY must be a publishable key of Clerk: pk_live_… or pk_test_….'
  const backends = (env['CLERK_BACKENDS'] ?? '').split(',').flatMap((part) => part.trim().toLowerCase() || [])
  if (!backends.every(isBackendPattern))
    return 'CLERK_BACKENDS must be origins such as https://mc.example or https://*.mc.example, with commas.'
  const settings = { publishableKey, host, backends }
  if (!checksTokens) return settings
  const organisation = env['CLERK_ORGANIZATION_ID']?.trim()
  if (!organisation)
    return '--auth hosted requires the organisation whose members may sign in: CLERK_ORGANIZATION_ID=org_….'
  const publicKey = env['CLERK_JWT_KEY']?.replaceAll(String.raw`\n`, '\n')
  if (publicKey && !isPublicKey(publicKey))
    return 'CLERK_JWT_KEY must be a public RSA key in PEM, of 2048 bits or more.'
  return { ...settings, members: { organisation, ...(publicKey && { publicKey }) } }
}

/** Smaller keys can be factored; `jose` refuses them. */
const FEWEST_BITS = 2048

function isPublicKey(pem: string): boolean {
  // A private key would also parse, but must not be stored here.
  if (!pem.includes('BEGIN PUBLIC KEY')) return false
  try {
    const { asymmetricKeyType, asymmetricKeyDetails } = createPublicKey(pem)
    return asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) >= FEWEST_BITS
  } catch {
    return false
  }
}
