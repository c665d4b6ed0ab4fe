import { buildIndex } from '../../src/lib/palette/rank/build'
import { createSearch } from '../../src/lib/palette/rank/search'
import type { SearchEntry } from '../../src/lib/palette/rank/text'

const services =
  'payments checkout catalog search identity billing ledger orders shipping inventory pricing media mail session gateway'.split(
    ' '
  )
const roles = 'api worker cron cache db proxy consumer migrator exporter scheduler indexer'.split(' ')
const regions = 'eu-west-1 eu-north-1 us-east-1 us-west-2 ap-south-1 ap-southeast-2 sa-east-1'.split(' ')
const types = [
  'Kubernetes::Pod',
  'Kubernetes::Deployment',
  'Kubernetes::Service',
  'AWS::EC2::Instance',
  'AWS::RDS::DBInstance',
  'Kubernetes::ConfigMap',
]
const namespaces = ['default', 'prod', 'staging', 'monitoring', 'kube-system']

const of = (list: readonly string[], at: number) => list[at % list.length] ?? ''

/** The number of names of a large organisation, identical in each run. */
export const manyEntries = (count: number): SearchEntry[] =>
  Array.from({ length: count }, (_, n) => {
    const type = of(types, n * 7)
    const namespace = of(namespaces, n * 3)
    // Multiplied by a large odd number, so that neighbouring names differ.
    const hash = (Math.imul(n + 1, 2_654_435_761) >>> 0).toString(36)
    const name = [of(services, n), of(roles, Math.floor(n / 15)), of(regions, Math.floor(n / 165)), hash].join('-')
    return { id: `config:${n}-${hash}`, title: name, group: 'Config', keywords: `${type} ${namespace}` }
  })

const ROUNDS = 6

/**
 * Measures the milliseconds to index 50,000 names, and to rank them for each prefix of some queries, as a new search
 * each time and as a continued search.
 */
export async function measureRanking(queries: readonly string[]) {
  const entries = manyEntries(50_000)
  const slices: number[] = []
  let begun = performance.now()
  const index = await buildIndex(entries, {
    now: () => performance.now(),
    async pause() {
      slices.push(performance.now() - begun)
      await new Promise((resolve) => setTimeout(resolve))
      begun = performance.now()
    },
  })
  const anew: number[] = []
  const goingOn: number[] = []
  for (let round = 0; round < ROUNDS; round++)
    for (const query of queries) {
      const search = createSearch(index)
      for (let length = 1; length <= query.length; length++) {
        const fresh = createSearch(index)
        const [one, other] = [fresh, search].map((find) => took(() => find(query.slice(0, length), 50)))
        // The first round also measures the compilation of the code.
        if (round === 0 || one === undefined || other === undefined) continue
        anew.push(one)
        goingOn.push(other)
      }
    }
  return { anew, goingOn, slices }
}

function took(work: () => unknown): number {
  const begun = performance.now()
  work()
  return performance.now() - begun
}
