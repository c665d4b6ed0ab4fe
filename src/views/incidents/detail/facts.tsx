import { type ReactNode, useState } from 'react'
import type { Incident } from '@/api/incidents/incident'
import { capital, formatAge } from '@/shared/format'
import { incidentDuration, isOver, normaliseSeverity, incidentTypeLabel } from '@/lib/incidents/incidents'
import { countProgress } from '@/lib/incidents/progress'
import { DescriptionList } from '@/ui/description-list'
import { lazyComponent } from '@/ui/lazy-component'
import { SeverityBadge } from '@/ui/severity-badge'
import { StatusBadge } from '@/ui/status-word'
import { Time } from '@/ui/time'
import { FactGroup } from '../../shared/fact-group'
import css from './incident.module.css'
import { Contradictions } from './contradictions'
import { Responders } from './responders'
import type { HypothesisTree } from './hypothesis-tree'

type DescriptionProps = { text: string }

const asWritten = ({ text }: DescriptionProps) => <p className={css.description}>{text}</p>

// As plain text until the code has loaded, so that the first lines are not delayed.
const Description = lazyComponent<DescriptionProps>({
  load: () => import('../../shared/formatted-text'),
  pending: asWritten,
  failed: asWritten,
})

/** The status of an incident: its severity, duration, description, progress and contradictions. */
export function IncidentStatusPanel({ incident, tree }: { incident: Incident; tree: HypothesisTree }) {
  const { done, total } = countProgress(incident)
  return (
    <section className={css.standing} aria-label="Status">
      <p className={css.state}>
        <StatusBadge word={capital(incident.status)} />
        <SeverityBadge severity={normaliseSeverity(incident.severity)} />
        <Duration incident={incident} />
      </p>
      {incident.description && <Description text={incident.description} />}
      {total > 0 && <p>{`Definition of done: ${done} of ${total}.`}</p>}
      <Contradictions of={tree.contradictions} />
    </section>
  )
}

/** The duration until now, or until the incident was over. */
function Duration({ incident }: { incident: Incident }) {
  const [openedAt] = useState(() => Date.now())
  if (!isOver(incident))
    return (
      <span>
        for <Time at={incident.created_at} as="age" />
      </span>
    )
  const lasted = incidentDuration(incident, openedAt)
  return <span>{incident.resolved || incident.closed ? `lasted ${formatAge(lasted)}` : 'over'}</span>
}

type Fact = { name: string; value: ReactNode }
const present = (items: readonly Fact[]) => items.filter(({ value }) => value !== undefined && value !== null)

const Unassigned = () => <span className={css.none}>Unassigned</span>

/** The other properties of an incident: people and times. */
export function IncidentFacts({ incident }: { incident: Incident }) {
  const { incident_id: number, type, commander, communicator, creator, rule } = incident
  return (
    <>
      <DescriptionList
        items={present([
          { name: 'Number', value: number },
          { name: 'Type', value: incidentTypeLabel(type) },
          { name: 'Commander', value: commander ? <bdi>{commander.name}</bdi> : <Unassigned /> },
          { name: 'Communicator', value: communicator ? <bdi>{communicator.name}</bdi> : undefined },
          {
            name: 'Opened by',
            value: rule ? <bdi>{`the rule ${rule.name}`}</bdi> : creator && <bdi>{creator.name}</bdi>,
          },
        ])}
      />
      <Responders incident={incident} />
      <FactGroup title="Times" isShown>
        <DescriptionList
          items={present([
            { name: 'Opened', value: <Time at={incident.created_at} as="ago" /> },
            { name: 'Acknowledged', value: incident.acknowledged && <Time at={incident.acknowledged} as="ago" /> },
            { name: 'Resolved', value: incident.resolved && <Time at={incident.resolved} as="ago" /> },
            { name: 'Closed', value: incident.closed && <Time at={incident.closed} as="ago" /> },
          ])}
        />
      </FactGroup>
    </>
  )
}
