import type { OpenIncident } from '@/api/incidents/incidents'
import { alreadyEvidenceMessage } from '@/commands/incidents/evidence-link'
import type { KnownArgs, Target } from '../../commands/command'
import { capital, shorten } from '@/shared/format'
import type { Choice } from '@/shared/forms/choice'
import type { LinkChoices } from './link-choices'
import { findLinkedNames } from './suggestions'

export type LinkSources = readonly Pick<Target, 'id' | 'label'>[]

export type IncidentChoice = Choice & {
  hypotheses: readonly { id: string; title: string }[]
  /** The id of the hypothesis with evidence about the same resource, if any. */
  likelyHypothesis?: string | undefined
  /** The names of the sources that are already evidence of the incident. */
  linkedNames: readonly string[]
  isLinked: boolean
}

export function toIncidentChoice(
  incident: OpenIncident,
  sources: LinkSources,
  likelyHypothesis?: string
): IncidentChoice {
  const { id, incident_id: number, title, severity, status, hypotheses } = incident
  const linkedNames = findLinkedNames(incident, sources)
  const isLinked = linkedNames.length > 0 && linkedNames.length === sources.length
  const linked = isLinked ? ['already linked'] : linkedNames.length > 0 ? ['partly linked'] : []
  const hint = [number, capital(severity), status, ...linked].join(', ')
  return { value: id, label: title, hint, hypotheses, likelyHypothesis, linkedNames, isLinked }
}

/** The value of the choice that creates an incident or a hypothesis. */
export const NEW_CHOICE = 'new'
/** The value of the choice that searches open incidents by title. */
export const OTHER_CHOICE = 'other'

export type LinkValues = {
  /** `NEW_CHOICE`, `OTHER_CHOICE`, the id of a suggested incident, or empty: the user must choose. */
  where: string
  title: string
  type: string
  severity: string
  /** The open incident; ignored when a new one is created. */
  incident: IncidentChoice | null
  /** The id of a hypothesis, or `NEW_CHOICE`. */
  hypothesis: string
  hypothesisTitle: string
  description: string
  isDone: boolean
}

type InitialHypothesis = Pick<LinkValues, 'incident' | 'hypothesis' | 'hypothesisTitle'>

/**
 * The initial hypothesis of an incident that was just chosen: its only one, or the one with evidence about the same
 * resource. An incident without hypotheses gets a new one with the title of the incident.
 */
export function initialHypothesis(incident: IncidentChoice | null): InitialHypothesis {
  const [only, ...others] = incident?.hypotheses ?? []
  if (incident && !only) return { incident, hypothesisTitle: incident.label, hypothesis: NEW_CHOICE }
  const hypothesis = only && others.length === 0 ? only.id : incident?.likelyHypothesis
  return { incident, hypothesisTitle: '', hypothesis: hypothesis ?? '' }
}

/** The initial values of the form, with the arguments known so far. */
export function initialLinkValues(known: KnownArgs, choices: LinkChoices, sources: LinkSources): LinkValues {
  const { prefill, suggestions, chosen, likeliest } = choices
  const text = (name: string) => (typeof known[name] === 'string' ? known[name] : '')
  // A title without an incident means a new incident.
  const suggested = text('title') === '' ? likeliest : undefined
  const first = chosen ?? suggested?.incident
  const found = first ? toIncidentChoice(first, sources, chosen ? undefined : suggested?.hypothesis) : null
  // An incident with all of the evidence cannot be submitted, so it is never preselected.
  const incident = found?.isLinked ? null : found
  // Nor is a new one: the user may not expect that a second incident is opened about the same resource.
  const isLinkedElsewhere =
    text('title') === '' &&
    findLinked(
      suggestions.map((one) => one.incident),
      sources
    ) !== undefined
  const hypothesisTitle = text('hypothesisTitle')
  const given = { hypothesis: hypothesisTitle === '' ? text('hypothesis') : NEW_CHOICE, hypothesisTitle }
  return {
    where: incident === null && (found !== null || isLinkedElsewhere) ? '' : initialWhere(first, suggestions),
    title: (chosen ? '' : text('title')) || prefill.title,
    type: text('type') || prefill.type,
    severity: text('severity') || prefill.severity,
    description: text('description') || prefill.description,
    isDone: known['isDone'] === true,
    ...initialHypothesis(incident),
    ...(given.hypothesis === '' ? {} : given),
  }
}

function initialWhere(first: OpenIncident | undefined, suggestions: LinkChoices['suggestions']): string {
  if (!first) return NEW_CHOICE
  return suggestions.some(({ incident }) => incident.id === first.id) ? first.id : OTHER_CHOICE
}

/** The first incident that has all of the evidence already. */
export const findLinked = (incidents: readonly OpenIncident[], sources: LinkSources): IncidentChoice | undefined =>
  incidents.map((incident) => toIncidentChoice(incident, sources)).find(({ isLinked }) => isLinked)

/** States which sources are already evidence of the incident and what submitting adds; undefined if none is. */
export function describeLinked(incident: IncidentChoice): string | undefined {
  if (incident.linkedNames.length === 0) return undefined
  const rest = incident.isLinked ? 'There is nothing to add.' : 'Only the others will be added.'
  return `${describeAlreadyLinked(incident)} ${rest}`
}

export const describeAlreadyLinked = ({ linkedNames, label }: IncidentChoice): string =>
  alreadyEvidenceMessage(linkedNames, `“${label}”`)

/** Maximum length of a title in a button label, in characters. */
const MOST_ON_BUTTON = 41

/** The label of the submit button for these values. */
export function linkSubmitLabel({ where, incident }: LinkValues): string {
  if (where === NEW_CHOICE) return 'Link to a new incident'
  if (where === '' || !incident) return 'Link'
  return `Link to “${shorten(incident.label, MOST_ON_BUTTON)}”`
}

/** Converts valid values to the arguments of the command. */
export function toLinkArgs(values: LinkValues): KnownArgs {
  const { where, title, type, severity, incident, hypothesis, hypothesisTitle, description, isDone } = values
  const rest = { description: description.trim(), isDone }
  if (where === NEW_CHOICE || incident === null) return { ...rest, title: title.trim(), type, severity }
  const to = { ...rest, incident: incident.value, title: incident.label.trim() }
  return hypothesis === NEW_CHOICE ? { ...to, hypothesisTitle: hypothesisTitle.trim() } : { ...to, hypothesis }
}
