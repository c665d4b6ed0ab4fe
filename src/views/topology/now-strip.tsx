import type { ReactNode } from 'react'
import { ariaKeyshortcuts, formatKeys, keyCaps } from '@/keymap/display'
import { normaliseSeverity } from '@/lib/incidents/incidents'
import { componentHealthDot } from '@/lib/topology/component-health'
import { formatCount } from '@/shared/format'
import { incidentPage } from '@/shared/pages/incidents'
import { componentPage } from '@/shared/pages/topology'
import { Kbd } from '../../ui/kbd'
import { PageLink } from '../../ui/page-link'
import { SeverityBadge } from '../../ui/severity-badge'
import { StatusShape } from '../../ui/status'
import { Time } from '../../ui/time'
import { useConsole } from '../shared/console'
import { componentTitle } from './facts'
import css from './now-strip.module.css'
import { failingOnly, topologyUrl } from './url'
import type { PresentTrouble } from './use-present-trouble'

/** The present state: the worst open incident, the number of failing components, and the newest failure. */
export function NowStrip({ incident, incidents, failing, newest }: PresentTrouble) {
  const isCalm = failing.length === 0 && !incident && (incidents === 'read' || incidents === 'hidden')
  return (
    <section className={css.strip} aria-label="Now">
      {isCalm && (
        <p className={css.calm}>
          <StatusShape health="healthy" />
          {incidents === 'read' ? 'No component is failing, and no incident is open.' : 'No component is failing.'}
        </p>
      )}
      {incident && (
        <Item call="topology.worstIncident" href={incidentPage.at(incident.id)} label="Worst incident">
          <SeverityBadge severity={normaliseSeverity(incident.severity)} />
          <bdi className={css.name} title={incident.title}>
            {incident.title}
          </bdi>
          <span className={css.quiet}>
            <Time at={incident.created_at} as="ago" />
          </span>
        </Item>
      )}
      {incidents === 'failed' && <p className={css.calm}>Open incidents could not be read.</p>}
      {failing.length > 0 && (
        <Item call="topology.failing" href={topologyUrl.address(failingOnly)} label="Failing">
          <StatusShape
            health={failing.some((one) => componentHealthDot(one) === 'unhealthy') ? 'unhealthy' : 'warning'}
          />
          {formatCount(failing.length, 'component')}
        </Item>
      )}
      {newest && (
        <Item call="topology.newestFailure" href={componentPage.at(newest.id)} label="Newest failure">
          <StatusShape health={componentHealthDot(newest)} />
          <bdi className={css.name} title={componentTitle(newest)}>
            {componentTitle(newest)}
          </bdi>
          {newest.health_reason?.since && (
            <span className={css.quiet}>
              <Time at={newest.health_reason.since} as="ago" />
            </span>
          )}
        </Item>
      )}
    </section>
  )
}

type ItemProps = { call: string; href: string; label: string; children: ReactNode }

/** A link, with the key of the command that does the same. */
function Item({ call, href, label, children }: ItemProps) {
  const shortcuts = useConsole().keys.filter((key) => key.call === call)
  const [shown] = shortcuts
  return (
    <PageLink
      href={href}
      className={css.item}
      shortcuts={ariaKeyshortcuts(shortcuts)}
      description={shown && `Shortcut: ${formatKeys(shown.keys)}`}
    >
      <span className={css.label}>{label}</span>
      {children}
      {shown && <Kbd caps={keyCaps(shown.keys)} isInButton />}
    </PageLink>
  )
}
