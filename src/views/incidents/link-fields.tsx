import { findHypotheses, findIncidents } from '@/api/incidents/incidents'
import { type Choice, type FindChoices, searchDelays } from '@/shared/forms/choice'
import type { CustomFieldProps, FieldDescription, FormDescription, FormValues } from '@/shared/forms/form-description'
import { ComboField } from '../../ui/form/fields/combo-field'
import { SelectField } from '../../ui/form/fields/select'
import type { LinkChoices } from './link-choices'
import { newIncidentFields } from './incident-fields'
import {
  toIncidentChoice,
  type IncidentChoice,
  NEW_CHOICE,
  OTHER_CHOICE,
  describeAlreadyLinked,
  describeLinked,
  findLinked,
  type LinkSources,
  initialHypothesis,
} from './link-values'

/** The errors of missing values. */
const missingErrors = {
  where: 'Choose another incident or a new one.',
  title: 'Must select or create an incident',
  type: 'Please select an incident type',
  severity: 'Please select incident severity',
  hypothesis: 'Must select or create a hypothesis',
}

/**
 * The fields of the form: first the incident, then the description of the evidence.
 *
 * @param first the initial choice of an incident, which is listed first
 */
export function linkFields(
  { suggestions, hasMore, chosen }: LinkChoices,
  sources: LinkSources,
  first: unknown
): FormDescription {
  const offered = suggestions
    .map(({ incident, reason, hypothesis }) => ({ ...toIncidentChoice(incident, sources, hypothesis), reason }))
    .toSorted((a, b) => Number(a.isLinked) - Number(b.isLinked))
  const linked = findLinked([...(chosen ? [chosen] : []), ...suggestions.map(({ incident }) => incident)], sources)
  const options: Choice[] = [
    { value: NEW_CHOICE, label: 'A new incident' },
    ...offered.map(({ value, label, hint = '', reason }) => ({
      value,
      label,
      hint: reason === undefined || reason === 'same check' || reason === 'same insight' ? hint : `${hint}, ${reason}`,
    })),
    ...(hasMore || first === OTHER_CHOICE ? [{ value: OTHER_CHOICE, label: 'Another open incident' }] : []),
  ].toSorted((a, b) => Number(b.value === first) - Number(a.value === first))
  const describeWhere = (values: FormValues) => {
    if (values['where'] === OTHER_CHOICE) return undefined
    if (values['where'] !== '') return describeChosen(values['incident'])
    return linked && `${describeAlreadyLinked(linked)} ${missingErrors.where}`
  }
  const where: FieldDescription = {
    type: 'radio',
    name: 'where',
    label: 'Add to',
    options,
    isRequired: true,
    requiredMessage: missingErrors.where,
    help: describeWhere,
    validate: (value, values) => (value === OTHER_CHOICE ? undefined : findLinkedError(values['incident'])),
    // The hypothesis belongs to the previous incident.
    sets: (value) => initialHypothesis(offered.find((one) => one.value === value) ?? null),
  }
  return [
    options.length > 1 || first === '' ? where : { type: 'hidden', name: 'where', label: where.label },
    {
      type: 'group',
      key: 'new',
      when: { field: 'where', is: [NEW_CHOICE] },
      fields: newIncidentFields(missingErrors),
    },
    ...incidentFields(sources),
    {
      type: 'group',
      key: 'hypothesis',
      when: { field: 'incident', meets: (incident) => isChoice(incident) && !incident.isLinked },
      fields: hypothesisFields,
    },
    {
      type: 'group',
      key: 'evidence',
      when: { field: 'incident', meets: (incident) => !isChoice(incident) || !incident.isLinked },
      fields: evidenceFields,
    },
  ]
}

const isChoice = (incident: unknown): incident is IncidentChoice => incident !== null

const describeChosen = (incident: unknown) => (isChoice(incident) ? describeLinked(incident) : undefined)

const findLinkedError = (incident: unknown) =>
  isChoice(incident) && incident.isLinked ? 'Already linked. Choose another incident or a new one.' : undefined

/** Options of a search field that lists the newest results before any input. */
const eager = { shortest: 0, delayMs: searchDelays.select }

/** The open incident: searched for, or one of the suggestions. */
function incidentFields(sources: LinkSources): FieldDescription[] {
  const find: FindChoices<IncidentChoice> = async (text, signal) =>
    (await findIncidents(text, signal)).map((found) => toIncidentChoice(found, sources))
  return [
    {
      type: 'search',
      name: 'incident',
      label: 'Incident',
      isRequired: true,
      requiredMessage: missingErrors.title,
      placeholder: 'Search by number or title',
      when: { field: 'where', is: [OTHER_CHOICE] },
      help: (values) => describeChosen(values['incident']),
      find,
      pace: eager,
      sends: 'choice',
      validate: findLinkedError,
      sets: (picked) => initialHypothesis(picked as IncidentChoice | null),
    },
    {
      type: 'hidden',
      name: 'incident',
      label: 'Incident',
      when: { field: 'where', meets: (where) => where !== NEW_CHOICE && where !== OTHER_CHOICE },
    },
  ]
}

const hypothesisFields: FormDescription = [
  {
    type: 'custom',
    control: HypothesisField,
    name: 'hypothesis',
    label: 'Hypothesis',
    isRequired: true,
    requiredMessage: missingErrors.hypothesis,
    initial: '',
  },
  {
    type: 'text',
    name: 'hypothesisTitle',
    label: 'New hypothesis',
    isRequired: true,
    requiredMessage: missingErrors.hypothesis,
    when: { field: 'hypothesis', is: [NEW_CHOICE] },
  },
]

const evidenceFields: FormDescription = [
  { type: 'textarea', name: 'description', label: 'Description', help: 'The meaning of the evidence.' },
  {
    type: 'checkbox',
    name: 'isDone',
    label: 'Part of the definition of done',
    help: 'Must be done before closing. Tick it manually or add a condition.',
  },
]

/** Number of hypotheses up to which they are a plain list instead of a search field. */
const MOST_LISTED = 8

/** `title`: the title of a new hypothesis. */
type HypothesisChoice = Choice & { title?: string }

/** Chooses a hypothesis of the incident, or a new one whose title is the text of the search. */
function HypothesisField({ values, setValues, ...bound }: CustomFieldProps<string>) {
  const incident = values['incident'] as IncidentChoice | null
  if (!incident) return null
  const known = incident.hypotheses.map(({ id, title }) => ({ value: id, label: title }))
  const all: readonly HypothesisChoice[] = [...known, { value: NEW_CHOICE, label: 'A new hypothesis' }]
  if (known.length <= MOST_LISTED) return <SelectField {...bound} options={all} />
  const find: FindChoices<HypothesisChoice> = async (text, signal) => [
    ...(await findHypotheses(incident.value, text, signal)).map(({ id, title }) => ({ value: id, label: title })),
    { value: NEW_CHOICE, label: text === '' ? 'A new hypothesis' : `A new hypothesis: ${text}`, title: text },
  ]
  return (
    <ComboField
      {...bound}
      placeholder="Search by title"
      find={find}
      pace={eager}
      value={all.find(({ value }) => value === bound.value) ?? null}
      onChange={(picked) => {
        bound.onChange(picked?.value ?? '')
        if (picked?.title) setValues({ hypothesisTitle: picked.title })
      }}
    />
  )
}
