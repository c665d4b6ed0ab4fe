import { isRecord } from '@/shared/document/value'
import { formatNames } from '@/shared/format'
import type { DocumentDescription, DocumentField } from '@/shared/forms/form-description'
import { DRAFT_PLAYBOOK, type DraftPlaybook } from '@/lib/playbooks/draft-playbook'
import { actionKinds, type ActionKind, parameterTypes, playbookSchema } from '@/shared/specs/playbook'
import type { DocumentEditing } from '../resource'
import { isEmbedded, buildSectionsAt, selectionFields } from '@/shared/specs/typed-spec'
import { connectionField, queryField, plainTextField, toggleField } from '@/shared/forms/spec-fields'

// docs/playbooks.md lists the members of a playbook that the embedded backend supports.

/** The list in a member of a document; empty if the member is missing or not a list. */
function listIn(values: unknown, name: string): unknown[] {
  const list = isRecord(values) ? values[name] : undefined
  return Array.isArray(list) ? (list as unknown[]) : []
}

const recordsIn = (values: unknown, name: string) => listIn(values, name).filter(isRecord)

const textOf = (value: unknown, name: string): string => {
  const found = isRecord(value) ? value[name] : undefined
  return typeof found === 'string' ? found : ''
}

const general: DocumentDescription = [
  plainTextField('title', 'Title', { isRequired: true }),
  plainTextField('category', 'Category', { help: 'Groups the playbook in lists.' }),
  plainTextField('description', 'Description', { help: 'One-sentence summary of the playbook.' }),
  plainTextField('icon', 'Icon', { help: 'k8s, http, postgres …' }),
  { type: 'duration', name: 'timeout', label: 'Timeout', help: 'Maximum duration of a run. Defaults to 30 minutes.' },
]

const targets = [
  ['checks', 'Checks'],
  ['components', 'Components'],
  ['configs', 'Config items'],
] as const

const selectors = (values: unknown) =>
  targets.flatMap(([member, noun]) => {
    const list = listIn(values, member)
    return list.map((entry, at) => ({
      path: `${member}.${at}`,
      entry,
      label: list.length === 1 ? `Applies to: ${noun}` : `Applies to: ${noun}, selector ${at + 1}`,
      fields: selectionFields(entry),
    }))
  })

const parameterFields: readonly DocumentField[] = [
  plainTextField('name', 'Name', { isRequired: true, help: 'Used in templates: {{.params.name}}' }),
  plainTextField('label', 'Label'),
  {
    type: 'select',
    name: 'type',
    label: 'Type',
    options: Object.entries(parameterTypes).map(([value, label]) => ({ value, label })),
    placeholder: 'Text',
  },
  toggleField('required', 'Required'),
  plainTextField('default', 'Default', { help: 'Can contain templates: {{.config.name}}' }),
  plainTextField('description', 'Help', { help: 'Help text shown below the field.' }),
]

const parameters = (values: unknown) =>
  listIn(values, 'parameters').map((entry, at) => ({
    path: `parameters.${at}`,
    entry,
    label: `Parameter ${textOf(entry, 'label') || textOf(entry, 'name') || at + 1}`,
    fields: parameterFields,
  }))

const ofKind: Partial<Record<ActionKind, readonly DocumentField[]>> = {
  http: [
    { ...connectionField, name: 'http.connection' },
    plainTextField('http.url', 'URL', { isMono: true }),
    plainTextField('http.method', 'Method', { help: 'Defaults to GET.' }),
    queryField('http.body', 'Body'),
  ],
  sql: [{ ...connectionField, name: 'sql.connection' }, queryField('sql.query', 'Query', { isRequired: true })],
  exec: [queryField('exec.script', 'Script', { help: 'Reads values from the variables of env, in quotes: "$NAME".' })],
  notification: [
    { ...connectionField, name: 'notification.connection' },
    plainTextField('notification.title', 'Message title'),
    queryField('notification.message', 'Message'),
  ],
}

const kinds = Object.keys(actionKinds) as ActionKind[]

/** The kinds of an action. A valid action has one kind, or one kind and a notification. */
const kindsOf = (action: unknown): ActionKind[] =>
  isRecord(action) ? kinds.filter((kind) => action[kind] !== undefined) : []

const actions = (values: unknown) =>
  listIn(values, 'actions').map((entry, at) => ({
    path: `actions.${at}`,
    entry,
    label: `Action ${at + 1}${textOf(entry, 'name') ? `: ${textOf(entry, 'name')}` : ''}`,
    fields: [
      plainTextField('name', 'Action name', { isRequired: true }),
      ...kindsOf(entry).flatMap((kind) => ofKind[kind] ?? []),
      plainTextField('if', 'Condition', {
        isMono: true,
        help: 'success(), failure(), always(), or a CEL expression. Defaults to success().',
      }),
      { type: 'duration', name: 'delay', label: 'Delay' } as const,
      { type: 'duration', name: 'timeout', label: 'Action timeout' } as const,
    ],
  }))

