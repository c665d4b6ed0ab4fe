import { QueryError } from './errors'
import { shortenText } from './syntax'

/** The preferences of the dialect, in the order in which a response lists them, with their possible values. */
const known = {
  resolution: ['merge-duplicates', 'ignore-duplicates'],
  missing: ['default', 'null'],
  return: ['representation', 'minimal', 'headers-only'],
  count: ['exact', 'planned', 'estimated'],
  tx: ['commit', 'rollback'],
  handling: ['strict', 'lenient'],
  timezone: undefined,
  'max-affected': undefined,
} as const
export type PreferenceName = keyof typeof known
const names = Object.keys(known) as PreferenceName[]

export type Preferences = {
  returned: 'representation' | 'minimal' | 'headers-only'
  count: boolean
  /** How an insert handles existing rows. */
  resolution?: 'merge' | 'ignore'
  /** Dry run: execute, respond and roll back. */
  isDryRun: boolean
  /** Missing columns of a row take their default instead of null. */
  fillsDefaults: boolean
  /** Maximum number of affected rows; larger writes are refused. */
  mostAffected?: number
  /** The time zone of times in the response, and of times without an offset in the request. */
  timeZone?: string
  /** The preferences as written. */
  given: ReadonlyMap<PreferenceName, string>
}

/**
 * Parses the header `Prefer`. The first of several values of one preference counts.
 * @param isTimeZone whether the database knows a time zone.
 * @throws {QueryError} for an unknown preference, if the client requires strict handling.
 */
export function parsePreferences(text: string, isTimeZone: (name: string) => boolean): Preferences {
  const given = new Map<PreferenceName, string>()
  const invalid: string[] = []
  for (const item of text.split(',').map((one) => one.trim())) {
    if (item === '') continue
    const [, key, value = ''] = /^([a-z-]+)=(.*)$/s.exec(item) ?? []
    const name = names.find((one) => one === key)
    if (name === undefined || !isValid(name, value, isTimeZone)) invalid.push(item)
    else if (!given.has(name)) given.set(name, value)
  }
  const isStrict = given.get('handling') === 'strict'
  if (isStrict && invalid.length > 0) {
    const list = shortenText(invalid.join(', '))
    throw new QueryError(
      'PGRST122',
      'Invalid preferences given with handling=strict',
      400,
      `Invalid preferences: ${list}`
    )
  }
  // Without strict handling a client accepts that a preference has no effect.
  if (!isStrict) given.delete('max-affected')
  const [resolution, affected, timeZone] = [given.get('resolution'), given.get('max-affected'), given.get('timezone')]
  return {
    returned: (given.get('return') ?? 'minimal') as Preferences['returned'],
    count: given.has('count'),
    isDryRun: given.get('tx') === 'rollback',
    fillsDefaults: given.get('missing') === 'default',
    ...(resolution === undefined ? {} : { resolution: resolution === 'merge-duplicates' ? 'merge' : 'ignore' }),
    ...(affected === undefined ? {} : { mostAffected: Number(affected) }),
    ...(timeZone === undefined ? {} : { timeZone }),
    given,
  }
}

function isValid(name: PreferenceName, value: string, isTimeZone: (name: string) => boolean): boolean {
  if (name === 'timezone') return isTimeZone(value)
  if (name === 'max-affected') return /^\d{1,15}$/.test(value)
  return known[name].some((one) => one === value)
}

/** The preferences that each kind of request applies. */
const appliedBy = {
  read: ['count', 'tx', 'handling', 'timezone'],
  call: ['count', 'tx', 'handling', 'timezone', 'max-affected'],
  POST: names,
  PATCH: ['missing', 'return', 'count', 'tx', 'handling', 'timezone', 'max-affected'],
  DELETE: ['return', 'count', 'tx', 'handling', 'timezone', 'max-affected'],
} as const satisfies Record<string, readonly PreferenceName[]>

/** Lists the applied preferences in the response. */
export function listApplied(
  response: Response,
  { given }: Preferences,
  kind: keyof typeof appliedBy,
  without?: PreferenceName
): Response {
  const applied = appliedBy[kind].flatMap((name) => {
    const value = given.get(name)
    return value === undefined || name === without ? [] : [`${name}=${value}`]
  })
  if (applied.length > 0) response.headers.set('Preference-Applied', applied.join(', '))
  return response
}
