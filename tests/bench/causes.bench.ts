import { mostRecent, outagesFrom, ranked, scoreRanking } from '../helpers/outages'

const SEEDS = [1001, 2002, 3003]
const percent = (share: number) => `${Math.round(share * 100)} %`

/** How often a planted cause is among the first three, by kind of cause. */
export async function bench(): Promise<Record<string, string>> {
  const outages = SEEDS.flatMap((seed) => outagesFrom(seed, 200))
  const families = [...new Set(outages.map(({ family }) => family))]
  return Object.fromEntries(
    ['all', ...families].map((family) => {
      const list = family === 'all' ? outages : outages.filter((one) => one.family === family)
      return [
        `${family}: causes among the first three, of ${list.length}`,
        `${percent(scoreRanking(list, ranked))} (most recent first: ${percent(scoreRanking(list, mostRecent))})`,
      ]
    })
  )
}
