import type { IncidentRow } from '@/api/incidents/incident-list'
import { capital } from '@/shared/format'
import { isOver, normaliseSeverity, incidentTypeLabel } from '@/lib/incidents/incidents'
import { Avatar } from '@/ui/avatar'
import cell from '@/ui/grid/cell.module.css'
import type { GridColumn } from '@/ui/grid/column'
import { SeverityBadge } from '@/ui/severity-badge'
import { StatusBadge } from '@/ui/status-word'
import { Time } from '@/ui/time'
import { createActionsColumn } from '../../shared/list/actions-column'
import { toIncidentTarget } from './list'
import css from './incidents.module.css'

/** Number of avatars in a cell; its tooltip lists all names. */
const MOST_FACES = 5

/** The column ids are the names by which the server sorts. */
export const incidentColumns: readonly GridColumn<IncidentRow>[] = [
  {
    id: 'title',
    title: 'Incident',
    width: 'minmax(8rem, 3fr)',
    wraps: true,
    sortBy: ({ title }) => title,
    cell: ({ title, incident_id: number }) => (
      <span className={`${cell.line} ${cell.wrapping}`}>
        <bdi className={cell.name}>{title}</bdi>
        <span className={css.number}>{number}</span>
      </span>
    ),
  },
  {
    id: 'severity',
    title: 'Severity',
    width: '5rem',
    below: true,
    sortBy: ({ severity }) => severity,
    cell: ({ severity, incident_id: number }) => (
      <span className={cell.line}>
        <SeverityBadge severity={normaliseSeverity(severity)} />
        <span className={css.numberBelow}>{number}</span>
      </span>
    ),
  },
  {
    id: 'status',
    title: 'Status',
    width: '7.25rem',
    priority: 3,
    sortBy: ({ status }) => status,
    cell: ({ status }) => <StatusBadge word={capital(status)} />,
  },
  {
    id: 'type',
    title: 'Type',
    width: 'minmax(5rem, 0.8fr)',
    priority: 0,
    sortBy: ({ type }) => type,
    cell: ({ type }) => <span className={cell.quiet}>{incidentTypeLabel(type)}</span>,
  },
  {
    id: 'commander',
    title: 'Commander',
    width: 'minmax(6rem, 1fr)',
    priority: 1,
    cell: ({ commander, ...row }) =>
      commander?.name ? (
        <span className={cell.line}>
          <Avatar name={commander.name} image={commander.avatar ?? undefined} size="small" isNamed />
          <bdi className={cell.words}>{commander.name}</bdi>
        </span>
      ) : (
        <span className={isOver(row) ? cell.quiet : css.nobody}>Unassigned</span>
      ),
  },
  {
    id: 'responders',
    title: 'Responders',
    width: '7rem',
    priority: 0,
    cell: ({ responders }) =>
      responders && (
        <span className={css.faces} title={responders.map(({ name }) => name).join(', ')}>
          {responders.slice(0, MOST_FACES).map(({ id, name, avatar }) => (
            <Avatar key={id} name={name} image={avatar ?? undefined} size="small" />
          ))}
          {responders.length > MOST_FACES && <span className={cell.quiet}>{`+${responders.length - MOST_FACES}`}</span>}
        </span>
      ),
  },
  {
    id: 'created_at',
    title: 'Opened',
    width: 'var(--moment-width, 5.5rem)',
    align: 'end',
    priority: 2,
    sortBy: ({ created_at }) => created_at,
    cell: ({ created_at: at }) => <Time at={at} as="ago" />,
  },
  createActionsColumn(toIncidentTarget),
]

/** Describes a row in one sentence, in reading order. */
export const describeIncident = ({
  title,
  incident_id: number,
  severity,
  status,
  type,
  commander,
}: IncidentRow): string =>
  [
    title,
    number,
    `${normaliseSeverity(severity)} severity`,
    status,
    incidentTypeLabel(type).toLowerCase(),
    commander?.name ? `commanded by ${commander.name}` : 'without a commander',
  ].join(', ')
