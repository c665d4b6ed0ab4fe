import { useMemo, useState } from 'react'
import type { Component } from '../../api/topology'
import { healthOf, isTroubled, ownWordOf } from '../../lib/component-health'
import type { Place as PlaceData } from '../../commands/place'
import { type Drawing, FoldedGraph } from '../shell/graph/folded-graph'
import { type Foldable, type Folding, foldsOfIll } from '../shell/graph/folds'
import type { ShownOtherwise } from '../shell/list/list-page'
import { reasonOf, sentenceOf, titleOf } from './facts'
import type { Forest } from './forest'
import { targetOf } from './target'

/** A component as it is drawn: its health is the one that rolls up to it. */
type Drawn = Foldable & { component: Component; below: readonly Component[] }

export type PictureProps = ShownOtherwise<Component> & {
  forest: Forest
  /** What is drawn, with all that they stand in. */
  drawn: ReadonlySet<string>
  /** Those that the search leaves. */
  found: readonly Component[]
  isSearched: boolean
  onOpen(component: Component): void
  handlers: NonNullable<PlaceData['handlers']>
}

/** The whole topology, drawn: what is healthy is folded, and what is not leads the eye down to its cause. */
export default function Picture({ forest, drawn, ends, onOpen, ...props }: PictureProps) {
  const rows = useMemo(() => rowsOf(forest, drawn), [forest, drawn])
  // What is open at first stays so: what falls ill later is seen at what it is folded into.
  const [start] = useState(rows)
  return (
    <FoldedGraph<Drawn>
      {...props}
      label="Topology, as a picture"
      of="component"
      rows={rows}
      targetOf={({ component }) => targetOf(component)}
      onOpen={({ component }) => onOpen(component)}
      ends={ends as unknown as ShownOtherwise<Drawn>['ends']}
      drawing={drawing}
      startsFolded={() => healthyFolded(start)}
      asList="topology.layout?layout=tree"
      legend={legend}
    />
  )
}

const legend = [
  { look: 'plain', words: 'leads to what stands below it' },
  { look: 'dashes', words: 'leads to what belongs to it, too', isLoose: true },
] as const

const drawing: Drawing<Drawn> = {
  nameOf: ({ component }) => titleOf(component),
  hintOf: ({ component }) => component.icon ?? '',
  sentenceOf: ({ component, below }) => sentenceOf(component, { in: [], below }),
  factsOf: ({ component }) => [
    component.type ?? undefined,
    healthOf(component),
    ownWordOf(component),
    reasonOf(component),
    component.hidden ? 'hidden' : undefined,
  ],
  noun: 'component',
}

function rowsOf(forest: Forest, drawn: ReadonlySet<string>): readonly Drawn[] {
  const rows: Drawn[] = []
  const add = (component: Component, via: string | undefined) => {
    if (!drawn.has(component.id)) return
    const below = forest.below(component.id)
    const related = forest.related(component.id)
    rows.push({
      id: component.id,
      type: component.type ?? '',
      health: healthOf(component),
      via,
      related_ids: [...below, ...related].map(({ id }) => id),
      soft_ids: related.map(({ id }) => id),
      component,
      below,
    })
    for (const child of below) add(child, component.id)
  }
  for (const root of forest.roots) add(root, undefined)
  return rows
}

/** Closed wherever nothing is wrong below; what is wrong is drawn by itself. */
const healthyFolded = (rows: readonly Drawn[]): Folding => ({
  closed: new Set(rows.filter(({ below }) => below.length > 0 && !below.some(isTroubled)).map(({ id }) => id)),
  opened: new Set(foldsOfIll(rows)),
})
