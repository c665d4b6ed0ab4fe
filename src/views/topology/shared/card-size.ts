import type { Component } from '@/api/topology/topology'
import { cardWidthLimits } from '@/commands/stores/preference-store'
import type { CardSize } from '@/ui/grid/props'
import { MAX_CARD_LINES } from './card'
import { cardFacts } from '../facts'

/** Heights in rem, as in the style sheet: a line, the header with the health, and the figures below it. */
const LINE = 1.5
const HEAD = 4.75
const FIGURES = 3.125
/** Widths in pixels, as in the style sheet, below which a card has one column, or none. */
const ONE_COLUMN = 416 + 48
const NO_COLUMN = 248 + 48

/** The content of a card apart from the component: its ancestors, the number of its children, its teams. */
type CardContext = { isWithin: boolean; below: number; hasTeams: boolean }

/** Maximum number of lines of a list's cards: left, right, both together; and whether any card has figures. */
type CardLines = readonly [left: number, right: number, both: number, hasFigures: boolean]

export function maxCardLines(list: readonly Component[], aroundOf: (one: Component) => CardContext): CardLines {
  let [left, right, both, hasFigures] = [0, 0, 0, false]
  for (const one of list) {
    const { isWithin, below, hasTeams } = aroundOf(one)
    const { incidents, checks, insights, properties, headline } = cardFacts(one)
    const beside = Math.min(MAX_CARD_LINES, below)
    // The same lines as `aboutOf` returns.
    const present = [
      incidents.length > 0,
      checks.length > 0,
      insights.length > 0,
      isWithin,
      hasTeams,
      Object.keys(one.labels ?? {}).length > 0,
    ]
    const about = Math.min(MAX_CARD_LINES, present.filter(Boolean).length + properties.length)
    left = Math.max(left, about)
    right = Math.max(right, beside)
    both = Math.max(both, about + beside)
    hasFigures ||= headline.length > 0
  }
  return [left, right, both, hasFigures]
}

/** All cards of a list are as high as the one with the most lines, so that their rows align. */
export function cardSizeFor(
  [left, right, both, hasFigures]: CardLines,
  width: number = cardWidthLimits.usual
): CardSize {
  const head = HEAD + (hasFigures ? FIGURES : 0)
  return {
    width,
    height: (wide) => head + (wide < NO_COLUMN ? 0 : LINE * (wide < ONE_COLUMN ? both : Math.max(left, right))),
  }
}
