import { allows, type Rule } from '../../src/lib/policy'

/** What a check or a scraper does with a stored connection is up to whoever writes it: they must be allowed to read it. */
export const mayUseConnections = (rules: readonly Rule[]): boolean => allows(rules, 'connection', 'read')

export const FORBIDDEN_USE =
  'You cannot write checks or scrapers that use a stored connection: that takes read on connection'
