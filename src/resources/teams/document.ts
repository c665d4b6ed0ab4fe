import type { DocumentDescription } from '@/shared/forms/form-description'
import { plainTextField } from '@/shared/forms/spec-fields'
import type { DocumentEditing } from '../resource'

const fields = (): DocumentDescription => [
  plainTextField('name', 'Name', { isRequired: true }),
  plainTextField('icon', 'Icon'),
]

export default {
  question: 'Add a team',
  types: [{ id: 'team', label: 'Team', initial: { name: '', icon: 'group', spec: {} } }],
  isCode: () => false,
  fields,
  schema: () => ({
    type: 'object',
    required: ['name'],
    additionalProperties: false,
    properties: {
      name: { type: 'string', minLength: 1, description: 'Name of the team.' },
      icon: { type: 'string', description: 'Icon of the team.' },
      spec: { type: 'object', description: 'Components that the team owns, and its notifications.' },
    },
  }),
  noteOf: () => undefined,
} satisfies DocumentEditing
