import { choiceField, mapSchema, numberField, plainTextField } from '../../forms/spec-fields'
import { defineCheckType, nameField, thresholdField, timeoutMembers, words } from '../check-type'

export default defineCheckType({
  key: 'dns',
  label: 'DNS',
  position: 4,
  form: {
    fields: [
      nameField(),
      plainTextField('query', 'Name to resolve', { isRequired: true, isMono: true }),
      choiceField('querytype', 'Record type', ['A', 'AAAA', 'CNAME', 'MX', 'NS', 'PTR', 'SRV', 'TXT']),
      plainTextField('server', 'Name server', { isMono: true }),
      { ...numberField('port', 'Port'), max: 65_535 },
      numberField('minrecords', 'Minimum records'),
      plainTextField('exactreply.0', 'Record', {
        isMono: true,
        help: 'Expected record. If set, the response must contain exactly the listed records.',
      }),
      thresholdField,
    ],
    initial: { name: '', query: '', querytype: 'A', minrecords: 1 },
    members: { ...timeoutMembers, srvReply: mapSchema('Expected SRV record.') },
  },
  protocol: {
    done: words('server port query querytype exactreply minrecords thresholdMillis timeout'),
    missing: ['srvReply'],
  },
})
