import type { Component } from '@/api/topology/topology'
import { componentHealthDot, readOwnStatus } from '@/lib/topology/component-health'
import { formatCount } from '@/shared/format'
import type { HealthDot } from '@/lib/catalog/health-status'
import { severityRank } from '@/shared/severity'
import { type DisplayProperty, toDisplayProperties } from '@/lib/topology/display-property'

/** A count with its description. */
type DescribedCount = { count: number; words: string }

/** The content of a component's card apart from its name and health. */
export type CardFacts = {
  /** The properties shown at the top of the card. */
  headline: readonly DisplayProperty[]
  properties: readonly DisplayProperty[]
  /** Counts of checks, incidents, insights and leaves, including those of descendants. */
  checks: readonly (DescribedCount & { health: HealthDot })[]
  leaves: readonly (DescribedCount & { health: HealthDot })[]
  incidents: readonly SeverityCount[]
  insights: readonly SeverityCount[]
}
export type SeverityCount = DescribedCount & { type: string; severity: string }

const facts = new WeakMap<Component, CardFacts>()

/** Computed once per response, because a card, its description, its sort order and its height all use it. */
export function cardFacts(component: Component): CardFacts {
  const known = facts.get(component)
  if (known) return known
  const { properties, summary } = component
  const shown = toDisplayProperties(properties ?? [])
  const found: CardFacts = {
    headline: shown.filter(({ isHeadline }) => isHeadline),
    properties: shown.filter(({ isHeadline }) => !isHeadline),
    checks: byHealth(summary?.checks ?? component.checks),
    leaves: byHealth(summary),
    incidents: bySeverity(summary?.incidents ?? component.incidents),
    insights: bySeverity(summary?.insights ?? component.analysis),
  }
  facts.set(component, found)
  return found
}

type Counts = { readonly [K in HealthDot]?: unknown } | null | undefined

const healths: readonly HealthDot[] = ['unhealthy', 'warning', 'unknown', 'healthy']

const byHealth = (counts: Counts): CardFacts['checks'] =>
  healths.flatMap((health) => {
    const count = counts?.[health]
    return typeof count === 'number' && count > 0
      ? [{ health, count, words: `${count.toLocaleString('en')} ${health}` }]
      : []
  })

type ByType = Readonly<Record<string, Readonly<Record<string, number>>>> | null | undefined

/** Most severe first. */
const bySeverity = (counts: ByType): readonly SeverityCount[] =>
  Object.entries(counts ?? {})
    .flatMap(([type, of]) =>
      Object.entries(of).map(([severity, count]): SeverityCount => {
        const named = `${severity.toLowerCase()} ${type.replaceAll('_', ' ')}`
        return { type, severity, count, words: `${count.toLocaleString('en')} ${named}` }
      })
    )
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => severityRank(a.severity) - severityRank(b.severity))

/** The title from the topology, or the name. */
export const componentTitle = ({ text, name }: Pick<Component, 'text' | 'name'>): string => text || name

/**
 * The reason for a component's health, from its topology or from the server; undefined if unknown. A leading health is
 * removed, because the health is always shown before the reason.
 */
export function healthReason(component: Component): string | undefined {
  const { status_reason: own, health_reason: rolledUp } = component
  const words = own || rolledUp?.text
  const leading = new RegExp(`^${componentHealthDot(component)},? `, 'i')
  return words?.replace(leading, '') || undefined
}

/** Describes a component in one sentence, in reading order, with the content of its card. */
export function describeComponent(
  component: Component,
  place?: { in: readonly Component[]; below: readonly Component[] }
): string {
  const { headline, properties, checks, incidents, insights } = cardFacts(component)
  const { type, hidden } = component
  const troubled = (place?.below ?? []).filter((one) => componentHealthDot(one) !== 'healthy').length
  const parts = [
    componentTitle(component),
    type,
    componentHealthDot(component),
    readOwnStatus(component),
    hidden ? 'hidden' : undefined,
    healthReason(component),
    place && place.in.length > 0 ? `in ${place.in.map(componentTitle).join(', ')}` : undefined,
    ...headline.map(({ sentence }) => sentence),
    place && place.below.length > 0 ? formatChildren(place.below.length, troubled) : undefined,
    ...checks.map(({ count, health }) => `${formatCount(count, 'check')} ${health}`),
    ...incidents.map(({ count, words }) => `${words} ${count === 1 ? 'incident' : 'incidents'}`),
    ...insights.map(({ count, words }) => `${words} ${count === 1 ? 'insight' : 'insights'}`),
    ...properties.map(({ sentence }) => sentence),
  ]
  return parts.filter(Boolean).join(', ')
}

const formatChildren = (count: number, troubled: number) =>
  `${formatCount(count, 'child', 'children')}${troubled > 0 ? `, ${troubled.toLocaleString('en')} not healthy` : ''}`
