/** How a component is, the worst first. `unknown`: nothing is known of it, which is neither good nor bad. */
export const healths = ['unhealthy', 'warning', 'healthy', 'unknown'] as const
export type Health = (typeof healths)[number]

export const isHealth = (text: unknown): text is Health => healths.includes(text as Health)

/** Anything that is no health says nothing about it. */
export const healthOf = (text: string | null): Health => (isHealth(text) ? text : 'unknown')

/** `unknown` when there is none. */
export const worstOf = (some: readonly Health[]): Health => healths.find((one) => some.includes(one)) ?? 'unknown'
