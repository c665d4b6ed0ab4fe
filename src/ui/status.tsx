import css from './status.module.css'

export type HealthShape = 'healthy' | 'warning' | 'unhealthy' | 'unknown'

const labels: Record<HealthShape, string> = {
  healthy: 'Healthy',
  warning: 'Warning',
  unhealthy: 'Unhealthy',
  unknown: 'Unknown',
}

/** The health as a shape, which can be distinguished without colour: ● ▲ ■ ◌ */
export function StatusShape({ health, size = 10 }: { health: HealthShape; size?: number }) {
  return (
    <svg className={css.shape} data-health={health} width={size} height={size} viewBox="0 0 10 10" aria-hidden="true">
      {health === 'healthy' && <circle cx="5" cy="5" r="4" fill="currentColor" />}
      {health === 'warning' && <path d="M5 .8 9.6 9.2H.4Z" fill="currentColor" />}
      {health === 'unhealthy' && <rect x=".9" y=".9" width="8.2" height="8.2" rx="1.2" fill="currentColor" />}
      {health === 'unknown' && (
        <circle cx="5" cy="5" r="3.8" fill="none" stroke="currentColor" strokeWidth="1.4" strokeDasharray="2 1.6" />
      )}
    </svg>
  )
}

/** The health as a shape and a word. */
export function Status({ health }: { health: HealthShape }) {
  return (
    <span className={css.status} data-health={health}>
      <StatusShape health={health} />
      {labels[health]}
    </span>
  )
}
