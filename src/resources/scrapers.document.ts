import { isRecord } from '../lib/document/value'
import type { DocumentDescription, DocumentField } from '../lib/form-description'
import { insightTypes } from '../lib/insight-types'
import { catalogSeverities } from '../lib/severity'
import type { DocumentEditor } from './resource'
import { CUSTOM, labelOfType, type ScraperType, scraperTypes, typeOfSpec, typesOfSpec } from './scrapers.types'
import {
  connection,
  documentSchema,
  entriesOf,
  type EntryKind,
  entrySchema,
  isEmbedded,
  query,
  type Schema,
  sectionsOf,
  specOf,
  text,
  textSchema,
  toggle,
} from './typed-spec'

/** Where an item is in what was read. */
const mapping: readonly DocumentField[] = [
  text('id', 'Id', { isRequired: true, isMono: true, help: 'The path to it in an item: $.serial' }),
  text('type', 'Type', { isRequired: true, help: 'A text, Depot::Printer, or a path: $.kind' }),
  text('class', 'Class', { help: 'Without it, the end of the type.' }),
  text('name', 'Item name', { isMono: true, help: 'Without it, the id.' }),
  text('items', 'Items', { isMono: true, help: 'Where the items are in a document; without it, the document is one.' }),
  text('status', 'Status', { isMono: true }),
  text('health', 'Health', { isMono: true, help: 'healthy, unhealthy, warning or unknown.' }),
  text('description', 'Item description', { isMono: true }),
  { type: 'labels', name: 'labels', label: 'Labels', help: 'Beside those of the item.' },
]

const lookup: Schema = {
  type: 'object',
  properties: {
    value: textSchema('The text itself.'),
    label: textSchema('The label of the item that has the text.'),
  },
}
const mappingMembers: Readonly<Record<string, Schema>> = {
  tags: { type: 'object', description: 'Texts, or paths to them: { site: $.site }.' },
  transform: {
    type: 'object',
    description: 'What is left out of items, how they are related to others, and what is found out about them.',
    properties: {
      exclude: {
        type: 'array',
        description: 'Members that are neither compared nor stored.',
        items: {
          type: 'object',
          required: ['jsonpath'],
          properties: {
            types: { type: 'array', items: { type: 'string' }, description: 'Of these types only.' },
            jsonpath: textSchema('The path to the member.'),
          },
        },
      },
      relationship: {
        type: 'array',
        description: 'Other items that each item is related to.',
        items: { type: 'object', properties: { type: lookup, name: lookup, namespace: lookup } },
      },
      insights: {
        type: 'array',
        description: 'What is found out about items by a condition.',
        items: {
          type: 'object',
          required: ['analyzer', 'type', 'when', 'message'],
          properties: {
            analyzer: textSchema('What the finding is called. An item has one insight of an analyzer.'),
            type: { enum: [...insightTypes], description: 'What it is about.' },
            severity: { enum: [...catalogSeverities], description: 'Without it, info.' },
            types: { type: 'array', items: { type: 'string' }, description: 'Of items of these types only.' },
            when: textSchema(
              'The condition, in CEL, over config, id, type, class, name, description, status, health, labels and tags.'
            ),
            message: textSchema('For people, with paths filled in: $(.config.ink.black).'),
          },
        },
      },
    },
  },
}

