import { allows, type AccessRule } from '../../src/shared/access/policy'

/**
 * The author of a check or scraper decides what it does with a stored connection, so authors must be allowed to read
 * connections.
 */
export const mayUseConnections = (rules: readonly AccessRule[]): boolean => allows(rules, 'connection', 'read')

export const FORBIDDEN_USE =
  'You cannot write checks or scrapers that use a stored connection: this requires read on connection'
