import { isRecord } from '@/shared/document/value'
import { capital, formatNames } from '@/shared/format'
import type { DocumentDescription } from '@/shared/forms/form-description'
import { incidentSeverities, incidentTypes, incidentTypeLabel } from '@/lib/incidents/incidents'
import { ruleSchema } from './schema'
import { selectionsIn } from './words'
import type { DocumentEditing } from '../resource'
import { documentSchema, isEmbedded, buildSectionsAt, selectionFields, getSpec } from '@/shared/specs/typed-spec'
import { plainTextField, toggleField } from '@/shared/forms/spec-fields'

// docs/incident-rules.md lists the members of a rule that the embedded backend supports.

const general: DocumentDescription = [
  plainTextField('name', 'Name', { isRequired: true }),
  {
    type: 'checkboxes',
    name: 'spec.filter.status',
    label: 'Health',
    help: 'If none is selected, unhealthy.',
    options: ['unhealthy', 'warning', 'unknown'].map((value) => ({ value, label: capital(value) })),
  },
]

const opened: DocumentDescription[number] = {
  type: 'section',
  key: 'template',
  label: 'Incident',
  fields: [
    plainTextField('spec.template.title', 'Title', {
      help: 'Defaults to the name and health of the resource: cart is unhealthy.',
    }),
    plainTextField('spec.template.description', 'Description'),
    {
      type: 'suggest',
      name: 'spec.template.severity',
      label: 'Severity',
      help: 'Defaults to Low.',
      options: incidentSeverities.map((value) => ({ value: capital(value), label: capital(value) })),
    },
    {
      type: 'suggest',
      name: 'spec.template.type',
      label: 'Type of incident',
      help: 'Defaults to Availability.',
      options: incidentTypes.map((value) => ({ value, label: incidentTypeLabel(value) })),
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
    label: 'Responders',
    fields: [
      toggleField(
        'spec.autoAssignOwner',
        'Assign the owner as commander',
        'Applies if the owner has an account. The teams of a component become responders.'
      ),
      ...Array.from({ length: count }, (_, at) =>
        plainTextField(`spec.responders.email.${at}.to`, at === 0 ? 'Responder' : `Responder ${at + 1}`, {
          help: 'E-mail address of a user.',
        })
      ),
    ],
  }
}

const order: DocumentDescription[number] = {
  type: 'section',
  key: 'order',
  label: 'Order and closing',
  fields: [
    {
      type: 'number',
      name: 'spec.priority',
      label: 'Priority',
      help: 'Rules with a lower number run first. Rules without a priority run last.',
    },
    toggleField('spec.breakOnMatch', 'Stop after this rule', 'Later rules skip the resources that this rule matches.'),
    {
      type: 'duration',
      name: 'spec.autoClose.timeout',
      label: 'Close after',
      help: 'Time from resolving to closing. Empty: close manually.',
    },
  ],
}

const nouns = { components: 'Components', checks: 'Checks' } as const

function fields(values: unknown): DocumentDescription {
  const spec = getSpec(values)
  const parts = (['components', 'checks'] as const).flatMap((kind) => {
    const list = selectionsIn(spec, kind)
    return list.map((entry, at) => ({
      path: `spec.${kind}.${at}`,
      entry,
      label: list.length === 1 ? nouns[kind] : `${nouns[kind]} ${at + 1}`,
      fields: selectionFields(entry),
    }))
  })
  return [...general, ...buildSectionsAt(parts), opened, people(spec), order]
}

/** Members of Mission Control that the embedded backend refuses, by the member that contains them. */
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
  question: 'Choose the resources to watch',
  types: [
    { id: 'type', label: 'Components of a type', initial: initial({ components: [{ types: ['Service'] }] }) },
    { id: 'label', label: 'Components with a label', initial: initial({ components: [{ labelSelector: '' }] }) },
    { id: 'checks', label: 'Checks', initial: initial({ checks: [{ labelSelector: '' }] }) },
    { id: 'custom', label: 'Custom', initial: { name: '', spec: {} } },
  ],
  isCode: (values) => {
    const spec = getSpec(values)
    return selectionsIn(spec, 'components').length + selectionsIn(spec, 'checks').length === 0
  },
  fields,
  schema: (deployment) => documentSchema({}, ruleSchema(isEmbedded(deployment)), { hasNamespace: false }),
  advise(values) {
    const spec = getSpec(values)
    const all = (['components', 'checks'] as const).flatMap((kind) =>
      selectionsIn(spec, kind).map((entry, at) => ({ entry, called: `${nouns[kind]} ${at + 1}` }))
    )
    if (all.length === 0)
      return ['The rule selects no components and no checks, so it opens no incidents. Add a selector.']
    return all
      .filter(({ entry }) => isRecord(entry) && !Object.values(entry).some(saysSomething))
      .map(({ called }) => `${called}: the selector is empty and selects nothing. Add a condition.`)
  },
  noteOf(values, deployment) {
    const spec = getSpec(values)
    if (!isEmbedded(deployment))
      return selectionsIn(spec, 'checks').length > 0
        ? 'Mission Control evaluates components only. The check selectors are saved unchanged for an embedded backend.'
        : undefined
    const refused = notHere(spec)
    if (refused.length > 0)
      return `The embedded backend does not support ${formatNames(refused)} and refuses the whole rule. The rule is saved unchanged for a Mission Control backend that supports ${refused.length === 1 ? 'it' : 'them'}.`
    const kinds = notTold(spec)
    return kinds.length === 0
      ? undefined
      : `The embedded backend opens the incidents, but does not notify responders by ${formatNames(kinds)}.`
  },
} satisfies DocumentEditing

const saysSomething = (value: unknown): boolean =>
  Array.isArray(value) ? value.some(saysSomething) : typeof value === 'string' && value !== ''
