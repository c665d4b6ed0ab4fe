import { z } from 'zod'
import { openSocket } from '../../platform/outside/connect'
import { formatHostPort } from '../../platform/outside/host'
import { passedFinding, applyThreshold } from '../outcome'
import { defineChecker } from './checker'
import { endpointField, thresholdField, timeoutField } from './fields'

const spec = z.object({ endpoint: endpointField(), thresholdMillis: thresholdField, timeout: timeoutField })

/** Opens a connection and closes it. */
export default defineChecker<z.infer<typeof spec>>({
  parse: (value) => spec.parse(value),
  timeoutMs: (given) => given.timeout,
  run: async ({ endpoint: { host, port }, thresholdMillis: thresholdMs }, signal) => {
    const startMs = performance.now()
    const socket = await openSocket({ host, port }, signal)
    const elapsedMs = performance.now() - startMs
    socket.destroy()
    return applyThreshold(passedFinding(`connected to ${formatHostPort(host, port)}`), elapsedMs, thresholdMs)
  },
})
