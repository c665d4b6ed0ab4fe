import type { FlowTrigger } from '@/api/sign-in/flow'
import { loadModule } from '@/lib/load-module'

const loadLibrary = () => import('@simplewebauthn/browser')

/** The reason why security keys do not work in this browser or at this address; undefined if they do. */
export function securityKeyRefusal(): string | undefined {
  const { hostname, port } = location
  // Keys belong to a host name, and browsers refuse IP addresses.
  if (hostname === '127.0.0.1' || hostname === '[::1]') {
    return `Security keys need an address with a name: open the console as http://localhost${port && `:${port}`}.`
  }
  const isKnown = typeof window.PublicKeyCredential === 'function' && !/^[\d.]+$|^\[/.test(hostname)
  return isKnown ? undefined : 'This browser or this address does not support security keys.'
}

/**
 * Requests a security key from the browser, with the options of a flow.
 * @returns the response for the service, as JSON text
 * @throws {Error} with a message for the user
 */
export async function requestSecurityKey(trigger: FlowTrigger, options: string): Promise<string> {
  const { startAuthentication, startRegistration } = await loadModule(loadLibrary)
  try {
    const { publicKey } = JSON.parse(options) as { publicKey: never }
    const answer =
      trigger === 'oryWebAuthnLogin'
        ? await startAuthentication({ optionsJSON: publicKey })
        : await startRegistration({ optionsJSON: publicKey })
    return JSON.stringify(answer)
  } catch (error) {
    throw new Error(reasonOf(error), { cause: error })
  }
}

/** Browsers deliberately give few details, and their messages are not written for users. */
function reasonOf(error: unknown): string {
  const name = error instanceof Error ? error.name : ''
  switch (name) {
    case 'NotAllowedError':
    case 'AbortError':
      return 'The security key was not used, because the request was cancelled or timed out. Try again.'
    case 'InvalidStateError':
      return 'This security key is already registered.'
    case 'SecurityError':
      return 'Security keys work only at the https address that they were registered for.'
    default:
      return 'The security key could not be used.'
  }
}
