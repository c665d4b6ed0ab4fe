import { useQuery } from '@tanstack/react-query'
import type { ComponentScope } from '@/api/topology/component'
import { type ComponentIncident, componentSections } from '@/api/topology/component-sections'
import { capital } from '@/shared/format'
import { isOver, normaliseSeverity } from '@/lib/incidents/incidents'
import { incidentPage } from '@/shared/pages/incidents'
import { PageLink } from '@/ui/page-link'
import { SeverityBadge } from '@/ui/severity-badge'
import { Time } from '@/ui/time'
import { CommandButton } from '../../shared/commands/command-button'
import { Notice } from '@/ui/notice'
import { QueryState } from '../../shared/query/query-state'
import { componentTitle } from '../facts'
import type { ComponentPanelProps } from './component-tabs'
import rows from '@/ui/short-list.module.css'
import css from './component.module.css'
import { WithScope, ComponentLinks } from './scope'

/** The incidents that a component or one of its descendants is evidence for. */
export default function Incidents({ component }: ComponentPanelProps) {
  return (
    <WithScope component={component}>{(scope) => <List scope={scope} name={componentTitle(component)} />}</WithScope>
  )
}

const List = ({ scope, name }: { scope: ComponentScope; name: string }) => (
  <QueryState
    query={useQuery(componentSections.incidents(scope))}
    what="the incidents"
    as="pane"
    empty={
      <Notice tone="empty" title="No incidents" actions={<CommandButton call="evidence.link" />}>
        Neither {name} nor any of its descendants is evidence for an incident.
      </Notice>
    }
  >
    {(list) => (
      <ul className={`${rows.list} ${css.scrolling}`}>
        {list.map((one) => (
          <Incident key={one.id} incident={one} scope={scope} />
        ))}
      </ul>
    )}
  </QueryState>
)

const Incident = ({ incident, scope }: { incident: ComponentIncident; scope: ComponentScope }) => (
  <li className={`${rows.row} ${rows.wrapping}`}>
    <PageLink href={incidentPage.at(incident.id)} className={isOver(incident) ? `${rows.name} ${css.over}` : rows.name}>
      <bdi>{incident.title}</bdi>
    </PageLink>
    <SeverityBadge severity={normaliseSeverity(incident.severity ?? '')} />
    <span className={rows.quiet}>{[capital(incident.status ?? ''), incident.type].filter(Boolean).join(', ')}</span>
    <ComponentLinks of={incident.components} scope={scope} />
    <span className={rows.when}>
      <Time at={incident.created_at} as="ago" />
    </span>
  </li>
)
