import { connectionField, plainTextField } from '../../forms/spec-fields'
import { defineCheckType, nameField } from '../check-type'

export default defineCheckType({
  key: 'mongodb',
  label: 'MongoDB',
  position: 9,
  form: {
    fields: [
      nameField(true),
      connectionField,
      plainTextField('url', 'Address', { isMono: true, help: 'Used if no connection is set.' }),
    ],
    initial: { name: '', connection: '' },
  },
})
