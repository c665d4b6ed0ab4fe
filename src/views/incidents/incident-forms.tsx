import { storedRow } from '@/api/incidents/incident'
import { findPeople } from '@/api/incidents/responders'
import type { KnownArgs, Target } from '../../commands/command'
import type { Choice, FindChoices } from '@/shared/forms/choice'
import type { CustomFieldProps } from '@/shared/forms/form-description'
import { MentionField } from '../../ui/form/fields/mention'
import { commandForm } from '../shared/forms/command-form'
import { incidentDescriptionField, incidentTitleField, newIncidentFields } from './incident-fields'

export const CreateIncident = commandForm({
  title: () => 'Open an incident',
  description: () => 'You become its commander and communicator. Its first hypothesis gets the same title.',
  label: 'Incident',
  fields: [...newIncidentFields(), incidentDescriptionField],
  submitLabel: 'Open incident',
  busyLabel: 'Opening…',
})

const idIn = (known: KnownArgs, slot: string) => (known[slot] as readonly Target[] | undefined)?.[0]?.id ?? ''

export const EditIncident = commandForm({
  title: () => 'Edit incident',
  label: 'Incident',
  query: (known) => storedRow('incidents', idIn(known, 'incident')),
  what: 'the incident',
  fields: [incidentTitleField, incidentDescriptionField],
  values: (row) => ({ title: row.title, description: row.description }),
  submitLabel: 'Save',
  busyLabel: 'Saving…',
})

/** A mention contains only a name, so people of the same name are one choice. */
const findMentioned: FindChoices<Choice> = async (text, signal) =>
  [...new Set((await findPeople(text, signal)).map(({ name }) => name))].map((name) => ({ value: name, label: name }))

const CommentText = (bound: CustomFieldProps<string>) => <MentionField {...bound} find={findMentioned} />

export const AddComment = commandForm({
  title: (known) => `Comment on ${(known['about'] as readonly Target[] | undefined)?.[0]?.label ?? 'this'}`,
  label: 'Comment',
  fields: [
    {
      type: 'custom',
      control: CommentText,
      name: 'text',
      label: 'Comment',
      isRequired: true,
      help: 'Visible to everyone with access. Use @name to mention.',
      initial: '',
    },
  ],
  submitLabel: 'Comment',
  busyLabel: 'Commenting…',
})
