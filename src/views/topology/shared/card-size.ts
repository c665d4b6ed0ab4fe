import type { Component } from '@/api/topology/topology'
import { cardWidthLimits } from '@/commands/stores/preference-store'
import type { CardSize } from '@/ui/grid/props'
import { MAX_CARD_LINES } from './card'
import { cardFacts } from '../facts'

/** Heights in rem, as in the style sheet: a line, the header with the health, and the figures below it. */
const LINE = 1.5
const HEAD = 4.9375
const FIGURES = 3.125
/** Widths in pixels, as in the style sheet, below which a card has one column, or none. */
const ONE_COLUMN = 416 + 48
const NO_COLUMN = 248 + 48

/** The content of a card apart from the component: its ancestors, the number of its children, its teams. */
type CardContext = { isWithin: boolean; below: number; hasTeams: boolean }

/** The number of lines of a card: left, right; and whether it has figures. */
type CardLines = readonly [left: number, right: number, hasFigures: boolean]

export function countCardLines(one: Component, { isWithin, below, hasTeams }: CardContext): CardLines {
  const { incidents, checks, insights, properties, headline } = cardFacts(one)
  // The same lines as `componentCardLines` returns.
  const present = [
    incidents.length > 0,
    checks.length > 0,
    insights.length > 0,
    isWithin,
    hasTeams,
    Object.keys(one.labels ?? {}).length > 0,
  ]
  const about = Math.min(MAX_CARD_LINES, present.filter(Boolean).length + properties.length)
  return [about, Math.min(MAX_CARD_LINES, below), headline.length > 0]
}

/** Each card is as high as its content. @param width the preferred width, which cards have at least */
export const cardSizeFor = (
  contextOf: (one: Component) => CardContext,
  width: number = cardWidthLimits.usual
): CardSize<Component> => ({
  width,
  heightOf(one, wide) {
    const [left, right, hasFigures] = countCardLines(one, contextOf(one))
    const head = HEAD + (hasFigures ? FIGURES : 0)
    return head + (wide < NO_COLUMN ? 0 : LINE * (wide < ONE_COLUMN ? left + right : Math.max(left, right)))
  },
})
