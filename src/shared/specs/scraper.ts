import { insightTypes } from '../catalog/insight-types'
import type { DocumentField } from '../forms/form-description'
import {
  connectionField,
  queryField,
  plainTextField,
  textSchema,
  toggleField,
  type SpecEntryKind,
  type SpecSchema,
} from '../forms/spec-fields'
import { catalogSeverities } from '../severity'
import { entrySchema } from './typed-spec'
import { scraperTypeLabel, type ScraperType, scraperTypes } from './scraper-types'

/** Fields that map a scraped document to items. */
const mapping: readonly DocumentField[] = [
  plainTextField('id', 'Id', {
    isRequired: true,
    isMono: true,
    help: 'JSON path within an item, for example $.serial',
  }),
  plainTextField('type', 'Type', { isRequired: true, help: 'Literal (Depot::Printer) or JSON path ($.kind)' }),
  plainTextField('class', 'Class', { help: 'Defaults to the last part of the type.' }),
  plainTextField('name', 'Item name', { isMono: true, help: 'Defaults to the id.' }),
  plainTextField('items', 'Items', {
    isMono: true,
    help: 'JSON path to the items of a document. Without it, the document is one item.',
  }),
  plainTextField('status', 'Status', { isMono: true }),
  plainTextField('health', 'Health', { isMono: true, help: 'healthy, unhealthy, warning or unknown.' }),
  plainTextField('description', 'Item description', { isMono: true }),
  { type: 'labels', name: 'labels', label: 'Labels', help: 'Labels added to those of the item.' },
]

const lookup: SpecSchema = {
  type: 'object',
  properties: {
    value: textSchema('Literal value.'),
    label: textSchema('Label of the item that contains the value.'),
  },
}
const mappingMembers: Readonly<Record<string, SpecSchema>> = {
  tags: { type: 'object', description: 'Literal values or JSON paths, for example { site: $.site }.' },
  transform: {
    type: 'object',
    description: 'Excludes members of items, relates items to others, and creates insights.',
    properties: {
      exclude: {
        type: 'array',
        description: 'Members to exclude. They are neither compared nor stored.',
        items: {
          type: 'object',
          required: ['jsonpath'],
          properties: {
            types: {
              type: 'array',
              items: { type: 'string' },
              description: 'Config item types that the entry applies to.',
            },
            jsonpath: textSchema('JSON path to the member.'),
          },
        },
      },
      relationship: {
        type: 'array',
        description: 'Items that each item is related to.',
        items: { type: 'object', properties: { type: lookup, name: lookup, namespace: lookup } },
      },
      insights: {
        type: 'array',
        description: 'Creates insights for items that match a condition.',
        items: {
          type: 'object',
          required: ['analyzer', 'type', 'when', 'message'],
          properties: {
            analyzer: textSchema('Name of the analyzer. An item has at most one insight per analyzer.'),
            type: { enum: [...insightTypes], description: 'Type of the insight.' },
            severity: { enum: [...catalogSeverities], description: 'Severity of the insight. Defaults to info.' },
            types: {
              type: 'array',
              items: { type: 'string' },
              description: 'Config item types that the entry applies to.',
            },
            when: textSchema(
              'Condition as a CEL expression over config, id, type, class, name, description, status, health, labels and tags.'
            ),
            message: textSchema('Message of the insight. Can contain paths, for example $(.config.ink.black).'),
          },
        },
      },
    },
  },
}

