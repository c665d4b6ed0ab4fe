import type { ReactNode } from 'react'
import type { Component } from '../../api/topology'
import { healthOf, ownWordOf } from '../../lib/component-health'
import { capital } from '../../lib/format'
import { paths } from '../../lib/paths'
import type { ShownProperty } from '../../lib/shown-property'
import { Badge } from '../../ui/badge'
import { PageLink } from '../../ui/page-link'
import { SeverityBadge } from '../../ui/severity-badge'
import { StatusShape } from '../../ui/status'
import { Time } from '../../ui/time'
import { TypeIcon } from '../shell/type-icon'
import css from './card.module.css'
import { factsOf, reasonOf, type Severe, titleOf, worstFirst } from './facts'
import { Property } from './property'

/** More lines than these are only counted: a card is read at a glance. */
export const MOST_PROPERTIES = 6
export const MOST_LINES = 5

const none: readonly Component[] = []
const noTeams: readonly string[] = []

export type CardProps = {
  of: Component
  /** What stands directly below it. */
  below?: readonly Component[]
  /** What it stands in, from the top; told where it is not seen from what is around the card. */
  within?: readonly Component[]
  /** The name of the agent that it comes from; undefined for this installation. */
  agent?: string | undefined
  teams?: readonly string[]
  /**
   * `list`: a row of a list, whose keys reach what is in it. `page`: a card by itself. `bare`: a card for those who are
   * not signed in, which leads nowhere in the console.
   */
  place: 'list' | 'page' | 'bare'
  /** Its menu. */
  actions?: ReactNode
}

/** A component with what is known of it: how it is and why, its figures, and what is below it. */
export function ComponentCard({
  of: component,
  below = none,
  within = none,
  agent,
  teams = noTeams,
  place,
  actions,
}: CardProps) {
  const { headline } = factsOf(component)
  const { type, icon, hidden, health_reason: why, description } = component
  const health = healthOf(component)
  const reason = reasonOf(component)
  const word = ownWordOf(component)
  return (
    <article
      className={css.card}
      data-health={health}
      data-place={place}
      aria-label={place === 'list' ? undefined : titleOf(component)}
    >
      <header className={css.head}>
        <span className={css.icon}>
          <TypeIcon type={type ?? ''} hint={icon ?? ''} size={16} />
        </span>
        <Name of={component} place={place} />
        {agent !== undefined && <Badge>{agent}</Badge>}
        {hidden && <Badge>Hidden</Badge>}
        <span className={css.actions}>{actions}</span>
      </header>
      <p className={css.state}>
        <StatusShape health={health} />
        <span className={css.health}>{capital(health)}</span>
        {word !== undefined && <bdi className={css.word}>{word}</bdi>}
        <span className={css.reason} title={reason}>
          {reason ?? (description || type)}
          {why?.since && (
            <>
              , since <Time at={why.since} as="clock" />
            </>
          )}
        </span>
      </p>
      {headline.length > 0 && (
        <dl className={css.headline}>
          {headline.map((property) => (
            <Property key={property.name} of={property} place={place} />
          ))}
        </dl>
      )}
      <div className={css.body}>
        <About {...{ component, within, teams, place }} />
        <Below {...{ component, below, place }} />
      </div>
    </article>
  )
}

const tabIndexIn = (place: CardProps['place']) => (place === 'list' ? ({ tabIndex: -1 } as const) : {})

function Name({ of: component, place }: Pick<CardProps, 'of' | 'place'>) {
  const title = titleOf(component)
  if (place === 'bare')
    return (
      <h2 className={css.name} title={title}>
        <bdi>{title}</bdi>
      </h2>
    )
  return (
    <PageLink href={paths.component(component.id)} className={css.name} title={title} {...tabIndexIn(place)}>
      <bdi>{title}</bdi>
    </PageLink>
  )
}

