import { bytes } from '@/lib/amount'
import type { FieldDescription, FormDescription } from '../../src/shared/forms/form-description'

const regions = ['eu-central-1', 'eu-west-1', 'us-east-1'].map((value) => ({ value, label: value }))

/** A connection to a web service: twelve fields, some of which depend on the authentication. */
export const connectionForm: FormDescription = [
  {
    type: 'text',
    name: 'name',
    label: 'Name',
    isRequired: true,
    pattern: {
      accepts: (text) => /^[a-z0-9][a-z0-9.-]*$/.test(text) && /[a-z0-9]$/.test(text),
      message: 'Use lowercase letters, digits, dots and hyphens.',
    },
  },
  { type: 'text', name: 'namespace', label: 'Namespace', isRequired: true, initial: 'default' },
  {
    type: 'text',
    kind: 'url',
    name: 'url',
    label: 'URL',
    isMono: true,
    isRequired: true,
    placeholder: 'https://example.com',
  },
  {
    type: 'radio',
    name: 'auth',
    label: 'Sign in with',
    options: [
      { value: 'none', label: 'Nothing' },
      { value: 'basic', label: 'User name and password' },
      { value: 'token', label: 'Token' },
    ],
    initial: 'basic',
  },
  { type: 'source', name: 'username', label: 'User name', when: { field: 'auth', is: ['basic'] } },
  { type: 'secret', name: 'password', label: 'Password', when: { field: 'auth', is: ['basic'] } },
  { type: 'secret', name: 'token', label: 'Token', isRequired: true, when: { field: 'auth', is: ['token'] } },
  { type: 'select', name: 'properties.region', label: 'Region', options: regions },
  { type: 'labels', name: 'labels', label: 'Labels', help: 'Several can be pasted at once.' },
  {
    type: 'section',
    label: 'Advanced',
    isCollapsed: true,
    fields: [
      { type: 'duration', name: 'properties.timeout', label: 'Timeout', initial: '30s', isRequired: true },
      { type: 'keyValues', name: 'properties.headers', label: 'Headers' },
      {
        type: 'switch',
        name: 'insecure_tls',
        label: 'Accept any certificate',
        help: 'Skips certificate verification. Do not use in production.',
      },
    ],
  },
]

/** A check with two code fields: one stored as text with its comments, and one parsed. */
export const codeForm: FormDescription = [
  { type: 'text', name: 'name', label: 'Name', isRequired: true },
  {
    type: 'code',
    name: 'spec',
    label: 'Spec',
    help: 'The target and the type of the check.',
    language: 'yaml',
    height: 'small',
    isRequired: true,
  },
  { type: 'code', name: 'properties', label: 'Properties', language: 'json', height: 'small', isParsed: true },
]

/** Field types in the proportions of the long forms in the specification. */
const kinds: readonly ((at: number) => FieldDescription)[] = [
  (at) => ({ type: 'text', name: `text${at}`, label: `Text ${at}`, isRequired: at < 20 }),
  (at) => ({ type: 'number', name: `number${at}`, label: `Number ${at}`, min: 0 }),
  (at) => ({ type: 'select', name: `select${at}`, label: `Choice ${at}`, options: regions }),
  (at) => ({ type: 'text', name: `note${at}`, label: `Note ${at}`, help: 'Shown to the on-call engineer.' }),
  (at) => ({ type: 'switch', name: `switch${at}`, label: `Switch ${at}` }),
  (at) => ({ type: 'duration', name: `duration${at}`, label: `Duration ${at}` }),
  (at) => ({ type: 'source', name: `source${at}`, label: `Source ${at}` }),
  (at) => ({ type: 'labels', name: `labels${at}`, label: `Labels ${at}` }),
  (at) => ({ type: 'amount', name: `amount${at}`, label: `Amount ${at}`, set: bytes }),
  (at) => ({ type: 'textarea', name: `area${at}`, label: `Area ${at}` }),
]

/** A form with a hundred fields of ten types. */
export const hundredFieldsForm: FormDescription = Array.from({ length: 100 }, (_, at) =>
  kinds[at % kinds.length]?.(at)
).filter((field) => field !== undefined)
