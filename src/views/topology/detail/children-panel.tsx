import { useMemo, useState } from 'react'
import type { Component } from '@/api/topology/topology'
import { callTo } from '@/commands/call-to'
import { needsAttention } from '@/lib/topology/component-health'
import type { GridView } from '@/ui/grid/grid-view'
import { CommandMenu } from '../../shared/commands/command-menu'
import { useConsole } from '../../shared/console'
import { ListSection } from '../../shared/list/list-page'
import type { ListSource } from '../../shared/list/list-source'
import { useWholeList } from '../../shared/list/whole-list'
import { usePreferences } from '../../shared/stores'
import { ComponentCard } from '../shared/card'
import { cardSizeFor } from '../shared/card-size'
import { componentColumns } from '../columns'
import { describeComponent as sentence, componentTitle } from '../facts'
import { sortComponents } from '../order'
import { toComponentTarget } from '../target'
import type { ComponentPanelProps } from './component-tabs'
import css from './component.module.css'

const none: readonly Component[] = []
/** Maximum card width in pixels. Next to the facts there is less room than on the dashboard. */
const MOST_WIDE = 400
/** Query state of the children, which are part of the component's response. */
const isHere = { error: null, failureReason: null, dataUpdatedAt: 0, isFetching: false }

const childrenOf = ({ components }: Component) => components ?? none
const textOf = (one: Component) => [componentTitle(one), one.name, one.type, one.status].filter(Boolean).join(' ')
const sentenceOf = (one: Component) => sentence(one, { in: none, below: childrenOf(one) })
const aroundOf = (one: Component) => ({ isWithin: false, below: childrenOf(one).length, hasTeams: false })
const renderCard = (one: Component) => (
  <ComponentCard
    of={one}
    below={sortComponents(childrenOf(one), undefined)}
    place="list"
    actions={<CommandMenu isIcon for={toComponentTarget(one)} />}
  />
)

/** The children of a component as cards, worst first. */
export function ChildrenPanel({ component }: ComponentPanelProps) {
  const { perform } = useConsole()
  const width = Math.min(MOST_WIDE, usePreferences().topology_card_width)
  const children = childrenOf(component)
  const source = useChildren(children)
  const columns = useMemo(() => componentColumns(children), [children])
  const cardSize = useMemo(() => cardSizeFor(aroundOf, width), [width])
  return (
    <ListSection<Component>
      title={`Children of ${componentTitle(component)}`}
      of="component"
      source={source}
      columns={columns}
      targetOf={toComponentTarget}
      sentenceOf={sentenceOf}
      isProblem={needsAttention}
      searchLabel="Search names, types and status"
      card={renderCard}
      cardSize={cardSize}
      onOpen={(one) =>
        void perform({ call: callTo('component.open', { component: [toComponentTarget(one)] }), origin: 'button' }, [])
      }
      empty={<p className={css.none}>{componentTitle(component)} has no children.</p>}
    />
  )
}

function useChildren(children: readonly Component[]): ListSource<Component> {
  const [layout, setLayout] = useState<GridView['layout']>('cards')
  const whole = useWholeList<Component>({ ...isHere, data: children }, textOf)
  const { rows: found, view } = whole
  const rows = useMemo(() => sortComponents(found, view.sort), [found, view.sort])
  return {
    ...whole,
    rows,
    view: { ...view, layout },
    onView(next) {
      setLayout(next.layout)
      whole.onView({ ...next, layout: view.layout })
    },
    grid: { isSorted: true },
  }
}
