import type { Route } from '../../http/route'
import type { Job } from './jobs'

/**
 * A component of the server with routes, background work, or both. All engines exist before the first one starts.
 * Background work begins with `start` and has ended when `stop` resolves.
 */
export type Engine = {
  /** The name in logs. */
  readonly name: string
  readonly routes?: readonly Route[]
  /** Its scheduled jobs, run by the job engine. */
  readonly jobs?: readonly Job[]
  /** @throws when it cannot work; the server then does not start. */
  start?(): Promise<void>
  /** Called only after `start`. */
  stop?(): Promise<void>
}

/** An engine with routes but without background work. */
export const routesOnly = ({ name, routes = [] }: Engine): Engine => ({ name, routes })

/**
 * Starts engines in order. When one fails, those before it are stopped again.
 * @returns a function that stops them in reverse order, even if some fail to stop.
 */
export async function startAll(engines: readonly Engine[]): Promise<() => Promise<void>> {
  const started: Engine[] = []
  const stop = async () => {
    const failures: unknown[] = []
    for (const engine of started.splice(0).toReversed()) {
      try {
        await engine.stop?.()
      } catch (error) {
        failures.push(error)
      }
    }
    if (failures.length > 0) throw failures[0]
  }
  try {
    for (const engine of engines) {
      await engine.start?.()
      started.push(engine)
    }
  } catch (error) {
    // The first error is reported.
    await stop().catch(() => {})
    throw error
  }
  return stop
}
