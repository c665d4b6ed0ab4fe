import { isRecord } from '../lib/document/value'
import { capital, formatNames } from '../lib/format'
import type { DocumentDescription } from '../lib/form-description'
import { incidentSeverities, incidentTypes, wordsOfType } from '../lib/incidents'
import { ruleSchema } from './incident-rules.schema'
import { selectionsIn } from './incident-rules.words'
import type { DocumentEditor } from './resource'
import { documentSchema, isEmbedded, sectionsIn, selectionFields, specOf, text, toggle } from './typed-spec'

// What the embedded backend carries out of a rule is in docs/incident-rules.md.

const general: DocumentDescription = [
  text('name', 'Name', { isRequired: true }),
  {
    type: 'checkboxes',
    name: 'spec.filter.status',
    label: 'When it is',
    help: 'Without any: unhealthy.',
    options: ['unhealthy', 'warning', 'unknown'].map((value) => ({ value, label: capital(value) })),
  },
]

const opened: DocumentDescription[number] = {
  type: 'section',
  key: 'template',
  label: 'The incident that it opens',
  fields: [
    text('spec.template.title', 'Title', { help: 'Without it, what it is about and how that is: cart is unhealthy.' }),
    text('spec.template.description', 'Description'),
    {
      type: 'suggest',
      name: 'spec.template.severity',
      label: 'Severity',
      help: 'Low without it.',
      options: incidentSeverities.map((value) => ({ value: capital(value), label: capital(value) })),
    },
    {
      type: 'suggest',
      name: 'spec.template.type',
      label: 'Type of incident',
      help: 'Availability without it.',
      options: incidentTypes.map((value) => ({ value, label: wordsOfType(value) })),
    },
  ],
}

const people = (spec: unknown): DocumentDescription[number] => {
  const responders = isRecord(spec) ? spec['responders'] : undefined
  const email = isRecord(responders) ? responders['email'] : undefined
  const count = Array.isArray(email) ? Math.max(1, email.length) : 1
  return {
    type: 'section',
    key: 'people',
    label: 'Who works on it',
    fields: [
      toggle(
        'spec.autoAssignOwner',
        'Its owner commands it',
        'Where the owner is somebody here; teams of a component respond.'
      ),
      ...Array.from({ length: count }, (_, at) =>
        text(`spec.responders.email.${at}.to`, at === 0 ? 'Responder' : `Responder ${at + 1}`, {
          help: 'The e-mail address of somebody here.',
        })
      ),
    ],
  }
}

const order: DocumentDescription[number] = {
  type: 'section',
  key: 'order',
  label: 'Order and end',
  fields: [
    {
      type: 'number',
      name: 'spec.priority',
      label: 'Priority',
      help: 'Less comes first; a rule without one comes last.',
    },
    toggle('spec.breakOnMatch', 'No later rule', 'Later rules are not tried on what this one matches.'),
    {
      type: 'duration',
      name: 'spec.autoClose.timeout',
      label: 'Closed after',
      help: 'So long after it was resolved, it is closed. Without it, somebody closes it.',
    },
  ],
}

const nouns = { components: 'Components', checks: 'Checks' } as const

function fields(values: unknown): DocumentDescription {
  const spec = specOf(values)
  const parts = (['components', 'checks'] as const).flatMap((kind) => {
    const list = selectionsIn(spec, kind)
    return list.map((entry, at) => ({
      path: `spec.${kind}.${at}`,
      entry,
      label: list.length === 1 ? nouns[kind] : `${nouns[kind]} ${at + 1}`,
      fields: selectionFields(entry),
    }))
  })
  return [...general, ...sectionsIn(parts), opened, people(spec), order]
}

/** What Mission Control knows, and the embedded backend refuses, by where it stands. */
const elsewhere = {
  '': ['hoursOfOperation', 'autoResolve'],
  filter: ['severity', 'category', 'age'],
  template: ['status', 'created_by', 'commander_id', 'communicator_id'],
} as const

function notHere(spec: unknown): string[] {
  return Object.entries(elsewhere).flatMap(([member, names]) => {
    const at = !isRecord(spec) ? undefined : member === '' ? spec : spec[member]
    return names
      .filter((name) => isRecord(at) && at[name] !== undefined)
      .map((name) => (member === '' ? name : `${member}.${name}`))
  })
}

function notTold(spec: unknown): string[] {
  const responders = isRecord(spec) ? spec['responders'] : undefined
  return isRecord(responders) ? Object.keys(responders).filter((kind) => kind !== 'email') : []
}

const initial = (spec: Readonly<Record<string, unknown>>) => ({
  name: '',
  spec: { ...spec, filter: { status: ['unhealthy'] }, template: { severity: 'Medium', type: 'availability' } },
})

export default {
  question: 'What is it to watch?',
  types: [
    { id: 'type', label: 'Components of a type', initial: initial({ components: [{ types: ['Service'] }] }) },
    { id: 'label', label: 'Components with a label', initial: initial({ components: [{ labelSelector: '' }] }) },
    { id: 'checks', label: 'Checks', initial: initial({ checks: [{ labelSelector: '' }] }) },
    { id: 'custom', label: 'Custom', initial: { name: '', spec: {} } },
  ],
  isCode: (values) => {
    const spec = specOf(values)
    return selectionsIn(spec, 'components').length + selectionsIn(spec, 'checks').length === 0
  },
  fields,
  schema: (deployment) => documentSchema({}, ruleSchema(isEmbedded(deployment)), { hasNamespace: false }),
  advise(values) {
    const spec = specOf(values)
    const all = (['components', 'checks'] as const).flatMap((kind) =>
      selectionsIn(spec, kind).map((entry, at) => ({ entry, called: `${nouns[kind]} ${at + 1}` }))
    )
    if (all.length === 0) return ['It selects neither components nor checks, so it opens nothing.']
    return all
      .filter(({ entry }) => isRecord(entry) && !Object.values(entry).some(saysSomething))
      .map(({ called }) => `${called}: without any condition, nothing is selected.`)
  },
  noteOf(values, deployment) {
    const spec = specOf(values)
    if (!isEmbedded(deployment))
      return selectionsIn(spec, 'checks').length > 0
        ? 'Mission Control looks at components only. The checks that are selected are kept as they are written, for an embedded backend.'
        : undefined
    const refused = notHere(spec)
    if (refused.length > 0)
      return `The embedded backend does not carry out ${formatNames(refused)}, and refuses a rule with ${refused.length === 1 ? 'it' : 'them'} whole. It is kept as it is written, for a Mission Control that does.`
    const kinds = notTold(spec)
    return kinds.length === 0
      ? undefined
      : `The embedded backend opens its incidents, and tells no responders by ${formatNames(kinds)}.`
  },
} satisfies DocumentEditor

const saysSomething = (value: unknown): boolean =>
  Array.isArray(value) ? value.some(saysSomething) : typeof value === 'string' && value !== ''
