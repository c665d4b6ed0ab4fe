import { type ReactNode, useDeferredValue } from 'react'
import type { Component } from '@/api/topology/topology'
import { componentHealthDot, readOwnStatus } from '@/lib/topology/component-health'
import { capital } from '@/shared/format'
import { componentPage } from '@/shared/pages/topology'
import type { DisplayProperty } from '@/lib/topology/display-property'
import { Badge } from '@/ui/badge'
import { PageLink } from '@/ui/page-link'
import { SeverityBadge } from '@/ui/severity-badge'
import { StatusShape } from '@/ui/status'
import { Time } from '@/ui/time'
import { TypeIcon } from '../../shared/type-icon'
import css from './card.module.css'
import { type CardFacts, cardFacts, healthReason, type SeverityCount, componentTitle } from '../facts'
import { sortComponents } from '../order'
import { CardProperty } from './card-property'

/** Maximum lines per column of a card. Further lines are only counted, so that a card can be read at a glance. */
export const MAX_CARD_LINES = 7

const none: readonly Component[] = []
const noTeams: readonly string[] = []

type ComponentCardProps = {
  of: Component
  /** Its children. */
  below?: readonly Component[]
  /** Its ancestors, root first. Given if the surrounding list does not show them. */
  within?: readonly Component[]
  /** The name of its agent; undefined for this installation. */
  agent?: string | undefined
  teams?: readonly string[]
  /**
   * `list`: a row of a list, whose keys reach the links in it. `page`: a single card. `bare`: a public card for users
   * who are not signed in, without links into the console.
   */
  place: 'list' | 'page' | 'bare'
  /** Its menu. */
  actions?: ReactNode
}

/** A component with its health and reason, its figures, its facts and its children. */
export function ComponentCard({
  of: component,
  below = none,
  within = none,
  agent,
  teams = noTeams,
  place,
  actions,
}: ComponentCardProps) {
  const { headline } = cardFacts(component)
  const { type, icon, hidden, health_reason: why, description } = component
  const health = componentHealthDot(component)
  const reason = healthReason(component)
  const word = readOwnStatus(component)
  // Lists render the header of each card first. The lines follow in a deferred render; no height depends on them.
  const hasLines = useDeferredValue(true, place !== 'list')
  return (
    <article
      className={css.card}
      data-health={health}
      data-place={place}
      aria-label={place === 'list' ? undefined : componentTitle(component)}
    >
      <header className={css.head}>
        <span className={css.icon}>
          <TypeIcon type={type ?? ''} hint={icon ?? ''} size={16} />
        </span>
        <Name of={component} place={place} />
        {type && <bdi className={css.type}>{type}</bdi>}
        {agent !== undefined && <Badge>{agent}</Badge>}
        {hidden && <Badge>Hidden</Badge>}
        <span className={css.actions}>{actions}</span>
      </header>
      <p className={css.state}>
        <StatusShape health={health} />
        <span className={css.health}>
          {capital(health)}
          {why?.since && (
            <>
              {' since '}
              <Time at={why.since} as="clock" />
            </>
          )}
        </span>
        {word !== undefined && <bdi className={css.word}>{word}</bdi>}
        <span className={css.reason} title={reason}>
          {reason ?? description}
        </span>
      </p>
      {headline.length > 0 && (
        <dl className={css.headline}>
          {headline.map((property) => (
            <CardProperty key={property.name} of={property} place={place} />
          ))}
        </dl>
      )}
      {hasLines && (
        <div className={css.body}>
          <About {...{ component, within, teams, place }} />
          <Below {...{ component, below, place }} />
        </div>
      )}
    </article>
  )
}

const tabIndexIn = (place: ComponentCardProps['place']) => (place === 'list' ? ({ tabIndex: -1 } as const) : {})

function Name({ of: component, place }: Pick<ComponentCardProps, 'of' | 'place'>) {
  const title = componentTitle(component)
  if (place === 'bare')
    return (
      <h2 className={css.name} title={title}>
        <bdi>{title}</bdi>
      </h2>
    )
  return (
    <PageLink href={componentPage.at(component.id)} className={css.name} title={title} {...tabIndexIn(place)}>
      <bdi>{title}</bdi>
    </PageLink>
  )
}

/** The facts of a component, one per line: problems first, then identifying facts. */
function About({
  component,
  within = none,
  teams = noTeams,
  place,
}: Omit<ComponentCardProps, 'of'> & { component: Component }) {
  const lines = componentCardLines(component, { within, teams })
  if (lines.length === 0) return null
  const shown = lines.length > MAX_CARD_LINES ? lines.slice(0, MAX_CARD_LINES - 1) : lines
  return (
    <dl className={css.about}>
      {shown.map((line) => (
        <Line key={line.label} of={line} place={place} />
      ))}
      {shown.length < lines.length && (
        <div className={css.more}>
          <dt className="visually-hidden">Further lines</dt>
          <dd>{lines.length - shown.length} more</dd>
        </div>
      )}
    </dl>
  )
}

