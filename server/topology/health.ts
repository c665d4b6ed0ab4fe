/** The health of a component, the worst first. `unknown`: no health is reported, which is neither good nor bad. */
export const healthLevels = ['unhealthy', 'warning', 'healthy', 'unknown'] as const
export type HealthLevel = (typeof healthLevels)[number]

export const isHealthLevel = (text: unknown): text is HealthLevel => healthLevels.includes(text as HealthLevel)

/** Any other text counts as `unknown`. */
export const toHealthLevel = (text: string | null): HealthLevel => (isHealthLevel(text) ? text : 'unknown')

/** `unknown` for an empty list. */
export const worstHealth = (some: readonly HealthLevel[]): HealthLevel =>
  healthLevels.find((one) => some.includes(one)) ?? 'unknown'
