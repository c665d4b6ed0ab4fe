import type { FormGroup } from '@/shared/forms/form-description'
import { type ConnectionField, defineTypes, flagField, portField, secretField, sourceField, textField } from '../type'

const REUSED = 'connection'
const ENTERED = 'entered'

const group = (key: string, field: string, value: string, fields: FormGroup['fields']): FormGroup => ({
  type: 'group',
  key,
  when: { field, is: [value] },
  fields,
})

/** Whether the credentials are those of another connection. */
const credentialsField = (name: string, method: string, label: string): ConnectionField => ({
  type: 'radio',
  name,
  label: 'Credentials',
  options: [
    { value: REUSED, label: `Use an existing ${label} connection` },
    { value: ENTERED, label: 'Enter credentials' },
  ],
  initial: REUSED,
  derive: ({ properties }) => (properties?.['method'] === method && !properties['connection'] ? ENTERED : undefined),
})

const endpointFields = (prefix: string): ConnectionField[] => [
  { ...textField('properties.endpoint', 'Endpoint'), name: `${prefix}Endpoint` },
  {
    ...flagField('properties.skipTLSVerify', 'Skip TLS verification', {
      help: 'Skips certificate verification. Do not use in production.',
    }),
    name: `${prefix}SkipTLSVerify`,
  },
]

export default defineTypes([
  {
    id: 'kubernetes',
    label: 'Kubernetes',
    group: 'Clouds',
    icon: 'cluster',
    keywords: 'k8s kubeconfig eks gke cnrm cluster',
    fields: [
      {
        type: 'select',
        name: 'method',
        at: 'properties.method',
        label: 'Connection method',
        options: [
          { value: 'kubeconfig', label: 'Kubeconfig' },
          { value: 'eks', label: 'EKS' },
          { value: 'gke', label: 'GKE' },
          { value: 'cnrm', label: 'CNRM' },
        ],
        initial: 'kubeconfig',
        isAlwaysChosen: true,
      },
      group('kubeconfig', 'method', 'kubeconfig', [
        secretField('certificate', 'Kubeconfig', { isMultiline: true }) as ConnectionField,
      ]),
      group('eks', 'method', 'eks', [
        { ...textField('properties.cluster', 'Cluster'), name: 'eksCluster' },
        textField('properties.region', 'Region', { placeholder: 'eu-west-1' }),
        credentialsField('eksCredentials', 'eks', 'AWS'),
        group('eks-connection', 'eksCredentials', REUSED, [
          {
            ...textField('properties.connection', 'AWS connection', {
              placeholder: 'connection://default/aws',
              isRequired: true,
            }),
            name: 'eksConnection',
          } as ConnectionField,
        ]),
        group('eks-entered', 'eksCredentials', ENTERED, [
          sourceField('username', 'Access key'),
          secretField('password', 'Secret key'),
          ...endpointFields('eks'),
        ]),
      ]),
      group('gke', 'method', 'gke', [
        { ...textField('properties.cluster', 'Cluster'), name: 'gkeCluster' },
        textField('properties.project', 'Project'),
        textField('properties.zone', 'Zone', { placeholder: 'europe-west1-b' }),
        credentialsField('gkeCredentials', 'gke', 'Google Cloud'),
        group('gke-connection', 'gkeCredentials', REUSED, [
          {
            ...textField('properties.connection', 'Google Cloud connection', {
              placeholder: 'connection://default/google',
              isRequired: true,
            }),
            name: 'gkeConnection',
          } as ConnectionField,
        ]),
        group('gke-entered', 'gkeCredentials', ENTERED, [
          {
            ...secretField('certificate', 'Credentials', {
              isMultiline: true,
              help: 'The key of a service account, as JSON.',
            }),
            name: 'gkeKey',
          } as ConnectionField,
          ...endpointFields('gke'),
        ]),
      ]),
      group('cnrm', 'method', 'cnrm', [
        textField('properties.clusterResource', 'Cluster resource'),
        textField('properties.clusterResourceNamespace', 'Cluster resource namespace'),
      ]),
    ],
  },
  {
    id: 'windows',
    label: 'Windows',
    group: 'Systems',
    icon: 'window',
    keywords: 'winrm domain',
    fields: [
      textField('properties.domain', 'Domain'),
      sourceField('username', 'Username'),
      secretField('password', 'Password'),
    ],
  },
  {
    id: 'jmeter',
    label: 'JMeter',
    group: 'Systems',
    icon: 'gauge',
    isHidden: true,
    fields: [sourceField('url', 'Host'), portField('properties.port')],
  },
])
