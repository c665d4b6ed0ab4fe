import { useQuery } from '@tanstack/react-query'
import { componentParts } from '../../../api/component'
import { Notice } from '../../../ui/notice'
import { QueryState } from '../../shell/query/query-state'
import { titleOf } from '../facts'
import type { PanelProps } from './component-tabs'
import css from './component-view.module.css'

/** The teams that a component belongs to. */
export default function Teams({ component }: PanelProps) {
  return (
    <QueryState
      query={useQuery(componentParts.teams(component.id))}
      what="the teams"
      as="pane"
      empty={
        <Notice tone="empty" title="No team">
          {titleOf(component)} belongs to no team.
        </Notice>
      }
    >
      {(list) => (
        <ul className={css.list}>
          {list.map(({ id, name, role }) => (
            <li key={id} className={css.row}>
              <bdi className={css.name}>{name}</bdi>
              {role && <span className={css.quiet}>{role}</span>}
            </li>
          ))}
        </ul>
      )}
    </QueryState>
  )
}
