import { findIncidents } from '../../api/incidents'
import { findAssignees, findPeople } from '../../api/responders'
import { capital } from '../../lib/format'
import type { Option, Target } from '../command'

/** Incidents that are not over, by title. */
export const findOpen = async (text: string, signal: AbortSignal): Promise<Option<readonly Target<'incident'>[]>[]> =>
  (await findIncidents(text, signal)).map(({ id, title: label, severity, status }) => ({
    value: [{ kind: 'incident', id, label }],
    label,
    hint: `${capital(severity)}, ${status}`,
  }))

/** People by name. */
export const findPerson = async (text: string, signal: AbortSignal): Promise<Option<Target<'person'>>[]> =>
  (await findPeople(text, signal)).map(({ id, name: label }) => ({ value: { kind: 'person', id, label }, label }))

/** Teams and people by name, each written as `addResponder` reads it. */
export const findResponder = async (text: string, signal: AbortSignal): Promise<Option<string>[]> =>
  (await findAssignees(text, signal)).map(({ kind, id, name: label }) => ({
    value: `${kind}:${id}`,
    label,
    hint: kind === 'team' ? 'Team' : '',
  }))
