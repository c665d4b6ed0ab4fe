import { z } from 'zod/mini'
import type { IncidentFound } from '../../api/incidents'
import type { Choice } from '../../ui/form/popup/options'
import type { Target } from '../../commands/command'
import type { Link } from './link'

export type IncidentChoice = Choice & Pick<IncidentFound, 'hypotheses'>

/** A hypothesis that is not there yet. */
export const NEW = 'new'

export type LinkValues = {
  where: 'new' | 'existing'
  title: string
  type: string
  severity: string
  incident: IncidentChoice | null
  /** An id, or `NEW`. */
  hypothesis: string
  hypothesisTitle: string
  description: string
  isDone: boolean
}

export const initial: LinkValues = {
  where: 'new',
  title: '',
  type: '',
  severity: '',
  incident: null,
  hypothesis: '',
  hypothesisTitle: '',
  description: '',
  isDone: false,
}

/** What is missing where, in the order of the fields. */
function faults(values: LinkValues): [keyof LinkValues, string][] {
  const { where, title, type, severity, incident, hypothesis, hypothesisTitle } = values
  const found: [boolean, keyof LinkValues, string][] =
    where === 'new'
      ? [
          [title.trim() === '', 'title', 'Must select or create an incident'],
          [type === '', 'type', 'Please select an incident type'],
          [severity === '', 'severity', 'Please select incident severity'],
        ]
      : [
          [incident === null, 'incident', 'Must select or create an incident'],
          [incident !== null && hypothesis === '', 'hypothesis', 'Must select or create a hypothesis'],
          [
            hypothesis === NEW && hypothesisTitle.trim() === '',
            'hypothesisTitle',
            'Must select or create a hypothesis',
          ],
        ]
  return found.flatMap(([isWrong, field, words]): [keyof LinkValues, string][] => (isWrong ? [[field, words]] : []))
}

export const linkValues = z.custom<LinkValues>().check(
  z.superRefine((values, context) => {
    for (const [field, message] of faults(values)) context.addIssue({ code: 'custom', path: [field], message })
  })
)

/** What the form means. Its values have been judged. */
export function linkOf(values: LinkValues, sources: readonly Target<'check'>[], personId: string): Link {
  const { where, title, type, severity, incident, hypothesis, hypothesisTitle, description, isDone } = values
  const rest = { sources, description: description.trim(), isDefinitionOfDone: isDone, personId }
  if (where === 'new' || incident === null) {
    const named = title.trim()
    return { ...rest, incident: { is: 'new', title: named, type, severity }, hypothesis: { is: 'new', title: named } }
  }
  return {
    ...rest,
    incident: { is: 'existing', id: incident.value, title: incident.label },
    hypothesis: hypothesis === NEW ? { is: 'new', title: hypothesisTitle.trim() } : { is: 'existing', id: hypothesis },
  }
}
