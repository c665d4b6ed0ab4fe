import { DocumentForm } from '@/ui/form/document/document-form'
import type { DocumentFormProps } from '@/ui/form/document/props'
import type { DocumentDescription } from '../../src/shared/forms/form-description'
import type { Exhibit } from './exhibit'

const fields: DocumentDescription = [
  { type: 'text', name: 'name', label: 'Name', isRequired: true },
  { type: 'text', name: 'endpoint', label: 'URL', kind: 'url', isRequired: true, help: 'With its scheme.' },
  { type: 'number', name: 'thresholdMillis', label: 'Slowest answer', unit: 'ms', min: 0 },
  {
    type: 'section',
    label: 'Request',
    fields: [
      {
        type: 'select',
        name: 'method',
        label: 'Method',
        options: ['GET', 'POST', 'PUT', 'DELETE'].map((method) => ({ value: method, label: method })),
      },
      { type: 'textarea', name: 'body', label: 'Body', isMono: true, when: { field: 'method', is: ['POST', 'PUT'] } },
      { type: 'keyValues', name: 'headers', label: 'Headers' },
    ],
  },
]

const text = `# Ask the shop team before this is changed.
schedule: '@every 30s'
http:
  - name: checkout   # as on the dashboard
    endpoint: https://checkout.shop.example/ready
    thresholdMillis: 300
    method: GET
    headers:
      - name: Accept
        value: application/json
    tlsConfig:
      ca: shop-ca
    maxSSLExpiry: 7
`
const locked = `.usual: &usual
  method: GET
  thresholdMillis: 300
http:
  - <<: *usual
    name: 1.10
    endpoint: |
      https://checkout.shop.example
      /ready
`

const of = (label: string, props: Partial<DocumentFormProps>) => () => (
  <DocumentForm
    label={label}
    savedText={text}
    language="yaml"
    at={['http', 0]}
    fields={fields}
    onSave={() => ({ message: 'The check could not be saved: the backend does not answer.' })}
    onCancel={() => undefined}
    {...props}
  />
)

export default {
  title: 'Document form',
  states: {
    Kept: of('Check of the checkout', {}),
    New: of('A new check', { savedText: '', initial: 'http:\n  - name: ""\n' }),
    'Read-only': of('Check that can be read', { isReadOnly: true }),
    'Values without a field': of('Check with shared values', { savedText: locked }),
    Unreadable: of('Check that cannot be read', { savedText: 'http:\n  - name: [checkout\n' }),
  },
} satisfies Exhibit
