import { databaseForm, defineCheckType, sqlMembers, tlsMembers } from '../check-type'

export default defineCheckType({
  key: 'mssql',
  label: 'SQL Server',
  position: 7,
  form: databaseForm,
  protocol: { done: [...sqlMembers, ...tlsMembers], missing: ['tlsConfig.handshakeTimeout'], hasRows: true },
  connects: 'database',
})
