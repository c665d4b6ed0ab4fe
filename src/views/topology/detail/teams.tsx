import { useQuery } from '@tanstack/react-query'
import { componentSections } from '@/api/topology/component-sections'
import { Notice } from '@/ui/notice'
import { QueryState } from '../../shared/query/query-state'
import { componentTitle } from '../facts'
import type { ComponentPanelProps } from './component-tabs'
import rows from '@/ui/short-list.module.css'
import css from './component.module.css'

/** The teams that a component belongs to. */
export default function Teams({ component }: ComponentPanelProps) {
  return (
    <QueryState
      query={useQuery(componentSections.teams(component.id))}
      what="the teams"
      as="pane"
      empty={
        <Notice tone="empty" title="No teams">
          {componentTitle(component)} does not belong to a team.
        </Notice>
      }
    >
      {(list) => (
        <ul className={`${rows.list} ${css.scrolling}`}>
          {list.map(({ id, name, role }) => (
            <li key={id} className={rows.row}>
              <bdi className={rows.name}>{name}</bdi>
              {role && <span className={rows.quiet}>{role}</span>}
            </li>
          ))}
        </ul>
      )}
    </QueryState>
  )
}
