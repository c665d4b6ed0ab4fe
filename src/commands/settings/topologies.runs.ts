import { runTopology } from '@/api/topology/topology-run'
import { formatNames } from '@/shared/format'
import type { Effects, Outcome, Target } from '../command'

export async function runTopologyNow(
  { topology: [one] }: { topology: readonly Target[] },
  effects: Effects
): Promise<Outcome | void> {
  if (!one) return undefined
  const summary = await effects.mutate(runTopology(), one.id)
  const counted = (['added', 'updated', 'unchanged', 'deleted'] as const).flatMap((what) => {
    const count = summary?.[what] ?? 0
    return count > 0 ? [`${count.toLocaleString('en')} ${what}`] : []
  })
  const what = summary ? `: ${formatNames(counted) || 'no components found'}` : ''
  return { message: `Ran ${one.label}${what}.` }
}