/** What a card says of a component besides its figures, line by line. */
function About({
  component,
  within,
  teams,
  place,
}: Pick<CardProps, 'within' | 'teams' | 'place'> & { component: Component }) {
  const lines = aboutOf(component, { within: within ?? [], teams: teams ?? [] })
  if (lines.length === 0) return null
  const shown = lines.length > MOST_PROPERTIES ? lines.slice(0, MOST_PROPERTIES - 1) : lines
  return (
    <dl className={css.about}>
      {shown.map((line) =>
        'value' in line ? (
          <Property key={`property ${line.name}`} of={line} place={place} />
        ) : (
          <div key={line.label} className={css.line}>
            <dt>{line.label}</dt>
            <dd title={line.words}>
              <bdi>{line.words}</bdi>
            </dd>
          </div>
        )
      )}
      {shown.length < lines.length && (
        <div className={css.more}>
          <dt className="visually-hidden">Further properties</dt>
          <dd>{lines.length - shown.length} more</dd>
        </div>
      )}
    </dl>
  )
}

type AboutLine = ShownProperty | { label: string; words: string }

/** In the order in which they tell components apart. */
export function aboutOf(
  component: Component,
  { within, teams }: { within: readonly Component[]; teams: readonly string[] }
): readonly AboutLine[] {
  const { type, labels } = component
  const words = Object.entries(labels ?? {}).map(([key, value]) => `${key} ${value}`)
  return [
    ...(within.length > 0 ? [{ label: 'In', words: within.map(titleOf).join(' › ') }] : []),
    ...(type ? [{ label: 'Type', words: type }] : []),
    ...factsOf(component).properties,
    ...(teams.length > 0 ? [{ label: 'Teams', words: teams.join(', ') }] : []),
    ...(words.length > 0 ? [{ label: 'Labels', words: words.join(' · ') }] : []),
  ]
}

/** Insights, checks, incidents, and what stands below it. */
function Below({
  component,
  below,
  place,
}: { component: Component; below: readonly Component[] } & Pick<CardProps, 'place'>) {
  const { incidents, insights, checks } = factsOf(component)
  const lines = [
    insights.length > 0 && <SeverityLine key="insights" label="Insights" of={insights} />,
    checks.length > 0 && (
      <li key="checks" className={css.line}>
        <span className={css.label}>Checks</span>
        <Counts of={checks} />
      </li>
    ),
    incidents.length > 0 && <SeverityLine key="incidents" label="Incidents" of={incidents} />,
    ...worstFirst(below).map((one) => <Child key={one.id} of={one} place={place} />),
  ].filter(Boolean)
  if (lines.length === 0) return null
  const shown = lines.length > MOST_LINES ? lines.slice(0, MOST_LINES - 1) : lines
  return (
    <ul className={css.below} aria-label={`What is known of ${titleOf(component)}`}>
      {shown}
      {shown.length < lines.length && (
        <li className={css.more}>{(lines.length - shown.length).toLocaleString('en')} more below it</li>
      )}
    </ul>
  )
}

function SeverityLine({ label, of: list }: { label: string; of: readonly Severe[] }) {
  return (
    <li className={css.line}>
      <span className={css.label}>{label}</span>
      <span className={css.chips}>
        {list.map(({ type, severity, count, words }) => (
          <span key={`${type} ${severity}`} className={css.chip} title={words}>
            {count.toLocaleString('en')} {type.replaceAll('_', ' ')} <SeverityBadge severity={severity.toLowerCase()} />
          </span>
        ))}
      </span>
    </li>
  )
}

/** How many are in which health: by shape and number. */
function Counts({
  of: list,
}: {
  of: readonly { health: ReturnType<typeof healthOf>; count: number; words: string }[]
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

function Child({ of: child, place }: Pick<CardProps, 'of' | 'place'>) {
  const { leaves } = factsOf(child)
  const title = titleOf(child)
  const name = (
    <>
      <StatusShape health={healthOf(child)} />
      <bdi className={css.childName}>{title}</bdi>
      <span className="visually-hidden">, {healthOf(child)}</span>
    </>
  )
  return (
    <li className={css.line}>
      {place === 'bare' ? (
        <span className={css.child} title={title}>
          {name}
        </span>
      ) : (
        <PageLink href={paths.component(child.id)} className={css.child} title={title} {...tabIndexIn(place)}>
          {name}
        </PageLink>
      )}
      {child.is_leaf !== true && <Counts of={leaves} />}
    </li>
  )
}
