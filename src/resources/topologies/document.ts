import { isRecord } from '@/shared/document/value'
import { formatNames } from '@/shared/format'
import type { DocumentDescription, DocumentField } from '@/shared/forms/form-description'
import type { DocumentEditing } from '../resource'
import { labelsSchema, topologySpecSchema } from '@/shared/specs/topology'
import { documentSchema, isEmbedded, buildSectionsAt, getSpec } from '@/shared/specs/typed-spec'
import { queryField, plainTextField, toggleField } from '@/shared/forms/spec-fields'

// docs/topology.md lists the members of a topology that the embedded backend supports.

/** Fields of all components, whether the spec defines them or a lookup finds them. */
const owner = plainTextField('owner', 'Owner', { help: 'Team that owns the component.' })
const icon = plainTextField('icon', 'Icon', { help: 'k8s, http, postgres …' })
const lifecycle = plainTextField('lifecycle', 'Lifecycle')
const expressions = [
  queryField('healthExpr', 'Health expression', {
    help: 'CEL expression over summary, checks and self: summary.unhealthy > 1 ? "unhealthy" : "healthy". Replaces the worst health of the children.',
  }),
  queryField('statusExpr', 'Status expression', { help: 'CEL expression. Replaces the status.' }),
]

const componentFields: readonly DocumentField[] = [
  plainTextField('name', 'Component name', { isRequired: true }),
  plainTextField('type', 'Component type', { help: 'For example Application, Service or Database.' }),
  icon,
  owner,
  plainTextField('namespace', 'Component namespace'),
  plainTextField('tooltip', 'Tooltip'),
  lifecycle,
  { type: 'labels', name: 'labels', label: 'Component labels' },
  ...expressions,
  toggleField('hidden', 'Hidden', 'Shown only together with other hidden components.'),
]

const lookupFields: readonly DocumentField[] = [
  plainTextField('name', 'Lookup name', { help: 'Used in messages. The expression sets the names of the components.' }),
  icon,
  lifecycle,
  plainTextField('lookup.catalog.0.selector.0.types.0', 'Config item type', {
    help: 'For example Kubernetes::Cluster.',
  }),
  plainTextField('lookup.catalog.0.selector.0.labelSelector', 'Config item label selector', { isMono: true }),
  queryField('lookup.catalog.0.display.expr', 'Expression', {
    isRequired: true,
    help: 'CEL expression over results, the config items. Returns a list of components, each with a name.',
  }),
]

const general: DocumentDescription = [
  plainTextField('name', 'Name', { isRequired: true }),
  plainTextField('namespace', 'Namespace'),
  { type: 'labels', name: 'labels', label: 'Labels' },
  { type: 'schedule', name: 'spec.schedule', label: 'Schedule' },
  {
    type: 'section',
    key: 'top',
    label: 'Root component',
    isCollapsed: true,
    fields: [
      plainTextField('spec.text', 'Root name', { help: 'Defaults to the name of the topology.' }),
      ...[plainTextField('type', 'Type'), icon, owner, plainTextField('tooltip', 'Tooltip'), ...expressions].map(
        (field) => ({
          ...field,
          name: `spec.${field.name}`,
        })
      ),
    ],
  },
]

type Found = { component: unknown; path: string; names: readonly string[]; level: number }

/** More sections than this would be no overview. The code always shows all components. */
const MOST_SECTIONS = 60

/** The components of a spec in document order, each before its children. */
function componentsIn(spec: unknown): Found[] {
  const found: Found[] = []
  const visit = (at: unknown, path: string, names: readonly string[]) => {
    const list = isRecord(at) && Array.isArray(at['components']) ? (at['components'] as unknown[]) : []
    for (const [index, component] of list.entries()) {
      const own = isRecord(component) && typeof component['name'] === 'string' ? component['name'] : ''
      const called = [...names, own || `Component ${index + 1}`]
      const where = `${path}.components.${index}`
      found.push({ component, path: where, names: called, level: called.length })
      visit(component, where, called)
    }
  }
  visit(spec, 'spec', [])
  return found
}

const isLookup = (component: unknown) => isRecord(component) && component['lookup'] !== undefined

function fields(values: unknown): DocumentDescription {
  const found = componentsIn(getSpec(values)).slice(0, MOST_SECTIONS)
  return [
    ...general,
    ...buildSectionsAt(
      found.map(({ component, path, names }) => ({
        path,
        entry: component,
        label: names.join(' › '),
        fields: isLookup(component) ? lookupFields : componentFields,
      }))
    ),
  ]
}

/** Members that a lookup passes on to the components that it finds. */
const handedOn = new Set(['name', 'lookup', 'forEach', 'type', 'icon', 'lifecycle', 'properties'])
/** Members that other backends support and the embedded backend does not. */
const elsewhere = ['relationships', 'parentLookup', 'summary', 'id', 'order']

/** Problems that make the backend refuse a topology and that its schema does not report. */
function advise(values: unknown): string[] {
  const found = componentsIn(getSpec(values))
  const seen = new Set<string>()
  return found.flatMap(({ component, path, names }) => {
    if (!isRecord(component)) return []
    const where = `“${names.join(' › ')}”`
    if (isLookup(component)) {
      const beside = Object.keys(component).filter((member) => !handedOn.has(member))
      return beside.length === 0 ? [] : [`${where}: ${formatNames(beside)} cannot be combined with a lookup.`]
    }
    if (component['forEach'] !== undefined) return [`${where}: forEach requires a lookup.`]
    const key = JSON.stringify([path.replace(/\d+$/, ''), component['type'] ?? '', component['name']])
    const isTwice = seen.has(key)
    seen.add(key)
    return isTwice && component['name'] !== undefined
      ? [`${where} is defined twice. Siblings of the same type must have different names.`]
      : []
  })
}

/** The first feature that the embedded backend refuses; undefined if there is none. */
function notHere(spec: unknown): string | undefined {
  for (const { component } of componentsIn(spec)) {
    if (!isRecord(component)) continue
    const { lookup, properties, checks } = component
    const kinds = isRecord(lookup) ? Object.keys(lookup).filter((kind) => kind !== 'catalog') : []
    if (kinds.length > 0) return `${formatNames(kinds)} lookups`
    const member = elsewhere.find((one) => component[one] !== undefined)
    if (member !== undefined) return member
    if (hasMember(properties, 'lookup')) return 'property lookups'
    if (hasMember(checks, 'inline')) return 'inline checks'
  }
  return undefined
}
const hasMember = (list: unknown, member: string) =>
  Array.isArray(list) && list.some((one) => isRecord(one) && one[member] !== undefined)

export default {
  question: 'Choose a topology type',
  types: [
    {
      id: 'components',
      label: 'Components',
      initial: {
        name: '',
        namespace: 'default',
        spec: { schedule: '@every 1h', components: [{ name: '', type: 'Application' }] },
      },
    },
  ],
  isCode: (values) => componentsIn(getSpec(values)).length === 0,
  fields,
  schema: (deployment) =>
    documentSchema(
      { labels: labelsSchema('Labels of the topology.') },
      topologySpecSchema(isEmbedded(deployment), '#/properties/spec/$defs')
    ),
  advise,
  noteOf(values, deployment) {
    const what = isEmbedded(deployment) ? notHere(getSpec(values)) : undefined
    return what === undefined
      ? undefined
      : `The embedded backend does not support ${what} and refuses the whole topology. The topology is saved unchanged for a Mission Control backend that does.`
  },
} satisfies DocumentEditing
