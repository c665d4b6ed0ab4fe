import { isRecord } from '../lib/document/value'
import { formatNames } from '../lib/format'
import type { DocumentDescription, DocumentField } from '../lib/form-description'
import { TYPED_PLAYBOOK, type TypedPlaybook } from '../lib/typed-playbook'
import { actionKinds, type ActionKind, parameterTypes, playbookSchema } from './playbooks.schema'
import type { DocumentEditor } from './resource'
import { connection, isEmbedded, query, sectionsIn, selectionFields, text, toggle } from './typed-spec'

// What the embedded backend carries out of a playbook is in docs/playbooks.md.

/** The list that a document has by a name; nothing where it has none. */
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
  text('title', 'Title', { isRequired: true }),
  text('category', 'Category', { help: 'Where it is listed.' }),
  text('description', 'Description', { help: 'What it does, in a sentence.' }),
  text('icon', 'Icon', { help: 'k8s, http, postgres …' }),
  { type: 'duration', name: 'timeout', label: 'Timeout', help: 'Of the whole run; 30 minutes without it.' },
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
      label: list.length === 1 ? `${noun} it is for` : `${noun} it is for, selector ${at + 1}`,
      fields: selectionFields(entry),
    }))
  })

const parameterFields: readonly DocumentField[] = [
  text('name', 'Name', { isRequired: true, help: 'In templates: {{.params.name}}' }),
  text('label', 'Label'),
  {
    type: 'select',
    name: 'type',
    label: 'Type',
    options: Object.entries(parameterTypes).map(([value, label]) => ({ value, label })),
    placeholder: 'Text',
  },
  toggle('required', 'Required'),
  text('default', 'Default', { help: 'Templates are filled in: {{.config.name}}' }),
  text('description', 'Help', { help: 'Shown below the field.' }),
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
    { ...connection, name: 'http.connection' },
    text('http.url', 'URL', { isMono: true }),
    text('http.method', 'Method', { help: 'GET without it.' }),
    query('http.body', 'Body'),
  ],
  sql: [{ ...connection, name: 'sql.connection' }, query('sql.query', 'Query', { isRequired: true })],
  exec: [query('exec.script', 'Script')],
  notification: [
    { ...connection, name: 'notification.connection' },
    text('notification.title', 'Title of the message'),
    query('notification.message', 'Message'),
  ],
}

const kinds = Object.keys(actionKinds) as ActionKind[]

/** The kinds that an action says: one, with or without a notification, where it is right. */
const kindsOf = (action: unknown): ActionKind[] =>
  isRecord(action) ? kinds.filter((kind) => action[kind] !== undefined) : []

const actions = (values: unknown) =>
  listIn(values, 'actions').map((entry, at) => ({
    path: `actions.${at}`,
    entry,
    label: `Action ${at + 1}${textOf(entry, 'name') ? `: ${textOf(entry, 'name')}` : ''}`,
    fields: [
      text('name', 'Name of the action', { isRequired: true }),
      ...kindsOf(entry).flatMap((kind) => ofKind[kind] ?? []),
      text('if', 'Condition', { isMono: true, help: 'success() without it; failure(), always(), or CEL.' }),
      { type: 'duration', name: 'delay', label: 'Delay' } as const,
      { type: 'duration', name: 'timeout', label: 'Timeout of the action' } as const,
    ],
  }))

function approval(values: unknown): DocumentDescription {
  const approvers = isRecord(values) && isRecord(values['approval']) ? values['approval']['approvers'] : undefined
  const several = (member: 'people' | 'teams', label: string, help: string) => {
    const count = Math.max(1, listIn(approvers, member).length)
    return Array.from({ length: count }, (_, at) =>
      text(`approval.approvers.${member}.${at}`, at === 0 ? label : `${label} ${at + 1}`, { help })
    )
  }
  return [
    {
      type: 'section',
      key: 'approval',
      label: 'Approval',
      isCollapsed: approvers === undefined,
      fields: [
        ...several('people', 'Approver', 'A name or an e-mail address.'),
        ...several('teams', 'Team of approvers', 'Its name.'),
        {
          type: 'select',
          name: 'approval.type',
          label: 'Who has to approve',
          options: [
            { value: 'any', label: 'One of them' },
            { value: 'all', label: 'All of them' },
          ],
          placeholder: 'All of them',
        },
      ],
    },
  ]
}

const fields = (values: unknown): DocumentDescription => [
  ...general,
  ...sectionsIn([...selectors(values), ...parameters(values), ...actions(values)]),
  ...approval(values),
]

const called = (action: unknown, at: number) => `“${textOf(action, 'name') || `Action ${at + 1}`}”`

/** What is refused when it is run, besides what the schema says. */
function advise(values: unknown): string[] {
  const all = listIn(values, 'actions')
  const names = all.map((action) => textOf(action, 'name')).filter(Boolean)
  const twice = [...new Set(names.filter((name, at) => names.indexOf(name) !== at))]
  const asked = listIn(values, 'parameters').map((one) => textOf(one, 'name'))
  const askedTwice = [...new Set(asked.filter((name, at) => name !== '' && asked.indexOf(name) !== at))]
  const unknown = [...new Set(usedIn(all).filter((name) => !asked.includes(name)))]
  return [
    ...twice.map((name) => `More than one action is called “${name}”.`),
    ...askedTwice.map((name) => `More than one parameter is called “${name}”.`),
    ...all.flatMap((action, at) => {
      const found = kindsOf(action).filter((kind) => kind !== 'notification')
      if (kindsOf(action).length === 0) return [`${called(action, at)} is of no kind that is known here.`]
      return found.length > 1 ? [`${called(action, at)} is of several kinds: ${formatNames(found)}.`] : []
    }),
    ...unknown.map((name) => `“${name}” is filled in, and is no parameter.`),
  ]
}

/** The parameters that templates in a value name. */
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
  question: 'What is it to do first?',
  types: [
    {
      id: 'http',
      label: 'Ask a server',
      initial: initial('', { components: [{ types: ['Service'] }], actions: [{ name: 'ask', http: { url: '' } }] }),
    },
    {
      id: 'sql',
      label: 'Ask a database',
      initial: initial('', {
        components: [{ types: ['Database'] }],
        actions: [{ name: 'ask', sql: { connection: '', query: '' } }],
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
      label: 'Tell somebody',
      initial: initial('', {
        checks: [{ labelSelector: '' }],
        actions: [{ name: 'tell', notification: { connection: '', title: '', message: '' } }],
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
    choice: TYPED_PLAYBOOK,
    valueOf: (values): TypedPlaybook => ({
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
      : `The embedded backend does not carry out ${formatNames(elsewhere)}: a run fails there, and says so. It is kept as it is written, for a Mission Control that does.`
  },
} satisfies DocumentEditor
