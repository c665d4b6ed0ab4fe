import type { Trigger } from '../../api/flow'

export const hasSecurityKeys = () => typeof window.PublicKeyCredential === 'function'

/**
 * Asks the browser for a security key, by the options that came with a flow.
 * @returns what the service wants to see, as text
 * @throws {Error} with a sentence for people
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

/** Browsers say little on purpose; what they do say is not written for people. */
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
