import { isRecord } from '../../src/shared/document/value'
import { type CheckType, valueMembers, words } from '../../src/shared/health/check-type'
import { checkTypes, findStoredCheckType } from '../../src/shared/health/check-types'
import { findUnsupportedFeature } from '../platform/outside/sql-address'
import { acceptsConnection } from '../platform/outside/resolve-connection'

type ProtocolMembers = NonNullable<CheckType['protocol']>

/** Describe the row and do not affect the verdict. `unreadable` contains an entry that is not an object. */
const shown = new Set(words('name namespace description icon labels unreadable'))
/** Unsupported members without effect on the verdict: a result notes them. */
const kept = new Set(words('display metrics relationships transformDeleteStrategy'))
/** Common to all types and supported for all of them. */
export const commonSupportedMembers: readonly string[] = words(
  'retries retries.delay retries.disabled retries.interval retries.maxRetries retries.timeout'
)
/** Common to all types and not supported, except by the types that list them as done. */
export const commonUnsupportedMembers: readonly string[] = words(
  'dependsOn markFailOnEmpty test test.javascript test.jsonPath test.template transform transform.javascript transform.jsonPath transform.template'
)
/** Members whose child names are user-defined. */
export const userDefinedMembers: ReadonlySet<string> = new Set(['oauth2.params'])
/** `display` in other template languages. */
const otherDisplays = new Set(words('display.javascript display.jsonPath display.template'))

/**
 * Every member that the protocol defines for the supported types. A test compares the table with the checkers: the
 * type's checker reads each `done` member, and every other member is named instead of ignored.
 */
export const protocolMembers: Readonly<Record<string, ProtocolMembers>> = Object.fromEntries(
  checkTypes.flatMap(({ key, type = key, protocol }) => (protocol ? [[type, protocol]] : []))
)

/** The supported members of a canary itself; `env` provides values for templates. */
export const canaryMembers: readonly string[] = words(
  'agentSelector env icon interval owner replicas schedule severity'
)
/** Unsupported members of canaries: none of the canary's checks gets a verdict. */
const missingOfCanaries = new Set(['resultMode', 'retries'])

const expressions = new Set(['display', 'test', 'transform'])

/** Members in which the protocol fills in templates; in the body of a request only with `templateBody`. */
export const templateMembers: ReadonlySet<string> = new Set([
  ...words('addr connection endpoint filter.since host path query url'),
  ...valueMembers('auth.password auth.username env.value headers.value password username'),
])

type Found = {
  /** Unsupported features, as nouns. */
  missing: string[]
  /** Members that the protocol does not define, such as a misspelt member. */
  unknown: string[]
  kept: string[]
}

/** Lists the members of a check that its type's checker does not support. An empty member counts as not set. */
export function findUnsupported(type: string, spec: unknown): Found {
  const { done = [], missing = [], hasRows } = findStoredCheckType(type)?.protocol ?? {}
  const isDone = new Set([...done, ...commonSupportedMembers])
  if (!hasRows && isRecord(spec) && isEmpty('transform', spec['transform'])) isDone.delete('markFailOnEmpty')
  const isMissing = new Set([...missing, ...commonUnsupportedMembers])
  const found: Found = { missing: [], unknown: [], kept: [] }
  const visit = (value: unknown, path: string): void => {
    if (typeof value === 'string') found.missing.push(...missingIn(value, type, path))
    else if (Array.isArray(value)) for (const one of value) visit(one, path)
    else if (typeof value === 'object' && value !== null)
      for (const [name, member] of Object.entries(value)) {
        const at = path === '' ? name : `${path}.${name}`
        if (isEmpty(name, member) || (path === '' && shown.has(name))) continue
        if (path === '' && kept.has(name) && !isDone.has(name)) found.kept.push(name)
        else if (otherDisplays.has(at)) found.kept.push(at)
        else if (isDone.has(at))
          visit(userDefinedMembers.has(at) && isRecord(member) ? Object.values(member) : member, at)
        else if (isMissing.has(at) || name === 'valueFrom') found.missing.push(at)
        else found.unknown.push(at)
      }
  }
  if (isRecord(spec)) visit(spec, '')
  return found
}

/** Whether a member contains a database address, which takes its user and password from `$(…)`. */
export const isDatabaseAddress = (type: string, path: string): boolean =>
  findStoredCheckType(type)?.connects === 'database' && ['url', 'connection'].includes(path)

/** The member at a path, whether its value is plain or `{value}`. */
export const memberAtPath = (path: string): string => path.replace(/(?<=.)\.value$/, '')

/** The unsupported features that the text of a member requires, once its templates are filled in. */
function missingIn(text: string, type: string, path: string): string[] {
  const member = memberAtPath(path)
  if (text.trim().startsWith('connection://') && !acceptsConnection(type, member))
    return [`the stored connection in ${member}`]
  if (type === 'folder' && path === 'path' && /^(?:[a-z][a-z0-9+.-]*:\/\/|\\\\)/i.test(text.trim()))
    return ['the store in path']
  const isAddress = isDatabaseAddress(type, path)
  if (isAddress && type === 'postgres' && /^\s*\w+\s*=/.test(text)) return [`the connection string in ${path}`]
  const unsupported = isAddress ? findUnsupportedFeature(type, text.trim()) : undefined
  if (unsupported !== undefined) return [`${unsupported} in ${path}`]
  return []
}

/**
 * Returns why a check gets no verdict, as the end of a sentence; undefined when all of it is supported.
 * @param spec with its templates filled in
 */
export function findUnsupportedReason(type: string, spec: unknown): string | undefined {
  const { missing, unknown } = findUnsupported(type, spec)
  return formatUnsupportedReason(`${type} checks`, missing, unknown)
}

/** The same for the members of a canary that are neither checks nor supported. */
export function findUnsupportedCanaryReason(names: readonly string[]): string | undefined {
  const missing = names.filter((name) => missingOfCanaries.has(name))
  const unknown = names.filter((name) => !missingOfCanaries.has(name))
  return formatUnsupportedReason('canaries', missing, unknown)
}

function formatUnsupportedReason(
  whose: string,
  missing: readonly string[],
  unknown: readonly string[]
): string | undefined {
  const parts = [
    missing.length > 0 && `${list(missing)} of ${whose} ${isOne(missing) ? 'needs' : 'need'} a Mission Control backend`,
    unknown.length > 0 && `${whose} have no ${isOne(unknown) ? 'member' : 'members'} ${list(unknown)}`,
  ].filter((part) => part !== false)
  return parts.length > 0 ? parts.join('; ') : undefined
}

const isOne = (names: readonly string[]) => new Set(names).size === 1

const MOST_NAMED = 5
const LONGEST_NAMED = 100
const listed = new Intl.ListFormat('en')

/** Lists the first names, each once; names are user-defined and may be long. */
function list(names: readonly string[]): string {
  const all = [...new Set(names)].toSorted()
  const some = all.slice(0, MOST_NAMED).map((name) => name.slice(0, LONGEST_NAMED))
  return listed.format(all.length > MOST_NAMED ? [...some, `${all.length - MOST_NAMED} more`] : some)
}

/**
 * Whether a member counts as not set: in the protocol an empty value equals an absent one. An empty object is a value
 * (`crawl: {}` crawls), except for expressions, whose members are the value.
 */
function isEmpty(name: string, value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0
  if (!isRecord(value)) return !value
  return expressions.has(name) && Object.values(value).every((one) => !one)
}
