import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { failureMessage } from '@/lib/outcome'
import { ApiError, call } from '../http'
import { rowNames } from '../names'
import { type SilenceRow, silenceTable } from './silences'

const figures = z.array(z.object({ id: z.guid(), heldBack: z.int(), incidents: z.int(), endsOnRecovery: z.boolean() }))

/** The figures of all silences in one request; none where the backend has no such route. */
async function readFigures(signal: AbortSignal): Promise<z.infer<typeof figures>> {
  try {
    return await call({ path: '/api/notification/_silence_figures', schema: figures, signal })
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return []
    throw error
  }
}

/** All silences with their figures. If only the figures cannot be read, `missing` of each row has the reason. */
export const silencesWithFigures = () =>
  queryOptions({
    queryKey: [...silenceTable.all, 'figures'],
    meta: { names: rowNames<SilenceRow>('silence', ({ name }) => name) },
    async queryFn(context): Promise<readonly SilenceRow[]> {
      const [rows, found] = await Promise.all([
        context.client.fetchQuery({ ...silenceTable.list(), staleTime: 0 }),
        readFigures(context.signal).catch((error: unknown) => failureMessage(error)),
      ])
      if (typeof found === 'string')
        return rows.map((row) => ({ ...row, missing: [`The figures of the silences could not be loaded. ${found}`] }))
      const byId = new Map(found.map((one) => [one.id, one]))
      return rows.map((row) => ({ ...row, ...byId.get(row.id) }))
    },
  })
