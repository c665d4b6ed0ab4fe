import { useQuery } from '@tanstack/react-query'
import { incidentPage } from '@/shared/pages/incidents'
import { PageLink } from '@/ui/page-link'
import { useConsole } from '../../shared/console'
import { IncidentIcon } from '../incident-mark'
import { showsIncidents } from '../../shared/access/shows-incidents'
import { QueryState } from '../../shared/query/query-state'
import { groupByCheck, openIncidents } from '../open-incidents'
import css from './in-incidents.module.css'

/** Links to the open incidents that a check is evidence for. Shows nothing while loading or without incidents. */
export function CheckIncidents({ id }: { id: string }) {
  const { environment } = useConsole()
  const query = useQuery({ ...openIncidents(), enabled: showsIncidents(environment) })
  const { data, error } = query
  if (error) return <QueryState query={query} what="the incidents" as="part" pending={null} />
  const list = data ? (groupByCheck(data).get(id) ?? []) : []
  if (list.length === 0) return null
  return (
    <ul className={css.list} aria-label="Open incidents">
      {list.map(({ id: incident, title, severity, status }) => (
        <li key={incident} className={css.incident}>
          <IncidentIcon />
          <span>
            {'In the incident '}
            <PageLink href={incidentPage.at(incident)} className={css.title}>
              <bdi>{title}</bdi>
            </PageLink>
            <span className={css.about}>
              {severity}, {status}
            </span>
          </span>
        </li>
      ))}
    </ul>
  )
}
