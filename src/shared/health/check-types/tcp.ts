import { plainTextField } from '../../forms/spec-fields'
import { defineCheckType, nameField, thresholdField, timeoutMembers, words } from '../check-type'

export default defineCheckType({
  key: 'tcp',
  label: 'TCP',
  position: 2,
  form: {
    fields: [
      nameField(),
      plainTextField('endpoint', 'URL', {
        isRequired: true,
        isMono: true,
        help: 'Host and port, for example db.example:5432',
      }),
      thresholdField,
    ],
    initial: { name: '', endpoint: '' },
    members: timeoutMembers,
  },
  protocol: { done: words('endpoint thresholdMillis timeout'), missing: [] },
})
