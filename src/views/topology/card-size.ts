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

/** How many lines a card has on either side, at most. */
type Lines = { left: number; right: number; both: number; hasFigures: boolean }

/** All cards of a list are as high as the one with most to say, so that rows of them stand in line. */
export function cardSizeFor(
  list: readonly Component[],
  aroundOf: (one: Component) => Around,
  width: number = cardWidth.usual
): CardSize {
  const lines: Lines = { left: 0, right: 0, both: 0, hasFigures: false }
  for (const one of list) {
    const { within, below, teams } = aroundOf(one)
    const left = Math.min(MOST_LINES, aboutOf(one, { within, teams }).length)
    const right = Math.min(MOST_LINES, below)
    lines.left = Math.max(lines.left, left)
    lines.right = Math.max(lines.right, right)
    lines.both = Math.max(lines.both, left + right)
    lines.hasFigures ||= factsOf(one).headline.length > 0
  }
  const { left, right, both, hasFigures } = lines
  const head = HEAD + (hasFigures ? FIGURES : 0)
  return {
    width,
    height: (wide) => head + (wide < NO_COLUMN ? 0 : LINE * (wide < ONE_COLUMN ? both : Math.max(left, right))),
  }
}
