import { Fragment, type ReactNode } from 'react'
import type { ComponentCause, Component, HealthReason } from '@/api/topology/topology'
import { componentHealthDot, readOwnStatus } from '@/lib/topology/component-health'
import { capital, formatCount } from '@/shared/format'
import { checkPath } from '@/shared/pages/health'
import { toPublicPath } from '@/shared/routing/registry'
import { componentPage } from '@/shared/pages/topology'
import { PageLink } from '@/ui/page-link'
import { StatusShape } from '@/ui/status'
import { Time } from '@/ui/time'
import { useConsole } from '../../shared/console'
import { cardFacts } from '../facts'
import css from './component.module.css'

/** The health of a component with its causes and the time it began. Shown above everything else. */
export function ComponentStatus({ component }: { component: Component }) {
  const word = readOwnStatus(component)
  const health = componentHealthDot(component)
  const { health_reason: reason, status_reason: own, description } = component
  return (
    <section className={css.status} aria-label="Health">
      <p className={css.state}>
        <StatusShape health={health} size={12} />
        <span>
          <strong>{capital(component.health || health)}</strong>
          {reason?.since && (
            <>
              {' since '}
              <Time at={reason.since} as="clock" />
            </>
          )}
          {reason ? <Causes reason={reason} health={component.health || health} /> : own && <> · {own}</>}
        </span>
      </p>
      {word && (
        <p className={css.quiet}>
          Its status is <bdi>{word}</bdi>.
        </p>
      )}
      {description && <p className={css.description}>{description}</p>}
      <Below component={component} />
    </section>
  )
}

/** The causes, shown after the health and its start: ` · caused by 1 of 3 children: payments-db (since 24 Nov)`. */
function Causes({ reason: { text, since, causes }, health }: { reason: HealthReason; health: string }) {
  // The health is shown already, and most reasons begin with it.
  const hasHealth = !since && text.toLowerCase().startsWith(`${health.toLowerCase()} `)
  return (
    <>
      {causes.length === 0 ? (
        `${hasHealth ? '' : ' · '}${hasHealth ? text.slice(health.length) : text}`
      ) : (
        <>
          {' · '}
          {causes.map((cause, at) => (
            <Fragment key={cause.by}>
              {at > 0 && '; '}
              <OneCause cause={cause} headline={since} />
            </Fragment>
          ))}
        </>
      )}
    </>
  )
}

type Start = string | null | undefined

/** Shorter differences are not visible, because times are shown to the minute. */
const MINUTE_MS = 60_000

/** The start of a cause, unless the outage, whose start is shown first, started with it. */
const CauseStart = ({ since, headline }: { since: Start; headline: Start }) =>
  since &&
  !(headline && Math.abs(Date.parse(since) - Date.parse(headline)) < MINUTE_MS) && (
    <>
      {' (since '}
      <Time at={since} as="clock" />)
    </>
  )

function OneCause({ cause, headline }: { cause: ComponentCause; headline: Start }): ReactNode {
  const { isReadOnly } = useConsole().environment
  if (cause.by === 'itself')
    return (
      <>
        {cause.reason ? `reported by the component: ${cause.reason}` : 'reported by the component'}
        <CauseStart since={cause.since} headline={headline} />
      </>
    )
  if (cause.by === 'expression')
    return cause.reason ? `healthExpr cannot be evaluated: ${cause.reason}` : 'set by healthExpr'
  const { by, count, of, named } = cause
  const one = by === 'checks' ? 'check' : 'child'
  const pathOf = (id: string) => {
    const path = by === 'checks' ? checkPath(id) : componentPage.at(id)
    return isReadOnly ? toPublicPath(path) : path
  }
  const more = count - named.length
  return (
    <>
      {'caused by '}
      {(of > 1 || named.length === 0) && `${count.toLocaleString('en')} of ${formatCount(of, one, by)}`}
      {of > 1 && named.length > 0 && ': '}
      {named.map(({ id, name, since }, at) => (
        <Fragment key={id}>
          {at > 0 && ', '}
          <PageLink href={pathOf(id)} className={css.link}>
            <bdi>{name}</bdi>
          </PageLink>
          <CauseStart since={since} headline={headline} />
        </Fragment>
      ))}
      {named.length > 0 && more > 0 && `, ${more.toLocaleString('en')} more`}
    </>
  )
}

/** The number of descendant leaves and checks by health. */
function Below({ component }: { component: Component }) {
  const { leaves, checks } = cardFacts(component)
  const hasChildren = (component.components?.length ?? 0) > 0
  return (
    <>
      {hasChildren && <Counts of="Children" counts={leaves} />}
      <Counts of="Checks" counts={checks} />
    </>
  )
}

const Counts = ({ of, counts }: { of: string; counts: ReturnType<typeof cardFacts>['leaves'] }) =>
  counts.length > 0 && (
    <p className={css.counts}>
      <span className={css.quiet}>{of}: </span>
      {counts.map(({ health, words }) => (
        <span key={health} className={css.count}>
          <StatusShape health={health} /> {words}
        </span>
      ))}
    </p>
  )
