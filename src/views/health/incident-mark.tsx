import { capital } from '@/shared/format'
import { incidentPage } from '@/shared/pages/incidents'
import { PageLink } from '../../ui/page-link'
import css from './health.module.css'
import { type HealthRow, describeIncidents } from './order'

type Props = {
  /** The open incidents, newest first. The flag links to the first. */
  of: NonNullable<HealthRow['incidents']>
  words?: string
}

/** Marks a check that is evidence for an open incident, or a group with such checks. The row label has the text. */
export function IncidentMark({ of, words = describeIncidents(of) }: Props) {
  return (
    <PageLink href={incidentPage.at(of[0]?.id ?? '')} className={css.incident} title={capital(words)} tabIndex={-1}>
      <span className="visually-hidden">, {words}</span>
      <IncidentIcon />
    </PageLink>
  )
}

/** The flag that marks incidents. */
export const IncidentIcon = () => (
  <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true" fill="currentColor">
    <path d="M2 0h1.5v1H11L9 4l2 3H3.5v5H2z" />
  </svg>
)
