import { mutationOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { ApiError, call } from '../http'

const fact = z.union([z.string(), z.number(), z.boolean()])

const tested = z.object({
  message: z.nullish(z.string()),
  /** Facts of the service. For HTTP, the traffic, which can contain the credentials and is not read. */
  payload: z.catch(z.nullish(z.object({ payload: z.nullish(z.record(z.string(), z.unknown())) })), null),
})

/** The outcome of a test. `untestable`: the backend has no test for this type. */
export type ConnectionVerdict =
  | { is: 'works'; message: string; facts: readonly (readonly [name: string, value: string])[] }
  | { is: 'failed'; reason: string }
  | { is: 'untestable' }

/** A test may wait for a slow service. */
const TIMEOUT_MS = 60_000

export const testConnection = () =>
  mutationOptions({
    async mutationFn(id: string): Promise<ConnectionVerdict> {
      try {
        const path = `/api/connection/test/${encodeURIComponent(id)}`
        const { message, payload } = await call({ method: 'post', path, schema: tested, timeoutMs: TIMEOUT_MS })
        const facts = Object.entries(payload?.payload ?? {}).flatMap(([name, value]) => {
          const found = fact.safeParse(value)
          return found.success && found.data !== '' ? [[name, String(found.data)] as const] : []
        })
        return { is: 'works', message: message && message !== 'ok' ? message : '', facts }
      } catch (error) {
        if (!(error instanceof ApiError) || error.kind !== 'http') throw error
        if (error.status === 501) return { is: 'untestable' }
        if (error.status === 400 || error.status === 500) return { is: 'failed', reason: error.message }
        throw error
      }
    },
  })
