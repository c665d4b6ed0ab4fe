import type { QueryClient } from '@tanstack/react-query'
import type { DeferredRows } from '../../ui/grid/props'
import { createOpenIncidents, type OpenIncidents } from './open-incidents'
import type { HealthRow } from './order'
import { createRecentRuns } from './recent-runs'

export { showsIncidents } from '../shared/access/shows-incidents'

/** Row data that loads after the first render: messages and buckets of recent runs, and incidents if shown. */
export function createDeferredRowData(
  client: QueryClient,
  hasIncidents: boolean
): { later: DeferredRows<HealthRow>; open: OpenIncidents | undefined } {
  const runs = createRecentRuns(client)
  if (!hasIncidents) return { later: runs, open: undefined }
  const open = createOpenIncidents(client)
  return { later: both(runs, open), open }
}

const both = (a: DeferredRows<HealthRow>, b: DeferredRows<HealthRow>): DeferredRows<HealthRow> => ({
  watch(row, onChange) {
    const ends = [a.watch(row, onChange), b.watch(row, onChange)]
    return () => {
      for (const end of ends) end()
    }
  },
  of: (row) => b.of(a.of(row)),
})
