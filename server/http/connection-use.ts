import { allows, type AccessRule } from '../../src/shared/access/policy'

/**
 * The author of a check, a scraper or a notification rule controls how it uses a stored connection, so authors must
 * be allowed to read connections.
 */
export const mayUseConnections = (rules: readonly AccessRule[]): boolean => allows(rules, 'connection', 'read')

export const FORBIDDEN_USE =
  'You cannot write checks or scrapers that use a stored connection: this requires read on connection'

export const FORBIDDEN_RECIPIENT =
  'You cannot write notification rules or teams that send to a stored connection: this requires read on connection'
