import { connectionField, mapSchema, numberField, plainTextField, textSchema } from '../../forms/spec-fields'
import {
  credentialMembers,
  defineCheckType,
  nameField,
  timeoutMembers,
  tlsConfigMembers,
  tlsMembers,
  valueMembers,
  words,
} from '../check-type'

export default defineCheckType({
  key: 'redis',
  label: 'Redis',
  position: 8,
  form: {
    fields: [
      nameField(),
      plainTextField('addr', 'Address', {
        isRequired: true,
        isMono: true,
        help: 'Host and port, for example cache.example:6379',
      }),
      numberField('db', 'Database'),
      connectionField,
    ],
    initial: { name: '', addr: '', db: 0 },
    members: {
      ...credentialMembers,
      ...timeoutMembers,
      ...tlsConfigMembers,
      auth: mapSchema('User name and password.'),
      url: textSchema('Alias of addr.'),
    },
  },
  protocol: {
    done: [
      ...words('addr url connection db timeout tlsConfig.enable tlsConfig.handshakeTimeout'),
      ...tlsMembers,
      ...valueMembers('username password'),
    ],
    missing: ['auth'],
  },
  connects: 'cache',
})