type AboutLine = { label: string } & (
  | { is: 'checks'; counts: CardFacts['checks'] }
  | { is: 'severe'; list: readonly SeverityCount[] }
  | { is: 'words'; words: string }
  | { is: 'property'; property: DisplayProperty }
)

const textLine = (label: string, words: string): AboutLine[] => (words === '' ? [] : [{ is: 'words', label, words }])

export function componentCardLines(
  component: Component,
  { within, teams }: { within: readonly Component[]; teams: readonly string[] }
): readonly AboutLine[] {
  const { incidents, checks, insights, properties } = cardFacts(component)
  const labels = Object.entries(component.labels ?? {}).map(([key, value]) => `${key} ${value}`)
  return [
    ...(incidents.length > 0 ? [{ is: 'severe', label: 'Incidents', list: incidents } as const] : []),
    ...(checks.length > 0 ? [{ is: 'checks', label: 'Checks', counts: checks } as const] : []),
    ...(insights.length > 0 ? [{ is: 'severe', label: 'Insights', list: insights } as const] : []),
    ...textLine('In', within.map(componentTitle).join(' › ')),
    ...properties.map((property) => ({ is: 'property', label: property.label, property }) as const),
    ...textLine('Teams', teams.join(', ')),
    ...textLine('Labels', labels.join(' · ')),
  ]
}

function Line({ of: line, place }: { of: AboutLine } & Pick<ComponentCardProps, 'place'>) {
  if (line.is === 'property') return <CardProperty of={line.property} place={place} />
  return (
    <div className={css.line}>
      <dt>{line.label}</dt>
      <dd title={line.is === 'words' ? line.words : undefined}>
        {line.is === 'words' && <bdi>{line.words}</bdi>}
        {line.is === 'checks' && <Counts of={line.counts} />}
        {line.is === 'severe' && <Severities of={line.list} />}
      </dd>
    </div>
  )
}

/** Counts by severity, worst first. The tooltip lists the types. */
function Severities({ of: list }: { of: readonly SeverityCount[] }) {
  const bySeverity = new Map<string, SeverityCount[]>()
  for (const one of list) {
    const severity = one.severity.toLowerCase()
    bySeverity.set(severity, [...(bySeverity.get(severity) ?? []), one])
  }
  return (
    <span className={css.chips}>
      {[...bySeverity].map(([severity, of]) => (
        <span key={severity} className={css.chip} title={of.map(({ words }) => words).join(', ')}>
          {of.reduce((sum, { count }) => sum + count, 0).toLocaleString('en')} <SeverityBadge severity={severity} />
        </span>
      ))}
    </span>
  )
}

/** The children of a component, the most urgent first. */
function Below({
  component,
  below,
  place,
}: { component: Component; below: readonly Component[] } & Pick<ComponentCardProps, 'place'>) {
  if (below.length === 0) return null
  const sorted = sortComponents(below, undefined)
  const shown = sorted.length > MAX_CARD_LINES ? sorted.slice(0, MAX_CARD_LINES - 1) : sorted
  return (
    <ul className={css.below} aria-label={`Children of ${componentTitle(component)}`}>
      {shown.map((one) => (
        <Child key={one.id} of={one} place={place} />
      ))}
      {shown.length < below.length && (
        <li className={css.more}>{(below.length - shown.length).toLocaleString('en')} more</li>
      )}
    </ul>
  )
}

/** Counts by health, each with its shape. */
function Counts({
  of: list,
}: {
  of: readonly { health: ReturnType<typeof componentHealthDot>; count: number; words: string }[]
}) {
  return (
    <span className={css.counts}>
      {list.map(({ health, count, words }) => (
        <span key={health} className={css.count} data-health={health} title={words}>
          <StatusShape health={health} size={9} />
          {count.toLocaleString('en')}
          <span className="visually-hidden"> {health}</span>
        </span>
      ))}
    </span>
  )
}

function Child({ of: child, place }: Pick<ComponentCardProps, 'of' | 'place'>) {
  const { leaves } = cardFacts(child)
  const title = componentTitle(child)
  const name = (
    <>
      <StatusShape health={componentHealthDot(child)} />
      <bdi className={css.childName}>{title}</bdi>
      <span className="visually-hidden">, {componentHealthDot(child)}</span>
    </>
  )
  return (
    <li className={css.line}>
      {place === 'bare' ? (
        <span className={css.child} title={title}>
          {name}
        </span>
      ) : (
        <PageLink href={componentPage.at(child.id)} className={css.child} title={title} {...tabIndexIn(place)}>
          {name}
        </PageLink>
      )}
      {child.is_leaf !== true && <Counts of={leaves} />}
    </li>
  )
}
