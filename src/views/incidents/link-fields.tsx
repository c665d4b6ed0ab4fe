import { useFormContext, useWatch } from 'react-hook-form'
import { findIncidents, incidentTypes, severities } from '../../api/incidents'
import { capital } from '../../lib/format'
import { Bind } from '../../ui/form/bind'
import { ComboField } from '../../ui/form/fields/combo-field'
import type { Find } from '../../lib/choice'
import { SelectField } from '../../ui/form/fields/select'
import { TextAreaField, TextField } from '../../ui/form/fields/text'
import { RadioField, ToggleField } from '../../ui/form/fields/toggle'
import css from './link-evidence.module.css'
import { choiceOf, type IncidentChoice, type LinkValues, NEW } from './values'

const places = [
  { value: 'new', label: 'A new incident' },
  { value: 'existing', label: 'An open incident' },
]
const typeOptions = incidentTypes.map((value) => ({
  value,
  label: value === 'technicalDebt' ? 'Technical debt' : capital(value),
}))
const severityOptions = severities.map((value) => ({ value, label: value }))

/** The fields of evidence: first the incident, then what the evidence shows. */
export function LinkFields() {
  const where = useWatch<LinkValues, 'where'>({ name: 'where' })
  return (
    <>
      <Bind<string> name="where">{(bound) => <RadioField label="Add to" options={places} {...bound} />}</Bind>
      {where === 'new' ? <NewIncident /> : <OpenIncident />}
      <Bind<string> name="description">
        {(bound) => (
          <TextAreaField label="Description" help="What it shows, for whoever reads the incident." {...bound} />
        )}
      </Bind>
      <Bind<boolean> name="isDone">
        {(bound) => (
          <ToggleField
            label="Part of the definition of done"
            help="The incident is over only when this is healthy again."
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
      <Bind<string> name="title">
        {(bound) => <TextField label="Title" isRequired placeholder="Payments are down" {...bound} />}
      </Bind>
      <div className={css.pair}>
        <Bind<string> name="type">
          {(bound) => <SelectField label="Type" isRequired options={typeOptions} {...bound} />}
        </Bind>
        <Bind<string> name="severity">
          {(bound) => <SelectField label="Severity" isRequired options={severityOptions} {...bound} />}
        </Bind>
      </div>
    </>
  )
}

function OpenIncident() {
  const { setValue } = useFormContext<LinkValues>()
  const [incident, hypothesis] = useWatch<LinkValues, ['incident', 'hypothesis']>({ name: ['incident', 'hypothesis'] })
  const options = [
    ...(incident?.hypotheses ?? []).map(({ id, title }) => ({ value: id, label: title })),
    { value: NEW, label: 'A new hypothesis' },
  ]
  return (
    <>
      <Bind<IncidentChoice | null> name="incident">
        {(bound) => (
          <ComboField
            label="Incident"
            isRequired
            placeholder="Search by title"
            find={find}
            pace={eager}
            {...bound}
            onChange={(picked) => {
              bound.onChange(picked)
              // The old choice belongs to another incident. A single hypothesis is chosen at once.
              const [only, ...others] = picked?.hypotheses ?? []
              setValue('hypothesis', only && others.length === 0 ? only.id : '')
            }}
          />
        )}
      </Bind>
      {incident && (
        <Bind<string> name="hypothesis">
          {(bound) => <SelectField label="Hypothesis" isRequired options={options} {...bound} />}
        </Bind>
      )}
      {incident && hypothesis === NEW && (
        <Bind<string> name="hypothesisTitle">
          {(bound) => <TextField label="New hypothesis" isRequired {...bound} />}
        </Bind>
      )}
    </>
  )
}

/** Offers the newest incidents before anything is typed. */
const eager = { shortest: 0, delayMs: 200 }

const find: Find<IncidentChoice> = async (text, signal) => (await findIncidents(text, signal)).map(choiceOf)
