import { z } from 'zod'
import { isRecord } from '../../src/shared/document/value'
import { readCheckEndpoint, readCheckName } from '../../src/shared/health/check-name'
import { typeByKey } from '../../src/shared/health/check-types'
import { stripPassword } from '../platform/outside/error-text'
import { hideSecrets, MASK } from '@/shared/connections/secret-parts'

/** One check as a canary declares it, ready to become a row of `checks`. */
type DeclaredCheck = {
  type: string
  name: string
  namespace: string
  description: string | null
  icon: string | null
  labels: Record<string, string> | null
  owner: string | null
  severity: string | null
  /** As written. The checker of its type parses it when the check runs. */
  spec: Spec
}

type Spec = Readonly<Record<string, unknown>>

type CanaryRow = { name: string; namespace: string; spec: unknown }

const text = z.string().trim().min(1).nullable().catch(null)
/** User-defined labels: a map of strings; null for any other value. */
export const checkLabelsSchema = z
  .record(z.string(), z.union([z.string(), z.number(), z.boolean()]).transform(String))
  .nullable()
  .catch(null)

/** Members that every check accepts. A member of the wrong type is ignored; the check still exists. */
const common = z.object({ name: text, namespace: text, description: text, icon: text, labels: checkLabelsSchema })
const canaryLevel = z.object({ owner: text, icon: text, severity: text })

/**
 * Returns the checks of a canary. Never throws: a spec that is not an object declares no checks, and an entry that is
 * not an object becomes a check that reports the error when it runs.
 *
 * As in canary-checker, the description names a check without a name, and entries with the same type and name are one
 * check. The spec of that check lists them as the canary does (read by `merged-checks.ts`); all other members come
 * from the last entry.
 */
export function readDeclaredChecks({ name: ofCanary, namespace, spec }: CanaryRow): DeclaredCheck[] {
  if (!isRecord(spec)) return []
  const { owner, icon, severity } = canaryLevel.parse(spec)
  const entries = [...typeByKey].flatMap(([key, type]) =>
    entriesOf(spec[key]).map((entry) => entryOf(key, type, entry))
  )
  const nameOf = uniqueNames()
  // Explicit names are assigned first, so that no generated name can take their place.
  const names = new Map<string, string>()
  for (const { type, given } of entries)
    if (given !== null && !names.has(`${type}\n${given}`)) names.set(`${type}\n${given}`, nameOf(type, given))
  const checks = new Map<string, DeclaredCheck>()
  const specs = new Map<string, Spec[]>()
  for (const { key, type, given, own, declared } of entries) {
    const named = given === null ? undefined : names.get(`${type}\n${given}`)
    const name = named ?? nameOf(type, endpointOf(own) ?? ofCanary)
    const row = `${type}\n${name}`
    const several = specs.get(row) ?? []
    several.push(own)
    specs.set(row, several)
    const description = declared.name === null ? null : declared.description
    checks.set(row, {
      type,
      name,
      namespace: declared.namespace ?? clipName(namespace),
      description,
      icon: declared.icon ?? icon,
      labels: declared.labels,
      owner,
      severity,
      spec: several.length === 1 ? own : { [key]: several },
    })
  }
  return [...checks.values()]
}

function entryOf(key: string, type: string, entry: unknown) {
  const own: Spec = isRecord(entry) ? entry : { unreadable: entry }
  const declared = common.parse(own)
  return { key, type, own, declared, given: readCheckName(own) ?? null }
}

/** canary-checker expects a list; a single check without the list is accepted too. */
const entriesOf = (value: unknown): unknown[] =>
  value === undefined || value === null ? [] : Array.isArray(value) ? value : [value]

/** The name of a check without one: its target. */
function endpointOf(spec: Spec): string | undefined {
  const written = readCheckEndpoint(spec)
  if (written === undefined) return undefined
  const address = stripPassword(written)
  return address.includes('://') ? address : String(hideSecrets('url', address, () => MASK))
}

/** Postgres indexes names, and an index entry has at most 2,704 bytes. */
const LONGEST_NAME = 500

/**
 * Rows are unique by canary, type and name. A second check named by the same target gets a number instead of
 * vanishing, and so does a second long name with the same beginning. The count continues from the last number, so
 * naming a thousand checks with one name takes no longer than a thousand different names.
 */
function uniqueNames(): (type: string, preferredName: string) => string {
  const taken = new Set<string>()
  const counts = new Map<string, number>()
  return (type, preferredName) => {
    const base = clipName(preferredName)
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

/** Limits a name to `LONGEST_NAME`. A split surrogate pair, which Postgres rejects, is removed. */
export const clipName = (name: string) =>
  name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME).replace(/\p{Surrogate}$/u, '')}…` : name
