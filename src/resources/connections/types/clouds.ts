import {
  type ConnectionField,
  defineTypes,
  flagField,
  insecureTlsField,
  secretField,
  sourceField,
  textField,
} from '../type'

const INSECURE = 'Skips certificate verification. Do not use in production.'

const awsFields = (insecure: ConnectionField): ConnectionField[] => [
  textField('properties.region', 'Region', { placeholder: 'eu-west-1' }),
  textField('properties.profile', 'Profile'),
  sourceField('username', 'Access key'),
  secretField('password', 'Secret key'),
  insecure,
]

const googleFields: readonly ConnectionField[] = [
  sourceField('url', 'Endpoint'),
  secretField('certificate', 'Certificate', {
    isMultiline: true,
    help: 'The key of a service account, as JSON.',
  }),
]

export default defineTypes([
  {
    id: 'aws',
    label: 'AWS',
    group: 'Clouds',
    icon: 'cloud',
    keywords: 'amazon web services',
    fields: awsFields(flagField('properties.insecureTLS', 'Insecure TLS', { help: INSECURE })),
  },
  {
    id: 's3',
    label: 'AWS S3',
    group: 'Clouds',
    icon: 'bucket',
    keywords: 'amazon bucket minio storage',
    fields: [textField('properties.bucket', 'Bucket', { isRequired: true }), ...awsFields(insecureTlsField)],
  },
  {
    id: 'azure',
    label: 'Azure',
    group: 'Clouds',
    icon: 'cloud',
    keywords: 'microsoft entra',
    fields: [
      sourceField('username', 'Client ID', { isRequired: true }),
      secretField('password', 'Client secret', { isRequired: true }),
      textField('properties.tenant', 'Tenant ID', { isRequired: true }),
    ],
  },
  {
    id: 'google_cloud',
    label: 'Google Cloud',
    group: 'Clouds',
    icon: 'cloud',
    keywords: 'gcp',
    fields: googleFields,
  },
  {
    id: 'gcs',
    label: 'Google Cloud Storage',
    group: 'Clouds',
    icon: 'bucket',
    keywords: 'gcp bucket',
    fields: googleFields,
  },
])
