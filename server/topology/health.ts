/** The health of a component, the worst first. `unknown`: no health is reported, which is neither good nor bad. */
export const healths = ['unhealthy', 'warning', 'healthy', 'unknown'] as const
export type Health = (typeof healths)[number]

export const isHealth = (text: unknown): text is Health => healths.includes(text as Health)

/** Any other text counts as `unknown`. */
export const healthOf = (text: string | null): Health => (isHealth(text) ? text : 'unknown')

/** `unknown` for an empty list. */
export const worstOf = (some: readonly Health[]): Health => healths.find((one) => some.includes(one)) ?? 'unknown'
