/** The states that events report of the health of a config item or a component. */
export const healthStates = ['healthy', 'unhealthy', 'warning', 'unknown'] as const

const states: ReadonlySet<string> = new Set(healthStates)

/** The health that an event reports, as `check.failed` reports `unhealthy`; undefined if it reports none. */
export function reportedHealth(name: string): string | undefined {
  const [kind, state = ''] = name.split('.')
  if (kind === 'check') return { passed: 'healthy', failed: 'unhealthy' }[state]
  return (kind === 'config' || kind === 'component') && states.has(state) ? state : undefined
}

/** The name of the event that reports a health. A check has failed in every health but `healthy`. */
export function composeHealthEvent(kind: string, health: string | null | undefined): string {
  if (kind === 'check') return health === 'healthy' ? 'check.passed' : 'check.failed'
  return `${kind}.${health || 'unknown'}`
}
