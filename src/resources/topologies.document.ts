import { isRecord } from '../lib/document/value'
import { formatNames } from '../lib/format'
import type { DocumentDescription, DocumentField } from '../lib/form-description'
import type { DocumentEditor } from './resource'
import { labelsSchema, topologySchema } from './topologies.schema'
import { documentSchema, isEmbedded, query, sectionsIn, specOf, text, toggle } from './typed-spec'

// What the embedded backend carries out of a topology is in docs/topology.md.

/** Fields of any component, made of what the spec says or of what a lookup finds. */
const owner = text('owner', 'Owner', { help: 'The team that looks after it.' })
const icon = text('icon', 'Icon', { help: 'k8s, http, postgres …' })
const lifecycle = text('lifecycle', 'Lifecycle')
const expressions = [
  query('healthExpr', 'Health expression', {
    help: 'CEL over summary, checks and self: summary.unhealthy > 1 ? "unhealthy" : "healthy". In place of the worst below.',
  }),
  query('statusExpr', 'Status expression', { help: 'CEL, in place of the status.' }),
]

const componentFields: readonly DocumentField[] = [
  text('name', 'Component name', { isRequired: true }),
  text('type', 'Component type', { help: 'Application, Service, Database …' }),
  icon,
  owner,
  text('namespace', 'Component namespace'),
  text('tooltip', 'Tooltip'),
  lifecycle,
  { type: 'labels', name: 'labels', label: 'Component labels' },
  ...expressions,
  toggle('hidden', 'Hidden', 'Shown only where hidden components are.'),
]

const lookupFields: readonly DocumentField[] = [
  text('name', 'Name of the lookup', { help: 'For messages: components are called what the expression says.' }),
  icon,
  lifecycle,
  text('lookup.catalog.0.selector.0.types.0', 'Type of config items', { help: 'Kubernetes::Cluster' }),
  text('lookup.catalog.0.selector.0.labelSelector', 'Label selector of config items', { isMono: true }),
  query('lookup.catalog.0.display.expr', 'Expression', {
    isRequired: true,
    help: 'CEL over results, the config items: a list of components, each with a name.',
  }),
]

const general: DocumentDescription = [
  text('name', 'Name', { isRequired: true }),
  text('namespace', 'Namespace'),
  { type: 'labels', name: 'labels', label: 'Labels' },
  { type: 'schedule', name: 'spec.schedule', label: 'Schedule' },
  {
    type: 'section',
    key: 'top',
    label: 'Component at the top',
    isCollapsed: true,
    fields: [
      text('spec.text', 'Name at the top', { help: 'Without it, that of the topology.' }),
      ...[text('type', 'Type'), icon, owner, text('tooltip', 'Tooltip'), ...expressions].map((field) => ({
        ...field,
        name: `spec.${field.name}`,
      })),
    ],
  },
]

type Found = { component: unknown; path: string; names: readonly string[]; level: number }

/** Sections of more components than these would be no overview; the code has all of them. */
const MOST_SECTIONS = 60

/** The components of a spec in its order, each before those below it. */
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
  const found = componentsIn(specOf(values)).slice(0, MOST_SECTIONS)
  return [
    ...general,
    ...sectionsIn(
      found.map(({ component, path, names }) => ({
        path,
        entry: component,
        label: names.join(' › '),
        fields: isLookup(component) ? lookupFields : componentFields,
      }))
    ),
  ]
}

/** What a lookup hands on to what it finds. */
const handedOn = new Set(['name', 'lookup', 'forEach', 'type', 'icon', 'lifecycle', 'properties'])
/** Members that other backends know, and this one does not carry out. */
const elsewhere = ['relationships', 'parentLookup', 'summary', 'id', 'order']

/** Why a topology would be refused, besides what its schema says. */
function advise(values: unknown): string[] {
  const found = componentsIn(specOf(values))
  const seen = new Set<string>()
  return found.flatMap(({ component, path, names }) => {
    if (!isRecord(component)) return []
    const where = `“${names.join(' › ')}”`
    if (isLookup(component)) {
      const beside = Object.keys(component).filter((member) => !handedOn.has(member))
      return beside.length === 0 ? [] : [`${where}: ${formatNames(beside)} beside a lookup cannot be carried out.`]
    }
    if (component['forEach'] !== undefined) return [`${where}: forEach requires a lookup, and there is none.`]
    const key = JSON.stringify([path.replace(/\d+$/, ''), component['type'] ?? '', component['name']])
    const isTwice = seen.has(key)
    seen.add(key)
    return isTwice && component['name'] !== undefined
      ? [`${where} is there twice: siblings of one type need different names.`]
      : []
  })
}

/** Something that the embedded backend refuses, by its name. */
function notHere(spec: unknown): string | undefined {
  for (const { component } of componentsIn(spec)) {
    if (!isRecord(component)) continue
    const { lookup, properties, checks } = component
    const kinds = isRecord(lookup) ? Object.keys(lookup).filter((kind) => kind !== 'catalog') : []
    if (kinds.length > 0) return `lookups of the kind ${formatNames(kinds)}`
    const member = elsewhere.find((one) => component[one] !== undefined)
    if (member !== undefined) return member
    if (hasMember(properties, 'lookup')) return 'lookups of properties'
    if (hasMember(checks, 'inline')) return 'inline checks'
  }
  return undefined
}
const hasMember = (list: unknown, member: string) =>
  Array.isArray(list) && list.some((one) => isRecord(one) && one[member] !== undefined)

export default {
  question: 'What is it made of?',
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
  isCode: (values) => componentsIn(specOf(values)).length === 0,
  fields,
  schema: (deployment) =>
    documentSchema({ labels: labelsSchema('Names with texts.') }, topologySchema(isEmbedded(deployment))),
  advise,
  noteOf(values, deployment) {
    const what = isEmbedded(deployment) ? notHere(specOf(values)) : undefined
    return what === undefined
      ? undefined
      : `The embedded backend does not carry out ${what}, and refuses a topology with them whole. It is kept as it is written, for a Mission Control that does.`
  },
} satisfies DocumentEditor
