import type { Trigger } from '../../api/flow'

/** Why security keys cannot be used in this browser or at this address; undefined where they can. */
export function keyRefusal(): string | undefined {
  const { hostname, port } = location
  // Keys belong to a host name, and browsers refuse IP addresses.
  if (hostname === '127.0.0.1' || hostname === '[::1]') {
    return `Security keys need an address with a name: open the console as http://localhost${port && `:${port}`}.`
  }
  const isKnown = typeof window.PublicKeyCredential === 'function' && !/^[\d.]+$|^\[/.test(hostname)
  return isKnown ? undefined : 'This browser, or this address, has no security keys.'
}

/**
 * Asks the browser for a security key, with the options of a flow.
 * @returns the answer for the service, as JSON text
 * @throws {Error} with a message for the person
 */
export async function askForKey(trigger: Trigger, options: string): Promise<string> {
  const { startAuthentication, startRegistration } = await import('@simplewebauthn/browser')
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

/** Browsers give few details on purpose, and their messages are not written for users. */
function reasonOf(error: unknown): string {
  const name = error instanceof Error ? error.name : ''
  switch (name) {
    case 'NotAllowedError':
    case 'AbortError':
      return 'The security key was not used: it was cancelled, or took too long. Try again.'
    case 'InvalidStateError':
      return 'This security key is registered already.'
    case 'SecurityError':
      return 'Security keys do not work at this address: it has to be the one they were made for, by https.'
    default:
      return 'The security key could not be used.'
  }
}
