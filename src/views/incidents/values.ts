import { z } from 'zod/mini'
import type { IncidentFound } from '../../api/incidents'
import type { Known } from '../../commands/command'
import type { Choice } from '../../lib/choice'

export type IncidentChoice = Choice & Pick<IncidentFound, 'hypotheses'>

export const choiceOf = ({ id, title, severity, status, hypotheses }: IncidentFound): IncidentChoice => ({
  value: id,
  label: title,
  hint: `${severity}, ${status}`,
  hypotheses,
})

/** Stands for a hypothesis to be created. */
export const NEW = 'new'

export type LinkValues = {
  where: 'new' | 'existing'
  title: string
  type: string
  severity: string
  incident: IncidentChoice | null
  /** The id of a hypothesis, or `NEW`. */
  hypothesis: string
  hypothesisTitle: string
  description: string
  isDone: boolean
}

/** The first values of the form, with the arguments known so far. */
export function valuesOf(known: Known, found: IncidentFound | null | undefined): LinkValues {
  const text = (name: string) => (typeof known[name] === 'string' ? known[name] : '')
  const hypothesisTitle = text('hypothesisTitle')
  return {
    where: text('incident') === '' ? 'new' : 'existing',
    title: found ? '' : text('title'),
    type: text('type'),
    severity: text('severity'),
    incident: found ? choiceOf(found) : null,
    hypothesis: hypothesisTitle === '' ? text('hypothesis') : NEW,
    hypothesisTitle,
    description: text('description'),
    isDone: text('isDone') === 'true',
  }
}

/** The fields that are missing, in their order, with the messages. */
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

/** The arguments of the command for valid values. */
export function argsOf(values: LinkValues): Record<string, string> {
  const { where, title, type, severity, incident, hypothesis, hypothesisTitle, description, isDone } = values
  const rest = { description, isDone: String(isDone) }
  if (where === 'new' || incident === null) return { ...rest, title, type, severity }
  const to = { ...rest, incident: incident.value, title: incident.label }
  return hypothesis === NEW ? { ...to, hypothesisTitle } : { ...to, hypothesis }
}