function approval(values: unknown): DocumentDescription {
  const approvers = isRecord(values) && isRecord(values['approval']) ? values['approval']['approvers'] : undefined
  const several = (member: 'people' | 'teams', label: string, help: string) => {
    const count = Math.max(1, listIn(approvers, member).length)
    return Array.from({ length: count }, (_, at) =>
      plainTextField(`approval.approvers.${member}.${at}`, at === 0 ? label : `${label} ${at + 1}`, { help })
    )
  }
  return [
    {
      type: 'section',
      key: 'approval',
      label: 'Approval',
      isCollapsed: approvers === undefined,
      fields: [
        ...several('people', 'Approver', 'Name or e-mail address.'),
        ...several('teams', 'Approver team', 'Name of the team.'),
        {
          type: 'select',
          name: 'approval.type',
          label: 'Required approvals',
          options: [
            { value: 'any', label: 'Any approver' },
            { value: 'all', label: 'All approvers' },
          ],
          placeholder: 'All approvers',
        },
      ],
    },
  ]
}

const fields = (values: unknown): DocumentDescription => [
  ...general,
  ...buildSectionsAt([...selectors(values), ...parameters(values), ...actions(values)]),
  ...approval(values),
]

const called = (action: unknown, at: number) => `“${textOf(action, 'name') || `Action ${at + 1}`}”`

/** Problems that make a run fail but that the schema does not report. */
function advise(values: unknown): string[] {
  const all = listIn(values, 'actions')
  const names = all.map((action) => textOf(action, 'name')).filter(Boolean)
  const twice = [...new Set(names.filter((name, at) => names.indexOf(name) !== at))]
  const asked = listIn(values, 'parameters').map((one) => textOf(one, 'name'))
  const askedTwice = [...new Set(asked.filter((name, at) => name !== '' && asked.indexOf(name) !== at))]
  const unknown = [...new Set(usedIn(all).filter((name) => !asked.includes(name)))]
  return [
    ...twice.map((name) => `More than one action has the name “${name}”. Rename one.`),
    ...askedTwice.map((name) => `More than one parameter has the name “${name}”. Rename one.`),
    ...all.flatMap((action, at) => {
      const found = kindsOf(action).filter((kind) => kind !== 'notification')
      if (kindsOf(action).length === 0) return [`${called(action, at)} has no known kind.`]
      return found.length > 1 ? [`${called(action, at)} has more than one kind: ${formatNames(found)}. Keep one.`] : []
    }),
    ...unknown.map((name) => `A template uses “${name}”, which is not a parameter.`),
  ]
}

/** The names of the parameters that the templates in a value use. */
function usedIn(value: unknown): string[] {
  if (typeof value === 'string')
    return [...value.matchAll(/(?:\{\{|\$\()[^})]*?\.params\.(?<name>[A-Za-z_]\w*)/g)].map(
      ({ groups }) => groups?.['name'] ?? ''
    )
  if (Array.isArray(value)) return value.flatMap(usedIn)
  return isRecord(value) ? Object.values(value).flatMap(usedIn) : []
}

const initial = (category: string, more: Readonly<Record<string, unknown>>) => ({
  title: '',
  category,
  ...more,
})

export default {
  question: 'Choose the first action',
  types: [
    {
      id: 'http',
      label: 'Send an HTTP request',
      initial: initial('', { components: [{ types: ['Service'] }], actions: [{ name: 'request', http: { url: '' } }] }),
    },
    {
      id: 'sql',
      label: 'Query a database',
      initial: initial('', {
        components: [{ types: ['Database'] }],
        actions: [{ name: 'query', sql: { connection: '', query: '' } }],
      }),
    },
    {
      id: 'exec',
      label: 'Run a script',
      initial: initial('', {
        configs: [{ types: ['Kubernetes::Deployment'] }],
        actions: [{ name: 'run', exec: { script: '' } }],
      }),
    },
    {
      id: 'notification',
      label: 'Send a notification',
      initial: initial('', {
        checks: [{ labelSelector: '' }],
        actions: [{ name: 'notify', notification: { connection: '', title: '', message: '' } }],
      }),
    },
    { id: 'custom', label: 'Custom', initial: initial('', { actions: [] }) },
  ],
  isCode: (values) => {
    const all = listIn(values, 'actions')
    return all.length === 0 || !all.every((action) => kindsOf(action).some((kind) => ofKind[kind] !== undefined))
  },
  fields,
  trial: {
    call: 'playbook.dryRun',
    label: 'Dry run',
    choice: DRAFT_PLAYBOOK,
    valueOf: (values): DraftPlaybook => ({
      checks: recordsIn(values, 'checks'),
      components: recordsIn(values, 'components'),
      configs: recordsIn(values, 'configs'),
      parameters: recordsIn(values, 'parameters'),
    }),
  },
  schema: (deployment) => playbookSchema(isEmbedded(deployment)),
  advise,
  noteOf(values, deployment) {
    if (!isEmbedded(deployment)) return undefined
    const elsewhere = [...new Set(listIn(values, 'actions').flatMap(kindsOf))].filter(
      (kind) => !actionKinds[kind].isHere
    )
    return elsewhere.length === 0
      ? undefined
      : `The embedded backend does not support ${formatNames(elsewhere)}: runs fail with an error. The playbook is saved unchanged for a Mission Control backend that does.`
  },
} satisfies DocumentEditing
