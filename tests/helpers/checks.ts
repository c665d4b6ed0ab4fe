import type { Check } from '../../src/api/health/checks'

/** A check in the format of the summary; its default id is its name. */
export const createCheck = (name: string, rest: Partial<Check> = {}): Check => ({
  id: name,
  name,
  type: 'http',
  status: 'healthy',
  uptime: { passed: 60, failed: 0 },
  latency: { p95: 431 },
  ...rest,
})

const teams = ['shop', 'payments', 'platform', 'data', 'search']

/** Many checks, always the same: every twentieth fails, in 40 namespaces and 500 groups. */
export const createChecks = (count: number): Check[] =>
  Array.from({ length: count }, (_, at) => {
    const isDown = at % 20 === 0
    return createCheck(`service-${at % 700}/probe-${at}`, {
      id: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
      namespace: `ns-${at % 40}`,
      canary_name: `canary-${at % 500}`,
      type: at % 3 === 0 ? 'http' : 'tcp',
      description: `Answers within a second, number ${at}`,
      status: isDown ? 'unhealthy' : 'healthy',
      labels: { team: teams[at % teams.length] ?? '', tier: String(at % 4) },
      uptime: { passed: isDown ? 48 : 60, failed: isDown ? 12 : 0 },
      latency: { p95: (at * 37) % 900 },
      last_transition_time: '2026-11-21T08:00:00Z',
    })
  })