const sources: Readonly<Record<ScraperType, EntryKind>> = {
  kubernetes: {
    fields: [
      text('clusterName', 'Cluster name', { isRequired: true }),
      text('namespace', 'Namespace to scrape', { help: 'Without it, all of them.' }),
      connection,
      text('selector', 'Label selector', { isMono: true }),
      text('fieldSelector', 'Field selector', { isMono: true }),
      {
        type: 'number',
        name: 'maxInflight',
        label: 'Max in flight',
        min: 1,
        isWhole: true,
        help: 'Requests at a time.',
      },
    ],
    initial: { clusterName: '', maxInflight: 64 },
  },
  azure: {
    fields: [
      text('connection', 'Subscription connection', { isRequired: true, isMono: true }),
      text('subscriptionID', 'Subscription id', { isMono: true }),
      text('organisation', 'Organisation'),
      text('tenantID', 'Tenant id', { isMono: true }),
    ],
    initial: { connection: '' },
  },
  kubernetesFile: {
    fields: [
      text('selector.name', 'Pod', { help: 'Its name, or that of what makes it.' }),
      text('selector.namespace', 'Namespace of the pod'),
      text('selector.kind', 'Kind', { help: 'Pod, Deployment, StatefulSet …' }),
      text('container', 'Container'),
      text('files.0.path.0', 'Path', { isMono: true }),
      text('files.0.format', 'Format', { help: 'json, yaml, properties …' }),
      ...mapping,
    ],
    initial: { selector: { kind: 'Deployment', name: '' }, files: [{ path: [''], format: 'yaml' }], id: '', type: '' },
  },
  sql: {
    fields: [connection, query('query', 'Query', { isRequired: true }), ...mapping],
    initial: { connection: '', query: '', type: '', id: '' },
    members: mappingMembers,
  },
  trivy: {
    fields: [
      text('version', 'Version'),
      { type: 'duration', name: 'timeout', label: 'Timeout' },
      toggle('ignoreUnfixed', 'Ignore unfixed', 'Only what can be fixed is reported.'),
      { type: 'labels', name: 'labels', label: 'Labels' },
    ],
    initial: { timeout: '20m', kubernetes: {} },
    members: { kubernetes: { type: 'object', description: 'Scans the cluster.' } },
  },
  aws: {
    fields: [
      text('region.0', 'Region'),
      connection,
      toggle('compliance', 'Compliance', 'Rules of AWS Config become insights.'),
      toggle('patch_states', 'Patch states', 'What instances lack.'),
    ],
    initial: { region: [''] },
  },
  file: {
    fields: [
      text('paths.0', 'Path', { isRequired: true, isMono: true, help: 'Absolute; * and ** stand for names.' }),
      ...mapping,
    ],
    initial: { paths: [''], id: '', type: '' },
    members: mappingMembers,
  },
  githubActions: {
    fields: [
      text('owner', 'Owner', { isRequired: true }),
      text('repository', 'Repository', { isRequired: true }),
      connection,
    ],
    initial: { owner: '', repository: '' },
  },
  http: {
    fields: [
      { type: 'text', kind: 'url', name: 'url', label: 'URL', isRequired: true, isMono: true },
      {
        type: 'select',
        name: 'method',
        label: 'Method',
        options: ['GET', 'POST'].map((value) => ({ value, label: value })),
      },
      { type: 'keyValues', name: 'headers', label: 'Headers' },
      query('body', 'Body'),
      ...mapping,
    ],
    initial: { url: '', id: '', type: '' },
    members: {
      ...mappingMembers,
      username: { description: 'For basic authentication.' },
      password: { description: 'Never shown in items and messages.' },
    },
  },
  azureDevops: {
    fields: [
      text('organization', 'Organization'),
      connection,
      text('projects.0', 'Project'),
      text('pipelines.0', 'Pipeline'),
    ],
    initial: { organization: '', projects: [''] },
  },
}

/** The kinds that the embedded backend carries out; of those it refuses what it does not know. */
const here: ReadonlySet<string> = new Set<ScraperType>(['file', 'http', 'sql'])

const general: DocumentDescription = [
  text('name', 'Name', { isRequired: true }),
  text('namespace', 'Namespace'),
  text('description', 'Description'),
  { type: 'schedule', name: 'spec.schedule', label: 'Schedule', set: 'scraper' },
  { type: 'duration', name: 'spec.retention.staleItemAge', label: 'Items that are missing are deleted after' },
]

const labelOfEntry = ({ type, at, isOne }: { type: string; at: number; isOne: boolean }) =>
  isOne ? labelOfType(type as ScraperType) : `${labelOfType(type as ScraperType)} ${at + 1}`

function fields(values: unknown): DocumentDescription {
  const spec = specOf(values)
  const entries = entriesOf(spec, typesOfSpec(spec))
  return [...general, ...sectionsOf(entries, labelOfEntry, (type) => sources[type as ScraperType].fields)]
}

const initialOf = (spec: Schema) => ({ name: '', namespace: 'default', spec: { schedule: '@hourly', ...spec } })

export default {
  question: 'What is it to read?',
  types: [
    ...scraperTypes.map((type) => ({
      id: type,
      label: labelOfType(type),
      initial: initialOf({ [type]: [sources[type].initial] }),
    })),
    { id: CUSTOM, label: labelOfType(CUSTOM), initial: initialOf({}) },
  ],
  isCode: (values) => typeOfSpec(specOf(values)) === CUSTOM,
  fields,
  schema: (deployment) =>
    documentSchema(
      { description: textSchema('What it is for.') },
      {
        description: 'What is scraped, and when.',
        properties: {
          schedule: textSchema('@every 10m, @hourly, or a line of cron. Without it, every hour.'),
          retention: {
            type: 'object',
            description: 'How long what is not found any more is kept.',
            properties: { staleItemAge: textSchema('How long an item may be missing before it is deleted: 24h.') },
          },
          ...Object.fromEntries(
            scraperTypes.map((type) => [
              type,
              {
                type: 'array',
                description: `Sources of ${labelOfType(type)}.`,
                items: entrySchema(sources[type], isEmbedded(deployment) && here.has(type)),
              },
            ])
          ),
        },
      }
    ),
  noteOf(values, deployment) {
    const spec = specOf(values)
    if (!isEmbedded(deployment)) return undefined
    const type = typesOfSpec(spec).find((one) => !here.has(one))
    const isRun = isRecord(spec) && [...here].some((one) => one in spec)
    if (type === undefined && isRun) return undefined
    const what = type === undefined ? 'a scraper of this type' : labelOfType(type)
    return `The embedded backend does not carry out ${what}. It is kept as it is written, for a Mission Control that does.`
  },
} satisfies DocumentEditor
