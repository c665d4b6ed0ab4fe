import { DescribedForm } from '@/ui/form/described/described-form'
import type { Exhibit } from './exhibit'
import { codeForm, connectionForm, hundredFieldsForm } from './form-examples'

const nothing = () => undefined

const values = {
  name: 'prometheus',
  namespace: 'monitoring',
  url: 'https://prometheus.monitoring.svc.cluster.local:9090',
  auth: 'basic',
  username: { valueFrom: { secretKeyRef: { name: 'prometheus', key: 'username' } } },
  password: { is: 'kept' },
  labels: { env: 'prod', team: 'observability' },
  properties: { region: 'eu-central-1', headers: [{ name: 'X-Scope-OrgID', value: 'tenant-1' }] },
}

export default {
  title: 'Form',
  states: {
    New: () => <DescribedForm label="New connection" fields={connectionForm} onSubmit={nothing} onCancel={nothing} />,
    Existing: () => (
      <DescribedForm
        label="Existing connection"
        fields={connectionForm}
        values={values}
        onSubmit={() => ({
          message: 'The connection could not be saved.',
          fields: { name: 'A connection of this name exists in the namespace monitoring already.' },
        })}
        onCancel={nothing}
      />
    ),
    'Read-only': () => (
      <DescribedForm
        label="Connection, read-only"
        fields={connectionForm}
        values={values}
        onSubmit={nothing}
        onCancel={nothing}
        isReadOnly
      />
    ),
    'With code': () => <DescribedForm label="New check" fields={codeForm} onSubmit={nothing} onCancel={nothing} />,
  },
  apart: {
    'A hundred fields': () => <DescribedForm label="A hundred fields" fields={hundredFieldsForm} onSubmit={nothing} />,
  },
} satisfies Exhibit
