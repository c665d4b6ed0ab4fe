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
 */
export function declaredChecks({ name, namespace, spec }: CanaryRow): DeclaredCheck[] {
  if (!isObject(spec)) return []
  const { owner, icon, severity } = canaryLevel.parse(spec)
  const taken = new Set<string>()
  return [...typeByKey].flatMap(([key, type]) =>
    entriesOf(spec[key]).map((entry): DeclaredCheck => {
      const own = isObject(entry) ? entry : { unreadable: entry }
      const declared = common.parse(own)
      return {
        type,
        name: unique(taken, type, declared.name ?? endpointOf(own) ?? name),
        namespace: declared.namespace ?? namespace,
        description: declared.description,
        icon: declared.icon ?? icon,
        labels: declared.labels,
        owner,
        severity,
        spec: own,
      }
    })
  )
}

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

/** Rows are unique by canary, type and name: a second check of one name gets a number instead of vanishing. */
function unique(taken: Set<string>, type: string, wanted: string): string {
  for (let count = 1; ; count++) {
    const name = count === 1 ? wanted : `${wanted} (${count})`
    const key = `${type}\n${name}`
    if (taken.has(key)) continue
    taken.add(key)
    return name
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