/** The sources of a scraper by type. */
export const scraperSources: Readonly<Record<ScraperType, SpecEntryKind>> = {
  kubernetes: {
    fields: [
      plainTextField('clusterName', 'Cluster name', { isRequired: true }),
      plainTextField('namespace', 'Namespace to scrape', { help: 'Defaults to all namespaces.' }),
      connectionField,
      plainTextField('selector', 'Label selector', { isMono: true }),
      plainTextField('fieldSelector', 'Field selector', { isMono: true }),
      {
        type: 'number',
        name: 'maxInflight',
        label: 'Max in flight',
        min: 1,
        isWhole: true,
        help: 'Maximum number of concurrent requests.',
      },
    ],
    initial: { clusterName: '', maxInflight: 64 },
  },
  azure: {
    fields: [
      plainTextField('connection', 'Subscription connection', { isRequired: true, isMono: true }),
      plainTextField('subscriptionID', 'Subscription id', { isMono: true }),
      plainTextField('organisation', 'Organisation'),
      plainTextField('tenantID', 'Tenant id', { isMono: true }),
    ],
    initial: { connection: '' },
  },
  kubernetesFile: {
    fields: [
      plainTextField('selector.name', 'Pod', { help: 'Name of the pod or of its owner.' }),
      plainTextField('selector.namespace', 'Pod namespace'),
      plainTextField('selector.kind', 'Kind', { help: 'For example Pod, Deployment or StatefulSet.' }),
      plainTextField('container', 'Container'),
      plainTextField('files.0.path.0', 'Path', { isMono: true }),
      plainTextField('files.0.format', 'Format', { help: 'For example json, yaml or properties.' }),
      ...mapping,
    ],
    initial: { selector: { kind: 'Deployment', name: '' }, files: [{ path: [''], format: 'yaml' }], id: '', type: '' },
  },
  sql: {
    fields: [connectionField, queryField('query', 'Query', { isRequired: true }), ...mapping],
    initial: { connection: '', query: '', type: '', id: '' },
    members: mappingMembers,
  },
  trivy: {
    fields: [
      plainTextField('version', 'Version'),
      { type: 'duration', name: 'timeout', label: 'Timeout' },
      toggleField('ignoreUnfixed', 'Ignore unfixed', 'Report only vulnerabilities with a fix.'),
      { type: 'labels', name: 'labels', label: 'Labels' },
    ],
    initial: { timeout: '20m', kubernetes: {} },
    members: { kubernetes: { type: 'object', description: 'Scans the Kubernetes cluster.' } },
  },
  aws: {
    fields: [
      plainTextField('region.0', 'Region'),
      connectionField,
      toggleField('compliance', 'Compliance', 'Creates insights from AWS Config rules.'),
      toggleField('patch_states', 'Patch states', 'Reads missing patches of instances.'),
    ],
    initial: { region: [''] },
  },
  file: {
    fields: [
      plainTextField('paths.0', 'Path', {
        isRequired: true,
        isMono: true,
        help: 'Absolute path. Can contain * and **.',
      }),
      ...mapping,
    ],
    initial: { paths: [''], id: '', type: '' },
    members: mappingMembers,
  },
  githubActions: {
    fields: [
      plainTextField('owner', 'Owner', { isRequired: true }),
      plainTextField('repository', 'Repository', { isRequired: true }),
      connectionField,
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
      queryField('body', 'Body'),
      ...mapping,
    ],
    initial: { url: '', id: '', type: '' },
    members: {
      ...mappingMembers,
      username: { description: 'User name for HTTP Basic authentication.' },
      password: { description: 'Password for HTTP Basic authentication. Redacted in items and messages.' },
    },
  },
  azureDevops: {
    fields: [
      plainTextField('organization', 'Organization'),
      connectionField,
      plainTextField('projects.0', 'Project'),
      plainTextField('pipelines.0', 'Pipeline'),
    ],
    initial: { organization: '', projects: [''] },
  },
}

/** The source types that the embedded backend supports. It refuses unknown members of them. */
export const supportedScraperTypes: ReadonlySet<string> = new Set<ScraperType>(['file', 'http', 'sql'])

/** Members of a spec that the embedded backend carries out. It refuses a spec with one of its sources and any other. */
export const supportedScraperMembers: ReadonlySet<string> = new Set(['schedule', 'retention', ...supportedScraperTypes])

/** Paths into an item, which the embedded backend reads as paths only. */
const pathMembers = ['id', 'name', 'items', 'status', 'health', 'description']
const isPath: SpecSchema = {
  not: { pattern: String.raw`\{\{`, description: 'must be a JSON path such as $.status, not a template' },
}
const isAbsolutePath: SpecSchema = {
  not: { pattern: String.raw`^(?!/|[A-Za-z]:[\\/])`, description: 'must be an absolute path on this machine' },
}

const isSchema = (value: unknown): value is SpecSchema => typeof value === 'object' && value !== null

/** Makes unknown members errors in all described objects, as in the schema of the engine (`parseScraperSpec`). */
function closeObjects(schema: SpecSchema): SpecSchema {
  const { properties, items } = schema
  return {
    ...schema,
    ...(isSchema(items) && { items: closeObjects(items) }),
    ...(isSchema(properties) && {
      additionalProperties: false,
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, one]) => [name, isSchema(one) ? closeObjects(one) : one])
      ),
    }),
  }
}

/** The schema of a source as the embedded backend reads it. */
function supportedSourceSchema(type: ScraperType): SpecSchema {
  const closed = closeObjects(entrySchema(scraperSources[type], true))
  const properties = { ...(closed['properties'] as Readonly<Record<string, SpecSchema>>) }
  for (const name of pathMembers) properties[name] = { ...properties[name], ...isPath }
  const { paths } = properties
  if (paths) properties['paths'] = { ...paths, items: { type: 'string', ...isAbsolutePath } }
  return { ...closed, properties }
}

/**
 * JSON schema of the spec of a scraper.
 * @param isClosed whether unknown members of sources that the embedded backend supports are errors
 */
export const scraperSpecSchema = (isClosed: boolean): SpecSchema => ({
  description: 'Sources and their schedule.',
  properties: {
    schedule: textSchema('Schedule: @every 10m, @hourly, or a cron expression. Defaults to every hour.'),
    retention: {
      type: 'object',
      description: 'Retention of items that are no longer found.',
      properties: { staleItemAge: textSchema('Time after which a missing item is deleted, for example 24h.') },
      ...(isClosed && { additionalProperties: false }),
    },
    ...Object.fromEntries(
      scraperTypes.map((type) => [
        type,
        {
          type: 'array',
          description: `${scraperTypeLabel(type)} sources.`,
          items:
            isClosed && supportedScraperTypes.has(type)
              ? supportedSourceSchema(type)
              : entrySchema(scraperSources[type], false),
        },
      ])
    ),
  },
})
