import { runScraper } from '@/api/settings/scraper-run'
import { formatNames } from '@/shared/format'
import type { Effects, Outcome, Target } from '../command'

export async function runScraperNow(
  { scraper: [one] }: { scraper: readonly Target[] },
  effects: Effects
): Promise<Outcome | void> {
  if (!one) return undefined
  const summary = await effects.mutate(runScraper(), one.id)
  if (!summary) return { message: `Started ${one.label}. The result will be in its job history.` }
  const counted = (['added', 'updated', 'unchanged'] as const).flatMap((what) => {
    const count = Object.values(summary).reduce((sum, of) => sum + (of[what] ?? 0), 0)
    return count > 0 ? [`${count.toLocaleString('en')} ${what}`] : []
  })
  return { message: `Ran ${one.label}: ${formatNames(counted) || 'no items found'}.` }
}
