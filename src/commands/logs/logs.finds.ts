import { checkRelations } from '@/api/health/check-relations'
import { logs } from '@/api/logs/logs'
import type { CachedFetch, KnownArgs, SlotOption, Target } from '../command'

const CACHE_MS = 60_000

/** Finds components with logs by name. Those that the check under the cursor belongs to come first. */
export async function findComponentsWithLogs(
  text: string,
  signal: AbortSignal,
  { check = [] }: KnownArgs,
  ask: CachedFetch
): Promise<SlotOption<Target<'component'>>[]> {
  const [at] = check as readonly Target<'check'>[]
  const [found, related] = await Promise.all([logs.components(text, signal), componentsOf(at, ask)])
  const isRelated = ({ id }: { id: string }) => related.includes(id)
  return [...found.filter(isRelated), ...found.filter((one) => !isRelated(one))].map(({ id, name, type }) => {
    const hint = [type, isRelated({ id }) ? `component of ${at?.label}` : ''].filter(Boolean).join(', ')
    return { value: { kind: 'component', id, label: name }, label: name, ...(hint === '' ? {} : { hint }) }
  })
}

/** The ids of the components of a check; empty if they cannot be read, since they only change the order. */
async function componentsOf(check: Target<'check'> | undefined, ask: CachedFetch): Promise<string[]> {
  if (!check) return []
  const relations = await ask({ ...checkRelations(check.id), staleTime: CACHE_MS }).catch(() => [])
  return relations.flatMap((one) => (one.kind === 'component' ? [one.id] : []))
}
