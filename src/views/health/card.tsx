import { uptimePercent } from '../../api/checks'
import { CheckName } from './check-name'
import { Health, Latency, Transition, Uptime } from './columns'
import css from './health.module.css'
import type { Row } from './order'

/** A check as a card: name, health and figures. */
export const checkCard = (check: Row) => (
  <div className={css.card} data-status={check.status}>
    <div className={css.cardHead}>
      <CheckName check={{ ...check, description: null }} hasNamespace />
    </div>
    <div className={css.cardHealth}>
      <Health check={check} />
      <span className={css.cardSince}>
        <Transition at={check.last_transition_time ?? undefined} />
      </span>
    </div>
    <p className={css.cardText}>{check.description}</p>
    <dl className={css.cardFigures}>
      <div>
        <dt>Uptime</dt>
        <dd>
          <Uptime percent={uptimePercent(check)} />
        </dd>
      </div>
      <div>
        <dt>Latency</dt>
        <dd>
          <Latency ms={check.latency.p95} />
        </dd>
      </div>
    </dl>
  </div>
)
