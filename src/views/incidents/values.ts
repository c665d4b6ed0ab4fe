import { z } from 'zod/mini'
import type { IncidentFound } from '../../api/incidents'
import { alreadyEvidence } from '../../commands/areas/evidence-link'
import type { Known, Target } from '../../commands/command'
import { shorten } from '../../lib/format'
import type { Choice } from '../../lib/choice'
import type { LinkChoices } from './choices'
import { namesIn } from './suggest'

export type Sources = readonly Pick<Target, 'id' | 'label'>[]

export type IncidentChoice = Choice & {
  hypotheses: readonly { id: string; title: string }[]
  /** The names of those checks that are evidence of it already. */
  has: readonly string[]
  hasAll: boolean
}

export function choiceOf(incident: IncidentFound, sources: Sources): IncidentChoice {
  const { id, title, severity, status, hypotheses } = incident
  const has = namesIn(incident, sources)
  const hasAll = has.length > 0 && has.length === sources.length
  const linked = hasAll ? ['already linked'] : has.length > 0 ? ['partly linked'] : []
  const hint = [severity, status, ...linked].join(', ')
  return { value: id, label: title, hint, hypotheses: hypotheses, has, hasAll }
}

/** Stands for a new incident, and for a hypothesis to be created. */
export const NEW = 'new'
/** Stands for an open incident that is found by its title. */
export const OTHER = 'other'

export type LinkValues = {
  /** `NEW`, `OTHER`, or the id of an incident that is suggested. */
  where: string
  title: string
  type: string
  severity: string
  /** The open incident; it has no meaning for a new one. */
  incident: IncidentChoice | null
  /** The id of a hypothesis, or `NEW`. */
  hypothesis: string
  hypothesisTitle: string
  description: string
  isDone: boolean
}

type Started = Pick<LinkValues, 'incident' | 'hypothesis' | 'hypothesisTitle'>

/** What an incident that was just chosen begins with: one hypothesis is chosen at once, and where there is none one is made. */
export function startOf(incident: IncidentChoice | null): Started {
  const [only, ...others] = incident?.hypotheses ?? []
  if (incident && !only) return { incident, hypothesis: NEW, hypothesisTitle: incident.label }
  return { incident, hypothesis: only && others.length === 0 ? only.id : '', hypothesisTitle: '' }
}

/** The first values of the form, with the arguments known so far. */
export function valuesOf(known: Known, { prefill, suggestions, chosen }: LinkChoices, sources: Sources): LinkValues {
  const text = (name: string) => (typeof known[name] === 'string' ? known[name] : '')
  const hypothesisTitle = text('hypothesisTitle')
  const isSuggested = suggestions.some(({ incident }) => incident.id === chosen?.id)
  return {
    where: chosen ? (isSuggested ? chosen.id : OTHER) : NEW,
    title: (chosen ? '' : text('title')) || prefill.title,
    type: text('type') || prefill.type,
    severity: text('severity') || prefill.severity,
    incident: chosen ? choiceOf(chosen, sources) : null,
    hypothesis: hypothesisTitle === '' ? text('hypothesis') : NEW,
    hypothesisTitle,
    description: text('description') || prefill.description,
    isDone: text('isDone') === 'true',
  }
}

/** Says that checks are evidence of an incident already. */
export const sentenceOfKnown = ({ has, label }: Pick<IncidentChoice, 'has' | 'label'>) =>
  alreadyEvidence(has, `“${label}”`)

/** The fields that are missing or wrong, in their order, with the messages. */
function faults(values: LinkValues): [keyof LinkValues, string][] {
  const { where, title, type, severity, incident, hypothesis, hypothesisTitle } = values
  if (where !== NEW && incident?.hasAll) return [[where === OTHER ? 'incident' : 'where', sentenceOfKnown(incident)]]
  const found: [boolean, keyof LinkValues, string][] =
    where === NEW
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

/** Characters of a title that a button has room for. */
const MOST_ON_BUTTON = 41

/** What sending these values does. */
export function submitLabelOf({ where, incident }: LinkValues): string {
  if (where === NEW) return 'Open incident'
  if (!incident) return 'Add to incident'
  return `Add to “${shorten(incident.label, MOST_ON_BUTTON)}”`
}

/** The arguments of the command for valid values. */
export function argsOf(values: LinkValues): Record<string, string> {
  const { where, title, type, severity, incident, hypothesis, hypothesisTitle, description, isDone } = values
  const rest = { description, isDone: String(isDone) }
  if (where === NEW || incident === null) return { ...rest, title, type, severity }
  const to = { ...rest, incident: incident.value, title: incident.label }
  return hypothesis === NEW ? { ...to, hypothesisTitle } : { ...to, hypothesis }
}
