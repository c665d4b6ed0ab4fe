import { numberField, plainTextField } from '../../forms/spec-fields'
import { defineCheckType, nameField, thresholdField, timeoutMembers, words } from '../check-type'

export default defineCheckType({
  key: 'icmp',
  label: 'ICMP',
  position: 3,
  form: {
    fields: [
      nameField(),
      plainTextField('endpoint', 'Host', { isRequired: true, isMono: true }),
      thresholdField,
      numberField('packetCount', 'Packets'),
      numberField('packetLossThreshold', 'Maximum packet loss', { unit: '%' }),
    ],
    initial: { name: '', endpoint: '', packetCount: 2 },
    members: timeoutMembers,
  },
  protocol: { done: words('endpoint thresholdMillis packetLossThreshold packetCount timeout'), missing: [] },
})
