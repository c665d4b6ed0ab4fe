import { runScraper } from '@/api/settings/scraper-run'
import { formatCount, formatNames } from '@/shared/format'
import type { Effects, Outcome, Target } from '../command'

export async function runScraperNow(
  { scraper: [one] }: { scraper: readonly Target[] },
  effects: Effects
): Promise<Outcome | void> {
  if (!one) return undefined
  const run = await effects.mutate(runScraper(), one.id)
  if (!run) return { message: `Started ${one.label}. The result will be in its job history.` }
  const { summary, waiting } = run
  const counted = (['added', 'updated', 'unchanged'] as const).flatMap((what) => {
    const count = Object.values(summary).reduce((sum, of) => sum + (of[what] ?? 0), 0)
    return count > 0 ? [`${count.toLocaleString('en')} ${what}`] : []
  })
  const kept =
    waiting > 0
      ? ` ${formatCount(waiting, 'missing item')} ${waiting === 1 ? 'is' : 'are'} kept until the next run: run ${one.label} again to confirm the deletion.`
      : ''
  return { message: `Ran ${one.label}: ${formatNames(counted) || 'no items found'}.${kept}` }
}
