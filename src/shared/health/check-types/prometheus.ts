import { connectionField, listSchema, queryField, textSchema, urlField } from '../../forms/spec-fields'
import {
  credentialMembers,
  defineCheckType,
  expressionFields,
  expressionMembers,
  nameField,
  signingMembers,
  timeoutMembers,
  tlsConfigMembers,
  tlsMembers,
  valueMembers,
  words,
} from '../check-type'

export default defineCheckType({
  key: 'prometheus',
  label: 'Prometheus',
  position: 12,
  form: {
    fields: [
      nameField(),
      urlField(),
      queryField('query', 'Query', { isRequired: true }),
      connectionField,
      ...expressionFields,
    ],
    initial: { name: '', url: '', query: '' },
    members: {
      ...credentialMembers,
      ...timeoutMembers,
      ...tlsConfigMembers,
      ...signingMembers,
      host: textSchema('Alias of url.'),
      headers: listSchema('Request headers.'),
    },
  },
  protocol: {
    done: [
      ...expressionMembers,
      ...words('url host connection query timeout tlsConfig.handshakeTimeout'),
      ...tlsMembers,
      ...valueMembers('username password'),
    ],
    missing: words('awsSigV4 bearer digest headers ntlm ntlmv2 oauth2'),
    hasRows: true,
  },
  connects: 'web',
})
