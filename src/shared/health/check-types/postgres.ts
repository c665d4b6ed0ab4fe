import { databaseForm, defineCheckType, sqlMembers } from '../check-type'

export default defineCheckType({
  key: 'postgres',
  label: 'PostgreSQL',
  position: 5,
  form: databaseForm,
  protocol: { done: sqlMembers, missing: ['tlsConfig'], hasRows: true },
  connects: 'database',
})
