import { storedRow } from '@/api/incidents/incident'
import { findPeople } from '@/api/incidents/responders'
import type { KnownArgs, Target } from '../../commands/command'
import type { Choice, FindChoices } from '@/shared/forms/choice'
import { capital } from '@/shared/format'
import { incidentSeverities, incidentTypes, incidentTypeLabel } from '@/lib/incidents/incidents'
import { Bind } from '../../ui/form/bind'
import { MentionField } from '../../ui/form/fields/mention'
import { SelectField } from '../../ui/form/fields/select'
import { TextAreaField, TextField } from '../../ui/form/fields/text'
import { commandForm } from '../shared/forms/command-form'
import css from './link-evidence.module.css'

const typeOptions = incidentTypes.map((value) => ({ value, label: incidentTypeLabel(value) }))
const severityOptions = incidentSeverities.map((value) => ({ value, label: capital(value) }))

export const IncidentTitleField = () => (
  <Bind<string> name="title">
    {(bound) => <TextField label="Title" isRequired placeholder="Payments are down" {...bound} />}
  </Bind>
)

const Description = () => (
  <Bind<string> name="description">
    {(bound) => (
      <TextAreaField label="Description" help="What is known so far, for responders who join later." {...bound} />
    )}
  </Bind>
)

/** The fields for the type and the severity of an incident. */
export const IncidentKindFields = () => (
  <div className={css.pair}>
    <Bind<string> name="type">
      {(bound) => <SelectField label="Type" isRequired options={typeOptions} {...bound} />}
    </Bind>
    <Bind<string> name="severity">
      {(bound) => <SelectField label="Severity" isRequired options={severityOptions} {...bound} />}
    </Bind>
  </div>
)

export const CreateIncident = commandForm({
  title: () => 'Open an incident',
  description: () => 'You become its commander and communicator. Its first hypothesis gets the same title.',
  label: 'Incident',
  initial: () => ({ title: '', type: 'availability', severity: 'medium', description: '' }),
  fields: () => (
    <>
      <IncidentTitleField />
      <IncidentKindFields />
      <Description />
    </>
  ),
  submitLabel: 'Open incident',
  busyLabel: 'Opening…',
})

const idIn = (known: KnownArgs, slot: string) => (known[slot] as readonly Target[] | undefined)?.[0]?.id ?? ''

export const EditIncident = commandForm({
  title: () => 'Edit incident',
  label: 'Incident',
  query: (known) => storedRow('incidents', idIn(known, 'incident')),
  what: 'the incident',
  initial: ({ title, description }) => ({ title, description }),
  fields: () => (
    <>
      <IncidentTitleField />
      <Description />
    </>
  ),
  submitLabel: 'Save',
  busyLabel: 'Saving…',
})

/** A mention contains only a name, so people of the same name are one choice. */
const findMentioned: FindChoices<Choice> = async (text, signal) =>
  [...new Set((await findPeople(text, signal)).map(({ name }) => name))].map((name) => ({ value: name, label: name }))

export const AddComment = commandForm({
  title: (known) => `Comment on ${(known['about'] as readonly Target[] | undefined)?.[0]?.label ?? 'this'}`,
  label: 'Comment',
  initial: () => ({ text: '' }),
  fields: () => (
    <Bind<string> name="text">
      {(bound) => (
        <MentionField
          label="Comment"
          isRequired
          help="Visible to everyone with access. Use @name to mention."
          find={findMentioned}
          {...bound}
        />
      )}
    </Bind>
  ),
  submitLabel: 'Comment',
  busyLabel: 'Commenting…',
})
