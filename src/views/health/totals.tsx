import type { Check } from '../../api/checks'
import { formatCount } from '../../lib/format'
import { StatusShape } from '../../ui/status'
import css from './health.module.css'

/** How bad it is, in one glance: `3 failing of 25`. */
export function Totals({ checks }: { checks: readonly Check[] }) {
  const failing = checks.filter(({ status }) => status === 'unhealthy').length
  return (
    <p className={css.totals} data-failing={failing > 0 || undefined}>
      <StatusShape health={failing > 0 ? 'unhealthy' : 'healthy'} />
      {failing > 0 ? (
        <>
          <strong>{failing} failing</strong> of {checks.length}
        </>
      ) : (
        `All ${formatCount(checks.length, 'check')} passing`
      )}
    </p>
  )
}
