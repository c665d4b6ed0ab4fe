import type { HostedSettings } from './settings'

/** Serves the bot check of the sign-in service. */
const CHALLENGES = 'https://challenges.cloudflare.com'
const PICTURES = 'https://img.clerk.com'

/**
 * Additional sources of the pages by directive of the content security policy: the forms of the sign-in service, which
 * load from its host and use inline styles, and the backends of organisations.
 */
export const hostedSources = ({ host, backends }: Pick<HostedSettings, 'host' | 'backends'>) => ({
  'script-src': [`https://${host}`, CHALLENGES],
  'style-src': ["'unsafe-inline'"],
  'img-src': [PICTURES],
  'connect-src': [`https://${host}`, ...backends],
  'worker-src': ["'self'", 'blob:'],
  'frame-src': [CHALLENGES],
})
