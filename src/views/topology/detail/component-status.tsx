import { Fragment, type ReactNode } from 'react'
import type { Cause, Component, HealthReason } from '../../../api/topology'
import { healthOf, ownWordOf } from '../../../lib/component-health'
import { capital } from '../../../lib/format'
import { paths, publicOf } from '../../../lib/paths'
import { PageLink } from '../../../ui/page-link'
import { StatusShape } from '../../../ui/status'
import { Time } from '../../../ui/time'
import { useConsole } from '../../shell/console'
import { factsOf } from '../facts'
import css from './component-view.module.css'

/** How a component is with all below it, why, and since when: before anything else about it. */
export function ComponentStatus({ component }: { component: Component }) {
  const word = ownWordOf(component)
  const health = healthOf(component)
  const { health_reason: reason, status_reason: own, description } = component
  return (
    <section className={css.standing} aria-label="Health">
      <p className={css.state}>
        <StatusShape health={health} size={12} />
        <span>
          <strong>{capital(component.health || health)}</strong>
          {reason ? <Why reason={reason} /> : own && <> because {own}</>}
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

/** ` because 1 of 3 children is: payments-db, since 14:05`, behind the word for its health. */
function Why({ reason: { text, since, causes } }: { reason: HealthReason }) {
  return (
    <>
      {causes.length === 0 ? (
        // It begins with the health, which stands before it.
        text.replace(/^\S+/, '')
      ) : (
        <>
          {' because '}
          {causes.map((cause, at) => (
            <Fragment key={cause.by}>
              {at > 0 && '; '}
              <Told cause={cause} />
            </Fragment>
          ))}
        </>
      )}
      {since && (
        <>
          , since <Time at={since} as="clock" />
        </>
      )}
    </>
  )
}

function Told({ cause }: { cause: Cause }): ReactNode {
  const { isReadOnly } = useConsole().environment
  if (cause.by === 'itself') return cause.reason ? `it says so itself: ${cause.reason}` : 'it says so itself'
  if (cause.by === 'expression')
    return cause.reason ? `its healthExpr cannot be evaluated: ${cause.reason}` : 'its healthExpr says so'
  const { by, count, of, named } = cause
  const one = by === 'checks' ? 'check' : 'child'
  const pathOf = (id: string) => {
    const path = by === 'checks' ? paths.check(id) : paths.component(id)
    return isReadOnly ? publicOf(path) : path
  }
  const more = count - named.length
  return (
    <>
      {count.toLocaleString('en')} of {of.toLocaleString('en')} {of === 1 ? one : by} {count === 1 ? 'is' : 'are'}
      {named.length > 0 && ': '}
      {named.map(({ id, name }, at) => (
        <Fragment key={id}>
          {at > 0 && ', '}
          <PageLink href={pathOf(id)} className={css.link}>
            <bdi>{name}</bdi>
          </PageLink>
        </Fragment>
      ))}
      {named.length > 0 && more > 0 && `, ${more.toLocaleString('en')} more`}
    </>
  )
}

/** How many leaves and checks there are below it, by their health. */
function Below({ component }: { component: Component }) {
  const { leaves, checks } = factsOf(component)
  const hasChildren = (component.components?.length ?? 0) > 0
  return (
    <>
      {hasChildren && <Counts of="Below it" counts={leaves} />}
      <Counts of="Checks" counts={checks} />
    </>
  )
}

const Counts = ({ of, counts }: { of: string; counts: ReturnType<typeof factsOf>['leaves'] }) =>
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
