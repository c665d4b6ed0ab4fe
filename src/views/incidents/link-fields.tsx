import { useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { findHypotheses, findIncidents } from '@/api/incidents/incidents'
import type { Choice, FindChoices } from '@/shared/forms/choice'
import { Bind } from '../../ui/form/bind'
import { ComboField } from '../../ui/form/fields/combo-field'
import { SelectField } from '../../ui/form/fields/select'
import { TextAreaField, TextField } from '../../ui/form/fields/text'
import { RadioField } from '../../ui/form/fields/choices'
import { ToggleField } from '../../ui/form/fields/toggle'
import type { LinkChoices } from './link-choices'
import { IncidentKindFields, IncidentTitleField } from './incident-forms'
import {
  toIncidentChoice,
  type IncidentChoice,
  type LinkValues,
  NEW_CHOICE,
  OTHER_CHOICE,
  describeLinked,
  type LinkSources,
  initialHypothesis,
} from './link-values'

type Props = { choices: LinkChoices; sources: LinkSources }

/** The fields of the form: first the incident, then the description of the evidence. */
export function LinkFields({ choices, sources }: Props) {
  const [where, chosen] = useWatch<LinkValues, ['where', 'incident']>({ name: ['where', 'incident'] })
  // The initial choice stays first in the list, followed by the new incident.
  const [first] = useState(where)
  const isAdded = where === NEW_CHOICE || chosen?.isLinked !== true
  const chooseIncident = useChooseIncident()
  const { suggestions, hasMore } = choices
  const offered = suggestions.map(({ incident, reason, hypothesis }) => ({
    ...toIncidentChoice(incident, sources, hypothesis),
    reason,
  }))
  const options: Choice[] = [
    { value: NEW_CHOICE, label: 'A new incident' },
    ...offered.map(({ value, label, hint = '', reason }) => ({
      value,
      label,
      hint: reason === undefined || reason === 'same check' || reason === 'same insight' ? hint : `${hint}, ${reason}`,
    })),
    ...(hasMore || where === OTHER_CHOICE ? [{ value: OTHER_CHOICE, label: 'Another open incident' }] : []),
  ].toSorted((a, b) => Number(b.value === first) - Number(a.value === first))
  return (
    <>
      {options.length > 1 && (
        <Bind<string> name="where">
          {(bound) => (
            <RadioField
              label="Add to"
              options={options}
              help={where !== OTHER_CHOICE && chosen ? describeLinked(chosen) : undefined}
              {...bound}
              onChange={(next) => {
                bound.onChange(next)
                chooseIncident(offered.find(({ value }) => value === next) ?? null)
              }}
            />
          )}
        </Bind>
      )}
      {where === NEW_CHOICE ? <NewIncident /> : <OpenIncident sources={sources} isSearched={where === OTHER_CHOICE} />}
      {isAdded && <Evidence />}
    </>
  )
}

function Evidence() {
  return (
    <>
      <Bind<string> name="description">
        {(bound) => <TextAreaField label="Description" help="What the evidence shows." {...bound} />}
      </Bind>
      <Bind<boolean> name="isDone">
        {(bound) => (
          <ToggleField
            label="Part of the definition of done"
            help="Must be done before closing. Tick it manually or add a condition."
            {...bound}
          />
        )}
      </Bind>
    </>
  )
}

function NewIncident() {
  return (
    <>
      <IncidentTitleField />
      <IncidentKindFields />
    </>
  )
}

/** Chooses an open incident and resets the hypothesis, which belongs to the previous one. */
function useChooseIncident() {
  const { setValue } = useFormContext<LinkValues>()
  return (incident: IncidentChoice | null) => {
    const { hypothesis, hypothesisTitle } = initialHypothesis(incident)
    setValue('incident', incident)
    setValue('hypothesisTitle', hypothesisTitle)
    // Set last, since it triggers the validation of all fields.
    setValue('hypothesis', hypothesis)
  }
}

function OpenIncident({ sources, isSearched }: { sources: LinkSources; isSearched: boolean }) {
  const chooseIncident = useChooseIncident()
  const [incident, hypothesis] = useWatch<LinkValues, ['incident', 'hypothesis']>({ name: ['incident', 'hypothesis'] })
  const find: FindChoices<IncidentChoice> = async (text, signal) =>
    (await findIncidents(text, signal)).map((found) => toIncidentChoice(found, sources))
  return (
    <>
      {isSearched && (
        <Bind<IncidentChoice | null> name="incident">
          {(bound) => (
            <ComboField
              label="Incident"
              isRequired
              placeholder="Search by number or title"
              help={incident ? describeLinked(incident) : undefined}
              find={find}
              pace={eager}
              {...bound}
              onChange={(picked) => {
                bound.onChange(picked)
                chooseIncident(picked)
              }}
            />
          )}
        </Bind>
      )}
      {incident && !incident.isLinked && <Hypothesis incident={incident} />}
      {incident && !incident.isLinked && hypothesis === NEW_CHOICE && (
        <Bind<string> name="hypothesisTitle">
          {(bound) => <TextField label="New hypothesis" isRequired {...bound} />}
        </Bind>
      )}
    </>
  )
}

/** Number of hypotheses up to which they are a plain list instead of a search field. */
const MOST_LISTED = 8

/** `title`: the title of a new hypothesis. */
type HypothesisChoice = Choice & { title?: string }

/** Chooses a hypothesis of the incident, or a new one whose title is the text of the search. */
function Hypothesis({ incident: { value: incidentId, hypotheses } }: { incident: IncidentChoice }) {
  const { setValue } = useFormContext<LinkValues>()
  const known = hypotheses.map(({ id, title }) => ({ value: id, label: title }))
  const all: readonly HypothesisChoice[] = [...known, { value: NEW_CHOICE, label: 'A new hypothesis' }]
  const find: FindChoices<HypothesisChoice> = async (text, signal) => [
    ...(await findHypotheses(incidentId, text, signal)).map(({ id, title }) => ({ value: id, label: title })),
    { value: NEW_CHOICE, label: text === '' ? 'A new hypothesis' : `A new hypothesis: ${text}`, title: text },
  ]
  return (
    <Bind<string> name="hypothesis">
      {(bound) =>
        known.length <= MOST_LISTED ? (
          <SelectField label="Hypothesis" isRequired options={all} {...bound} />
        ) : (
          <ComboField
            label="Hypothesis"
            isRequired
            placeholder="Search by title"
            find={find}
            pace={eager}
            {...bound}
            value={all.find(({ value }) => value === bound.value) ?? null}
            onChange={(picked) => {
              bound.onChange(picked?.value ?? '')
              if (picked?.title) setValue('hypothesisTitle', picked.title)
            }}
          />
        )
      }
    </Bind>
  )
}

/** Options of a search field that lists the newest results before any input. */
const eager = { shortest: 0, delayMs: 200 }
