import { mutationOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { call } from '../http'
import { integrations } from '../settings/integrations'
import { jobHistory } from '../settings/job-history'
import { topologies, topologySummarySchema } from './topologies'

/** Longer than the backend allows a run to take, which is five minutes. */
const LONGEST_RUN_MS = 330_000

/**
 * Creates the components of a topology now, and resolves with a summary when the run ends; null if the backend does not
 * report one.
 */
export const runTopology = () =>
  mutationOptions({
    async mutationFn(id: string) {
      const { summary } = await call({
        method: 'post',
        path: `/api/canary/run/topology/${encodeURIComponent(id)}`,
        // The topology has run, whatever the response contains.
        schema: z.catch(z.object({ summary: topologySummarySchema }), { summary: null }),
        timeoutMs: LONGEST_RUN_MS,
      })
      return summary
    },
    // A failed run is in the job history, too. The displayed components follow.
    meta: { invalidates: [topologies.all, integrations.all, jobHistory.all, ['topology'], ['componentLinks']] },
  })
