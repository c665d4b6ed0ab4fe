import type { FormGroup } from '@/shared/forms/form-description'
import { type ConnectionType, defineTypes, secretField, sourceField, textField } from '../type'

const token = secretField('password', 'Personal access token')

const codeHost = (id: string, label: string): ConnectionType => ({
  id,
  label,
  group: 'Code',
  icon: 'git',
  keywords: 'repository pat',
  fields: [token],
})

const withAuthentication = (key: string, fields: FormGroup['fields']): FormGroup => ({
  type: 'group',
  key,
  when: { field: 'authentication', is: [key] },
  fields,
})

export default defineTypes([
  {
    id: 'git',
    label: 'Git',
    group: 'Code',
    icon: 'git',
    keywords: 'repository ssh',
    fields: [
      sourceField('url', 'URL', { placeholder: 'https://git.example/platform/deployments.git' }),
      {
        type: 'radio',
        name: 'authentication',
        label: 'Authentication',
        options: [
          { value: 'basic', label: 'Basic (username and password)' },
          { value: 'ssh', label: 'SSH key' },
        ],
        initial: 'basic',
        derive: ({ certificate }) => (certificate ? 'ssh' : undefined),
      },
      withAuthentication('basic', [sourceField('username', 'Username'), secretField('password', 'Password')]),
      withAuthentication('ssh', [secretField('certificate', 'SSH key', { isMultiline: true })]),
      textField('properties.ref', 'Ref', { initial: 'main', help: 'A branch, tag or commit.' }),
    ],
  },
  codeHost('github', 'GitHub'),
  codeHost('gitlab', 'GitLab'),
  {
    id: 'azure_devops',
    label: 'Azure DevOps',
    group: 'Code',
    icon: 'git',
    keywords: 'microsoft repository pipelines pat',
    fields: [sourceField('username', 'Organization'), token],
  },
])
