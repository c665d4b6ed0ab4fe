import type { Component } from '../../api/topology'
import { cardWidth } from '../../commands/stores/preference-store'
import type { CardSize } from '../../ui/grid/props'
import { aboutOf, MOST_LINES } from './card'
import { factsOf } from './facts'

/** Rem, as in the style sheet: a line, the head with the line of its health, and the figures below it. */
const LINE = 1.5
const HEAD = 4.75
const FIGURES = 3.125
/** Pixels: as in the style sheet, below these a card has one column, and none. */
const ONE_COLUMN = 416 + 48
const NO_COLUMN = 248 + 48

export type Around = { within: readonly Component[]; below: number; teams: readonly string[] }

/** How many lines the cards of a list have on either side, at most: the left, the right, both together; and whether any has figures. */
export type Lines = readonly [left: number, right: number, both: number, hasFigures: boolean]

export function linesOf(list: readonly Component[], aroundOf: (one: Component) => Around): Lines {
  let [left, right, both, hasFigures] = [0, 0, 0, false]
  for (const one of list) {
    const { within, below, teams } = aroundOf(one)
    const beside = Math.min(MOST_LINES, below)
    const about = Math.min(MOST_LINES, aboutOf(one, { within, teams }).length)
    left = Math.max(left, about)
    right = Math.max(right, beside)
    both = Math.max(both, about + beside)
    hasFigures ||= factsOf(one).headline.length > 0
  }
  return [left, right, both, hasFigures]
}

/** All cards of a list are as high as the one with most to say, so that rows of them stand in line. */
export function cardSizeFor([left, right, both, hasFigures]: Lines, width: number = cardWidth.usual): CardSize {
  const head = HEAD + (hasFigures ? FIGURES : 0)
  return {
    width,
    height: (wide) => head + (wide < NO_COLUMN ? 0 : LINE * (wide < ONE_COLUMN ? both : Math.max(left, right))),
  }
}
