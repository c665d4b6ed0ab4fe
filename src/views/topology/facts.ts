import type { Component } from '../../api/topology'
import { healthOf, healthRanks, ownWordOf } from '../../lib/component-health'
import { formatCount } from '../../lib/format'
import type { Dot } from '../../lib/health-status'
import { severityRank } from '../../lib/severity'
import { type ShownProperty, shownProperties } from '../../lib/shown-property'

/** A count with its description. */
export type Tallied = { count: number; words: string }

/** The content of a component's card apart from its name and health. */
export type Facts = {
  /** The properties shown at the top of the card. */
  headline: readonly ShownProperty[]
  properties: readonly ShownProperty[]
  /** Counts of checks, incidents, insights and leaves, including those of descendants. */
  checks: readonly (Tallied & { health: Dot })[]
  leaves: readonly (Tallied & { health: Dot })[]
  incidents: readonly Severe[]
  insights: readonly Severe[]
}
export type Severe = Tallied & { type: string; severity: string }

const facts = new WeakMap<Component, Facts>()

/** Computed once per response, because a card, its description, its sort order and its height all use it. */
export function factsOf(component: Component): Facts {
  const known = facts.get(component)
  if (known) return known
  const { properties, summary } = component
  const shown = shownProperties(properties ?? [])
  const found: Facts = {
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

type Counts = { readonly [K in Dot]?: unknown } | null | undefined

const healths: readonly Dot[] = ['unhealthy', 'warning', 'unknown', 'healthy']

const byHealth = (counts: Counts): Facts['checks'] =>
  healths.flatMap((health) => {
    const count = counts?.[health]
    return typeof count === 'number' && count > 0
      ? [{ health, count, words: `${count.toLocaleString('en')} ${health}` }]
      : []
  })

type ByType = Readonly<Record<string, Readonly<Record<string, number>>>> | null | undefined

/** Most severe first. */
const bySeverity = (counts: ByType): readonly Severe[] =>
  Object.entries(counts ?? {})
    .flatMap(([type, of]) =>
      Object.entries(of).map(([severity, count]): Severe => {
        const named = `${severity.toLowerCase()} ${type.replaceAll('_', ' ')}`
        return { type, severity, count, words: `${count.toLocaleString('en')} ${named}` }
      })
    )
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => severityRank(a.severity) - severityRank(b.severity))

/** The title from the topology, or the name. */
export const titleOf = ({ text, name }: Pick<Component, 'text' | 'name'>): string => text || name

/**
 * The reason for a component's health, from its topology or from the server; undefined if unknown. A leading health is
 * removed, because the health is always shown before the reason.
 */
export function reasonOf(component: Component): string | undefined {
  const { status_reason: own, health_reason: rolledUp } = component
  const words = own || rolledUp?.text
  const health = `${healthOf(component)} `
  return words?.toLowerCase().startsWith(health) ? words.slice(health.length) : words || undefined
}

/** Describes a component in one sentence, in reading order, with the content of its card. */
export function sentenceOf(
  component: Component,
  place?: { in: readonly Component[]; below: readonly Component[] }
): string {
  const { headline, properties, checks, incidents, insights } = factsOf(component)
  const { type, hidden } = component
  const troubled = (place?.below ?? []).filter((one) => healthOf(one) !== 'healthy').length
  const parts = [
    titleOf(component),
    type,
    healthOf(component),
    ownWordOf(component),
    hidden ? 'hidden' : undefined,
    reasonOf(component),
    place && place.in.length > 0 ? `in ${place.in.map(titleOf).join(', ')}` : undefined,
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

/** Sorts components by health, worst first. */
export const worstFirst = (components: readonly Component[]): readonly Component[] =>
  components.toSorted((a, b) => healthRanks[healthOf(a)] - healthRanks[healthOf(b)])
