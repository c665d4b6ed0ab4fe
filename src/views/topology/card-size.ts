import type { Component } from '../../api/topology'
import { cardWidth } from '../../commands/stores/preference-store'
import type { CardSize } from '../../ui/grid/props'
import { MOST_LINES } from './card'
import { factsOf } from './facts'

/** Heights in rem, as in the style sheet: a line, the header with the health, and the figures below it. */
const LINE = 1.5
const HEAD = 4.75
const FIGURES = 3.125
/** Widths in pixels, as in the style sheet, below which a card has one column, or none. */
const ONE_COLUMN = 416 + 48
const NO_COLUMN = 248 + 48

/** The content of a card apart from the component: its ancestors, the number of its children, its teams. */
export type Around = { isWithin: boolean; below: number; hasTeams: boolean }

/** Maximum number of lines of a list's cards: left, right, both together; and whether any card has figures. */
export type Lines = readonly [left: number, right: number, both: number, hasFigures: boolean]

export function linesOf(list: readonly Component[], aroundOf: (one: Component) => Around): Lines {
  let [left, right, both, hasFigures] = [0, 0, 0, false]
  for (const one of list) {
    const { isWithin, below, hasTeams } = aroundOf(one)
    const { incidents, checks, insights, properties, headline } = factsOf(one)
    const beside = Math.min(MOST_LINES, below)
    // The same lines as `aboutOf` returns.
    const present = [
      incidents.length > 0,
      checks.length > 0,
      insights.length > 0,
      isWithin,
      hasTeams,
      Object.keys(one.labels ?? {}).length > 0,
    ]
    const about = Math.min(MOST_LINES, present.filter(Boolean).length + properties.length)
    left = Math.max(left, about)
    right = Math.max(right, beside)
    both = Math.max(both, about + beside)
    hasFigures ||= headline.length > 0
  }
  return [left, right, both, hasFigures]
}

/** All cards of a list are as high as the one with the most lines, so that their rows align. */
export function cardSizeFor([left, right, both, hasFigures]: Lines, width: number = cardWidth.usual): CardSize {
  const head = HEAD + (hasFigures ? FIGURES : 0)
  return {
    width,
    height: (wide) => head + (wide < NO_COLUMN ? 0 : LINE * (wide < ONE_COLUMN ? both : Math.max(left, right))),
  }
}
