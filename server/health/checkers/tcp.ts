import { z } from 'zod'
import { openSocket } from '../../outside/connect'
import { passed, withinThreshold } from '../outcome'
import { checker } from './checker'
import { endpoint, thresholdMillis, timeout } from './fields'

const spec = z.object({ endpoint: endpoint(), thresholdMillis, timeout })

/** Opens a connection and closes it. */
export const tcp = checker<z.infer<typeof spec>>({
  parse: (value) => spec.parse(value),
  timeoutMs: (given) => given.timeout,
  run: async ({ endpoint: { host, port }, thresholdMillis: thresholdMs }, signal) => {
    const begun = performance.now()
    const socket = await openSocket({ host, port }, signal)
    const elapsedMs = performance.now() - begun
    socket.destroy()
    return withinThreshold(passed(`connected to ${host}:${port}`), elapsedMs, thresholdMs)
  },
})
