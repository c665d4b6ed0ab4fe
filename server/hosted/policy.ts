import type { HostedSettings } from './settings'

/** Checks that a visitor is a person come from there. */
const CHALLENGES = 'https://challenges.cloudflare.com'
const PICTURES = 'https://img.clerk.com'

/**
 * What the pages may load beyond their own origin, by directive of the content security policy: the forms of the
 * sign-in service, which come from its host and style themselves as they go, and the backends of organisations.
 */
export const hostedSources = ({ host, backends }: Pick<HostedSettings, 'host' | 'backends'>) => ({
  'script-src': [`https://${host}`, CHALLENGES],
  'style-src': ["'unsafe-inline'"],
  'img-src': [PICTURES],
  'connect-src': [`https://${host}`, ...backends],
  'worker-src': ["'self'", 'blob:'],
  'frame-src': [CHALLENGES],
})
