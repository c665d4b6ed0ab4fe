import { mutationOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { call } from './http'
import { integrations } from './integrations'
import { jobHistory } from './job-history'
import { topologies, topologySummary } from './topologies'

/** The backend ends a run after five minutes. */
const LONGEST_RUN_MS = 330_000

/** Makes the components of one now, and answers when that has ended with what was done; null where it is not told. */
export const runTopology = () =>
  mutationOptions({
    async mutationFn(id: string) {
      const { summary } = await call({
        method: 'post',
        path: `/api/canary/run/topology/${encodeURIComponent(id)}`,
        // Whatever else a backend answers, it was run.
        schema: z.catch(z.object({ summary: topologySummary }), { summary: null }),
        timeoutMs: LONGEST_RUN_MS,
      })
      return summary
    },
    // A run that failed is in its history, too. What is shown of components follows.
    meta: { invalidates: [topologies.all, integrations.all, jobHistory.all, ['topology'], ['componentLinks']] },
  })
