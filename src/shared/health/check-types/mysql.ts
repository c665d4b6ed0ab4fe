import { databaseForm, defineCheckType, sqlMembers, tlsMembers } from '../check-type'

export default defineCheckType({
  key: 'mysql',
  label: 'MySQL',
  position: 6,
  form: databaseForm,
  protocol: { done: [...sqlMembers, ...tlsMembers], missing: ['tlsConfig.handshakeTimeout'], hasRows: true },
  connects: 'database',
})
