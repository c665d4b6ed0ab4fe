import { CheckName } from './check-name'
import { CheckHealth, LatencyValue, TransitionTime, UptimeValue } from './columns'
import css from './health.module.css'
import type { HealthRow } from './order'
import { tallyChecks } from './tally'

/** A check as a card: name, health and figures. */
export const checkCard = (check: HealthRow) => (
  <div className={css.card} data-status={check.status}>
    <div className={css.cardHead}>
      <CheckName check={{ ...check, description: null }} hasNamespace />
    </div>
    <div className={css.cardHealth}>
      <CheckHealth check={check} />
      <span className={css.cardSince}>
        <TransitionTime at={check.last_transition_time ?? undefined} />
      </span>
    </div>
    <p className={css.cardText}>{check.description}</p>
    <dl className={css.cardFigures}>
      <div>
        <dt>Uptime</dt>
        <dd>
          <UptimeValue tally={tallyChecks([check])} />
        </dd>
      </div>
      <div>
        <dt>Latency</dt>
        <dd>
          <LatencyValue ms={check.latency.p95} />
        </dd>
      </div>
    </dl>
  </div>
)
