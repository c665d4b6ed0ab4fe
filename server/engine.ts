import type { Route } from './http/route'
import type { Job } from './jobs/jobs'

/**
 * A part of the server with routes, background work, or both. All engines exist before the first one starts; background
 * work begins with `start` and has ended when `stop` resolves.
 */
export type Engine = {
  /** As logs name it. */
  readonly name: string
  readonly routes?: readonly Route[]
  /** Its scheduled jobs; the job engine runs them. */
  readonly jobs?: readonly Job[]
  /** @throws when it cannot work; then the server does not start. */
  start?(): Promise<void>
  /** Only after `start`. */
  stop?(): Promise<void>
}

/** An engine that answers, and does nothing by itself. */
export const routesOnly = ({ name, routes = [] }: Engine): Engine => ({ name, routes })

/**
 * Starts engines in their order. When one cannot, those before it are stopped again.
 * @returns what stops them, the last one first. One that fails to stop keeps no other from stopping.
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
    // The first failure is the one to report.
    await stop().catch(() => {})
    throw error
  }
  return stop
}
