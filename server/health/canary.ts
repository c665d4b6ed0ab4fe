import { z } from 'zod'
import { typeByKey } from './check-types'
import { withoutPassword } from '../outside/error-text'

/** One check as a canary declares it, ready to become a row of `checks`. */
export type DeclaredCheck = {
  type: string
  name: string
  namespace: string
  description: string | null
  icon: string | null
  labels: Record<string, string> | null
  owner: string | null
  severity: string | null
  /** As written; its own type's checker parses it when it runs. */
  spec: Readonly<Record<string, unknown>>
}

export type CanaryRow = { name: string; namespace: string; spec: unknown }

const text = z.string().trim().min(1).nullable().catch(null)
const labels = z
  .record(z.string(), z.union([z.string(), z.number(), z.boolean()]).transform(String))
  .nullable()
  .catch(null)

/** What every check may say about itself. A member of the wrong kind is left out; the check still exists. */
const common = z.object({ name: text, namespace: text, description: text, icon: text, labels })
const canaryLevel = z.object({ owner: text, icon: text, severity: text })

/**
 * The checks of a canary. Never throws: a spec that is no object declares none, and an entry that is none becomes a
 * check that says so when it runs.
 *
 * As canary-checker has it, a check without a name is called by its description, and of several of one type and name the
 * last is the check, which says so.
 */
export function declaredChecks({ name: ofCanary, namespace, spec }: CanaryRow): DeclaredCheck[] {
  if (!isObject(spec)) return []
  const { owner, icon, severity } = canaryLevel.parse(spec)
  const entries = [...typeByKey].flatMap(([key, type]) => entriesOf(spec[key]).map((entry) => entryOf(type, entry)))
  const nameOf = uniqueNames()
  // What is named by hand comes first: no name that is made up may take its place.
  const names = new Map<string, string>()
  for (const { type, given } of entries)
    if (given !== null && !names.has(`${type}\n${given}`)) names.set(`${type}\n${given}`, nameOf(type, given))
  const checks = new Map<string, DeclaredCheck>()
  const counts = new Map<string, number>()
  for (const { type, given, own, declared } of entries) {
    const named = given === null ? undefined : names.get(`${type}\n${given}`)
    const name = named ?? nameOf(type, endpointOf(own) ?? ofCanary)
    const key = `${type}\n${name}`
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    const description = declared.name === null ? null : declared.description
    checks.set(key, {
      type,
      name,
      namespace: declared.namespace ?? clip(namespace),
      description: count === 1 ? description : ofSeveral(description, type, count),
      icon: declared.icon ?? icon,
      labels: declared.labels,
      owner,
      severity,
      spec: own,
    })
  }
  return [...checks.values()]
}

function entryOf(type: string, entry: unknown) {
  const own = isObject(entry) ? entry : { unreadable: entry }
  const declared = common.parse(own)
  return { type, own, declared, given: declared.name ?? declared.description }
}

const ofSeveral = (description: string | null, type: string, count: number) =>
  `${description === null ? '' : `${description} – `}the last of ${count} ${type} checks of this name`

/** canary-checker takes a list; a single check without the list is understood too. */
const entriesOf = (value: unknown): unknown[] =>
  value === undefined || value === null ? [] : Array.isArray(value) ? value : [value]

/** What a nameless check is called: what it looks at. */
function endpointOf(spec: Record<string, unknown>): string | undefined {
  const written = [spec['url'], spec['endpoint'], spec['addr'], spec['path'], spec['query']].find(
    (value) => typeof value === 'string' && value.trim() !== ''
  )
  return typeof written === 'string' ? withoutPassword(written.trim()) : undefined
}

/** Postgres indexes names, and an entry of an index has at most 2,704 bytes. */
const LONGEST_NAME = 500

/**
 * Rows are unique by canary, type and name: a second check that is called after what it looks at gets a number instead of
 * vanishing, and so does a second long name that begins as another does. Counting goes
 * on where it was, so that a thousand checks of one name take no longer than a thousand names.
 */
function uniqueNames(): (type: string, wanted: string) => string {
  const taken = new Set<string>()
  const counts = new Map<string, number>()
  return (type, wanted) => {
    const base = clip(wanted)
    const key = (name: string) => `${type}\n${name}`
    for (let count = (counts.get(key(base)) ?? 0) + 1; ; count++) {
      const name = count === 1 ? base : `${base} (${count})`
      if (taken.has(key(name))) continue
      taken.add(key(name))
      counts.set(key(base), count)
      return name
    }
  }
}

/** Half a character, which Postgres does not keep, is left out. */
const clip = (name: string) =>
  name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME).replace(/\p{Surrogate}$/u, '')}…` : name

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
