import { z } from 'zod/mini'
import type { IncidentFound } from '../../api/incidents'
import { alreadyEvidence } from '../../commands/areas/evidence-link'
import type { Known, Target } from '../../commands/command'
import { capital, shorten } from '../../lib/format'
import type { Choice } from '../../lib/choice'
import type { LinkChoices } from './choices'
import { namesIn } from './suggest'

export type Sources = readonly Pick<Target, 'id' | 'label'>[]

export type IncidentChoice = Choice & {
  hypotheses: readonly { id: string; title: string }[]
  /** The id of the hypothesis with evidence about the same resource, if any. */
  likely?: string | undefined
  /** The names of the sources that are already evidence of the incident. */
  has: readonly string[]
  hasAll: boolean
}

export function choiceOf(incident: IncidentFound, sources: Sources, likely?: string): IncidentChoice {
  const { id, incident_id: number, title, severity, status, hypotheses } = incident
  const has = namesIn(incident, sources)
  const hasAll = has.length > 0 && has.length === sources.length
  const linked = hasAll ? ['already linked'] : has.length > 0 ? ['partly linked'] : []
  const hint = [number, capital(severity), status, ...linked].join(', ')
  return { value: id, label: title, hint, hypotheses, likely, has, hasAll }
}

/** The value of the choice that creates an incident or a hypothesis. */
export const NEW = 'new'
/** The value of the choice that searches open incidents by title. */
export const OTHER = 'other'

export type LinkValues = {
  /** `NEW`, `OTHER`, or the id of a suggested incident. */
  where: string
  title: string
  type: string
  severity: string
  /** The open incident; ignored when a new one is created. */
  incident: IncidentChoice | null
  /** The id of a hypothesis, or `NEW`. */
  hypothesis: string
  hypothesisTitle: string
  description: string
  isDone: boolean
}

type Started = Pick<LinkValues, 'incident' | 'hypothesis' | 'hypothesisTitle'>

/**
 * The initial hypothesis of an incident that was just chosen: its only one, or the one with evidence about the same
 * resource. An incident without hypotheses gets a new one with the title of the incident.
 */
export function startOf(incident: IncidentChoice | null): Started {
  const [only, ...others] = incident?.hypotheses ?? []
  if (incident && !only) return { incident, hypothesis: NEW, hypothesisTitle: incident.label }
  const hypothesis = only && others.length === 0 ? only.id : incident?.likely
  return { incident, hypothesis: hypothesis ?? '', hypothesisTitle: '' }
}

/** The initial values of the form, with the arguments known so far. */
export function valuesOf(known: Known, choices: LinkChoices, sources: Sources): LinkValues {
  const { prefill, suggestions, chosen, likeliest } = choices
  const text = (name: string) => (typeof known[name] === 'string' ? known[name] : '')
  // A title without an incident means a new incident.
  const suggested = text('title') === '' ? likeliest : undefined
  const first = chosen ?? suggested?.incident
  const incident = first ? choiceOf(first, sources, chosen ? undefined : suggested?.hypothesis) : null
  const hypothesisTitle = text('hypothesisTitle')
  const given = { hypothesis: hypothesisTitle === '' ? text('hypothesis') : NEW, hypothesisTitle }
  return {
    where: initialWhere(first, suggestions),
    title: (chosen ? '' : text('title')) || prefill.title,
    type: text('type') || prefill.type,
    severity: text('severity') || prefill.severity,
    description: text('description') || prefill.description,
    isDone: text('isDone') === 'true',
    ...startOf(incident),
    ...(given.hypothesis === '' ? {} : given),
  }
}

function initialWhere(first: IncidentFound | undefined, suggestions: LinkChoices['suggestions']): string {
  if (!first) return NEW
  return suggestions.some(({ incident }) => incident.id === first.id) ? first.id : OTHER
}

/** States which sources are already evidence of the incident and what submitting adds; undefined if none is. */
export function sentenceOfKnown({ has, hasAll, label }: IncidentChoice): string | undefined {
  if (has.length === 0) return undefined
  const rest = hasAll ? 'There is nothing to add.' : 'Only the others will be added.'
  return `${alreadyEvidence(has, `“${label}”`)} ${rest}`
}

/** Validates the values. @returns the invalid fields in their order, with the messages */
function findErrors(values: LinkValues): [keyof LinkValues, string][] {
  const { where, title, type, severity, incident, hypothesis, hypothesisTitle } = values
  if (where !== NEW && incident?.hasAll)
    return [[where === OTHER ? 'incident' : 'where', 'Already linked. Choose another incident or a new one.']]
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
    for (const [field, message] of findErrors(values)) context.addIssue({ code: 'custom', path: [field], message })
  })
)

/** Maximum length of a title in a button label, in characters. */
const MOST_ON_BUTTON = 41

/** The label of the submit button for these values. */
export function submitLabelOf({ where, incident }: LinkValues): string {
  if (where === NEW) return 'Link to a new incident'
  if (!incident) return 'Link'
  return `Link to “${shorten(incident.label, MOST_ON_BUTTON)}”`
}

/** Converts valid values to the arguments of the command. */
export function argsOf(values: LinkValues): Record<string, string> {
  const { where, title, type, severity, incident, hypothesis, hypothesisTitle, description, isDone } = values
  const rest = { description, isDone: String(isDone) }
  if (where === NEW || incident === null) return { ...rest, title, type, severity }
  const to = { ...rest, incident: incident.value, title: incident.label }
  return hypothesis === NEW ? { ...to, hypothesisTitle } : { ...to, hypothesis }
}
