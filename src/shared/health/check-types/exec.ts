import { listSchema, mapSchema, queryField } from '../../forms/spec-fields'
import {
  defineCheckType,
  expressionFields,
  expressionMembers,
  nameField,
  timeoutMembers,
  valueMembers,
  words,
} from '../check-type'

export default defineCheckType({
  key: 'exec',
  label: 'Script',
  position: 14,
  form: {
    fields: [nameField(), queryField('script', 'Script', { isRequired: true }), ...expressionFields],
    initial: { name: '', script: '' },
    members: {
      ...timeoutMembers,
      env: listSchema('Environment variables of the script.'),
      checkout: mapSchema('Git repository to run in.'),
      connections: mapSchema('Clouds and clusters that the script can access.'),
      artifacts: listSchema('Output files to store.'),
    },
  },
  protocol: {
    done: [...expressionMembers, ...words('script env env.name timeout'), ...valueMembers('env.value')],
    missing: words('artifacts checkout connections'),
  },
})
