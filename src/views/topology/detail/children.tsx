import { useMemo } from 'react'
import type { Component } from '../../../api/topology'
import { CommandMenu } from '../../shell/commands/command-menu'
import { Place } from '../../shell/commands/place'
import { ComponentCard } from '../card'
import { titleOf, worstFirst } from '../facts'
import { targetOf } from '../target'
import type { PanelProps } from './component-tabs'
import css from './component-view.module.css'

const none: readonly Component[] = []

/** What stands directly below a component, each as its card, the worst first. */
export function Children({ component }: PanelProps) {
  const { components } = component
  const children = useMemo(() => worstFirst(components ?? none), [components])
  if (children.length === 0) return <p className={css.none}>Nothing stands below {titleOf(component)}.</p>
  return (
    <ul className={css.cards} aria-label={`Children of ${titleOf(component)}`}>
      {children.map((child) => (
        <li key={child.id}>
          <Place scope="detail" of="component" target={targetOf(child)}>
            <ComponentCard
              of={child}
              below={child.components ?? none}
              place="page"
              actions={<CommandMenu isIcon for={targetOf(child)} />}
            />
          </Place>
        </li>
      ))}
    </ul>
  )
}
