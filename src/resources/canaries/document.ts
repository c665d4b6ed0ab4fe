import { isRecord } from '@/shared/document/value'
import { readCheckEndpoint, readCheckName } from '@/shared/health/check-name'
import { typeByKey } from '@/shared/health/check-types'
import { DRAFT_CHECKS, type DraftChecks } from '@/lib/health/draft-checks'
import { capital } from '@/shared/format'
import type { DocumentDescription, DocumentField } from '@/lib/form-description'
import { CUSTOM_CHECK, checkTypeLabel, checkTypesIn } from './types'
import type { DocumentEditing } from '../resource'
import {
  connectionField,
  documentSchema,
  listSpecEntries,
  type SpecEntryKind,
  entrySchema,
  isEmbedded,
  queryField,
  type SpecSchema,
  entrySectionKey,
  buildSections,
  getSpec,
  plainTextField,
  textSchema,
  toggleField,
} from '../typed-spec'

const number = (name: string, label: string, more: { unit?: string; help?: string } = {}) =>
  ({ type: 'number', name, label, min: 0, isWhole: true, ...more }) as const
const duration = (name: string, label: string, help?: string) =>
  ({ type: 'duration', name, label, ...(help === undefined ? {} : { help }) }) as const
const choice = (name: string, label: string, options: readonly string[]) =>
  ({ type: 'select', name, label, options: options.map((value) => ({ value, label: value })) }) as const

const url = (more: { isRequired?: boolean; help?: string } = {}) =>
  ({ type: 'text', kind: 'url', name: 'url', label: 'URL', isMono: true, ...more }) as const
const threshold = number('thresholdMillis', 'Maximum duration', {
  unit: 'ms',
  help: 'The check fails if a run takes longer.',
})
const name = (isRequired = false) => plainTextField('name', 'Check name', { isRequired })
const results = number('results', 'Minimum rows', { help: 'The check fails if the query returns fewer rows.' })
const database = (): SpecEntryKind => ({
  fields: [
    name(),
    connectionField,
    plainTextField('url', 'Address', {
      isMono: true,
      help: 'Used if no connection is set. $(username) and $(password) are replaced with those members.',
    }),
    queryField('query', 'Query'),
    results,
    ...tested,
  ],
  initial: { name: '', connection: '', query: 'SELECT 1', results: 1 },
  members: { ...sql, ...tls },
})
const search = (): SpecEntryKind => ({
  fields: [
    name(),
    url({ isRequired: true }),
    plainTextField('index', 'Index', { isRequired: true, isMono: true }),
    queryField('query', 'Query', { isRequired: true }),
    number('results', 'Results', { help: 'Number of results that the query must return.' }),
  ],
  initial: { name: '', url: '', index: '', query: '', results: 1 },
})

/** Pass condition and message, for check types that return results. */
const tested: readonly DocumentField[] = [
  queryField('test.expr', 'Test', { help: 'Expression that must be true for the check to pass.' }),
  queryField('display.expr', 'Message', { help: 'Expression that returns the message of the check.' }),
]

const object = (description: string): SpecSchema => ({ type: 'object', description })
const flag = (description: string): SpecSchema => ({ type: 'boolean', description })
const list = (description: string): SpecSchema => ({ type: 'array', description })
const any = (description: string): SpecSchema => ({ description })

const timeout = { timeout: textSchema('Maximum duration of a run, for example 10s.') }
const credentials = {
  username: any('User name for authentication.'),
  password: any('Password for authentication. Use a saved connection to keep it out of the spec.'),
}
const tls = { tlsConfig: object('TLS certificates and whether they are verified.') }
const sql = { ...credentials, ...timeout, auth: object('User name and password.') }
const signing = {
  awsSigV4: object('Signs requests with AWS Signature Version 4.'),
  bearer: any('Bearer token to send.'),
  digest: flag('Use HTTP Digest authentication.'),
  ntlm: flag('Use NTLM authentication.'),
  ntlmv2: flag('Use NTLMv2 authentication.'),
  oauth2: object('OAuth 2.0 settings for obtaining a token.'),
}
const stores = {
  awsConnection: object('S3 bucket.'),
  gcpConnection: object('Google Cloud Storage bucket.'),
  sftpConnection: object('SFTP folder.'),
  smbConnection: object('SMB share.'),
  connection: textSchema('Saved connection to the storage.'),
}

/** Members that every check type has. */
const common: Readonly<Record<string, SpecSchema>> = {
  name: textSchema('Name of the check.'),
  namespace: textSchema('Namespace of the checked resource. Defaults to the namespace of the canary.'),
  description: textSchema('Description of the check.'),
  icon: textSchema('Icon shown next to the name.'),
  labels: {
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'Labels added to those of the canary.',
  },
  test: object('Pass condition: expr is an expression.'),
  display: object('Message of the check: expr is an expression.'),
  transform: object('Creates further checks from the result: expr is an expression.'),
  transformDeleteStrategy: textSchema('Strategy for checks that the transformation no longer returns.'),
  markFailOnEmpty: flag('Fail if there are no results.'),
  metrics: list('Metrics to export.'),
  relationships: object('Components and config items that the check belongs to.'),
  dependsOn: list('Checks that must pass first.'),
  retries: object('Number of retries before the check fails.'),
}

const CODES = [200, 201, 202, 204, 301, 302, 401, 404, 500, 502, 503]
/** Includes codes that are only in the spec: the field discards values that are not among its options. */
const responseCodes = (present: unknown): DocumentField => {
  const codes = Array.isArray(present) ? present.filter((code): code is number => typeof code === 'number') : []
  const all = [...new Set([...CODES, ...codes])].toSorted((a, b) => a - b)
  return {
    type: 'checkboxes',
    name: 'responseCodes',
    label: 'Response codes',
    help: 'If none is selected, 200 to 299.',
    isNumeric: true,
    options: all.map((code) => ({ value: String(code), label: String(code) })),
  }
}

const withBody = new Set<unknown>(['POST', 'PUT'])
const body = queryField('body', 'Body')

const httpFields = [
  name(true),
  url({ isRequired: true }),
  choice('method', 'Method', ['GET', 'POST', 'PUT', 'DELETE']),
  body,
  responseCodes(undefined),
  plainTextField('responseContent', 'Response contains'),
  threshold,
  number('maxSSLExpiry', 'Minimum certificate validity', {
    unit: 'days',
    help: 'The check fails if the certificate expires sooner.',
  }),
  { type: 'keyValues', name: 'headers', label: 'Headers' },
  connectionField,
  ...tested,
] as const satisfies readonly DocumentField[]

/** Types that have a form. Other types are edited as code. */
const kinds: Readonly<Record<string, SpecEntryKind>> = {
  http: {
    fields: httpFields,
    initial: { name: '', url: '', responseCodes: [200] },
    members: {
      ...credentials,
      ...timeout,
      ...tls,
      ...signing,
      endpoint: textSchema('Alias of url.'),
      maxRedirects: { type: 'number', minimum: 0, description: 'Maximum number of redirects to follow.' },
      responseJSONContent: object('JSON path into the response and its expected value.'),
      crawl: object('Also checks the pages that the page links to.'),
      env: list('Variables for templates.'),
      export: list('Variables exported to other checks.'),
      templateBody: flag('Evaluate the body as a template.'),
    },
  },
  tcp: {
    fields: [
      name(),
      plainTextField('endpoint', 'URL', {
        isRequired: true,
        isMono: true,
        help: 'Host and port, for example db.example:5432',
      }),
      threshold,
    ],
    initial: { name: '', endpoint: '' },
    members: timeout,
  },
  icmp: {
    fields: [
      name(),
      plainTextField('endpoint', 'Host', { isRequired: true, isMono: true }),
      threshold,
      number('packetCount', 'Packets'),
      number('packetLossThreshold', 'Maximum packet loss', { unit: '%' }),
    ],
    initial: { name: '', endpoint: '', packetCount: 2 },
    members: timeout,
  },
  dns: {
    fields: [
      name(),
      plainTextField('query', 'Name to resolve', { isRequired: true, isMono: true }),
      choice('querytype', 'Record type', ['A', 'AAAA', 'CNAME', 'MX', 'NS', 'PTR', 'SRV', 'TXT']),
      plainTextField('server', 'Name server', { isMono: true }),
      { ...number('port', 'Port'), max: 65_535 },
      number('minrecords', 'Minimum records'),
      plainTextField('exactreply.0', 'Record', {
        isMono: true,
        help: 'Expected record. If set, the response must contain exactly the listed records.',
      }),
      threshold,
    ],
    initial: { name: '', query: '', querytype: 'A', minrecords: 1 },
    members: { ...timeout, srvReply: object('Expected SRV record.') },
  },
  postgres: database(),
  mysql: database(),
  mssql: database(),
  redis: {
    fields: [
      name(),
      plainTextField('addr', 'Address', {
        isRequired: true,
        isMono: true,
        help: 'Host and port, for example cache.example:6379',
      }),
      number('db', 'Database'),
      connectionField,
    ],
    initial: { name: '', addr: '', db: 0 },
    members: {
      ...credentials,
      ...timeout,
      ...tls,
      auth: object('User name and password.'),
      url: textSchema('Alias of addr.'),
    },
  },
  mongodb: {
    fields: [
      name(true),
      connectionField,
      plainTextField('url', 'Address', { isMono: true, help: 'Used if no connection is set.' }),
    ],
    initial: { name: '', connection: '' },
  },
  elasticsearch: search(),
  opensearch: search(),
  prometheus: {
    fields: [name(), url(), queryField('query', 'Query', { isRequired: true }), connectionField, ...tested],
    initial: { name: '', url: '', query: '' },
    members: {
      ...credentials,
      ...timeout,
      ...tls,
      ...signing,
      host: textSchema('Alias of url.'),
      headers: list('Request headers.'),
    },
  },
  folder: {
    fields: [
      name(true),
      plainTextField('path', 'Path', { isRequired: true, isMono: true }),
      toggleField('recursive', 'Include subfolders'),
      number('minCount', 'Minimum files'),
      number('maxCount', 'Maximum files'),
      duration('minAge', 'Minimum age of the newest file'),
      duration('maxAge', 'Maximum age of the oldest file'),
      plainTextField('minSize', 'Minimum size of the smallest file', { help: 'For example 512, 10KB or 4GB.' }),
      plainTextField('maxSize', 'Maximum size of the largest file'),
      plainTextField('filter.name', 'File name', {
        isMono: true,
        help: 'Only matching files are checked, for example *.dump.',
      }),
      plainTextField('filter.regex', 'File name (regular expression)', { isMono: true }),
    ],
    initial: { name: '', path: '', minCount: 1 },
    members: {
      ...timeout,
      ...stores,
      filter: object('Selects the files to check.'),
      availableSize: textSchema('Minimum free disk space.'),
      totalSize: textSchema('Minimum disk size.'),
    },
  },
  exec: {
    fields: [name(), queryField('script', 'Script', { isRequired: true }), ...tested],
    initial: { name: '', script: '' },
    members: {
      ...timeout,
      env: list('Environment variables of the script.'),
      checkout: object('Git repository to run in.'),
      connections: object('Clouds and clusters that the script can access.'),
      artifacts: list('Output files to store.'),
    },
  },
}

/** Fields that every check type has. */
const plain: SpecEntryKind = { fields: [name()], initial: { name: '' } }
const kindOf = (type: string): SpecEntryKind => (Object.hasOwn(kinds, type) ? kinds[type] : undefined) ?? plain

/** The types that the embedded backend runs. */
export const embeddedCheckTypes: ReadonlySet<string> = new Set(
  'http tcp icmp dns folder postgres mysql mssql prometheus redis exec'.split(' ')
)

const severities = ['critical', 'high', 'medium', 'low', 'info']
const general: DocumentDescription = [
  plainTextField('name', 'Name', { isRequired: true }),
  plainTextField('namespace', 'Namespace'),
  { type: 'labels', name: 'labels', label: 'Labels' },
  { type: 'schedule', name: 'spec.schedule', label: 'Schedule' },
  {
    type: 'suggest',
    name: 'spec.severity',
    label: 'Severity',
    options: severities.map((value) => ({ value, label: capital(value) })),
  },
]

/** The name that the console shows for a check; undefined if its entry has neither a name nor an endpoint. */
const nameOf = (entry: unknown): string | undefined =>
  isRecord(entry) ? (readCheckName(entry) ?? readCheckEndpoint(entry)) : undefined

const entriesIn = (values: unknown) => listSpecEntries(getSpec(values), checkTypesIn(getSpec(values)))

function fieldsOf(type: string, entry: unknown): readonly DocumentField[] {
  const all = kindOf(type).fields
  if (type !== 'http' || !isRecord(entry)) return all
  return all
    .filter((field) => field !== body || withBody.has(entry['method']))
    .map((field) => (field.name === 'responseCodes' ? responseCodes(entry['responseCodes']) : field))
}

const titleOf = ({ type, entry, at, isOne }: ReturnType<typeof entriesIn>[number]) => {
  const named = nameOf(entry) ?? (isOne ? '' : String(at + 1))
  return named === '' ? checkTypeLabel(type) : `${checkTypeLabel(type)}: ${named}`
}

function fields(values: unknown): DocumentDescription {
  return [...general, ...buildSections(entriesIn(values), titleOf, fieldsOf)]
}

const checkSchema = (type: string, isClosed: boolean): SpecSchema => {
  const kind = kindOf(type)
  return entrySchema({ ...kind, members: { ...common, ...kind.members } }, isClosed)
}

const initialOf = (spec: SpecSchema) => ({ name: '', namespace: 'default', spec: { schedule: '@every 5m', ...spec } })

/** Types with a form first, then the others sorted by label. */
const types = [
  ...Object.keys(kinds),
  ...[...typeByKey.keys()]
    .filter((type) => !Object.hasOwn(kinds, type))
    .toSorted((a, b) => checkTypeLabel(a).localeCompare(checkTypeLabel(b))),
]

export default {
  question: 'Choose a check type',
  types: [
    ...types.map((type) => ({
      id: type,
      label: checkTypeLabel(type),
      initial: initialOf({ [type]: [kindOf(type).initial] }),
    })),
    { id: CUSTOM_CHECK, label: checkTypeLabel(CUSTOM_CHECK), initial: initialOf({}) },
  ],
  isCode(values) {
    const all = checkTypesIn(getSpec(values))
    return all.length === 0 || all.some((type) => !Object.hasOwn(kinds, type))
  },
  sectionOf(values, wanted) {
    const found = entriesIn(values).find(({ type, entry }) => `${typeByKey.get(type)}:${nameOf(entry)}` === wanted)
    return found && entrySectionKey(found)
  },
  fields,
  schema: (deployment) =>
    documentSchema(
      {
        labels: {
          type: 'object',
          additionalProperties: { type: 'string' },
          description: 'Labels of all checks of the canary.',
        },
      },
      {
        description: 'Checks and their schedule.',
        ...(isEmbedded(deployment) && { additionalProperties: false }),
        properties: {
          schedule: textSchema('Schedule: @every 5m, @hourly, or a cron expression.'),
          interval: { type: 'number', minimum: 0, description: 'Seconds between runs. Used if there is no schedule.' },
          severity: textSchema('Severity of a failed check: critical, high, medium, low or info.'),
          owner: textSchema('Owner of the canary.'),
          icon: textSchema('Icon shown next to the names of the checks.'),
          env: { description: 'Variables for templates.' },
          replicas: { type: 'number', minimum: 0, description: 'Set to 0 to suspend the canary.' },
          agentSelector: list('Agents that run the canary.'),
          resultMode: textSchema('How the results of the checks are combined.'),
          retries: object('Number of retries before a check fails.'),
          ...Object.fromEntries(
            [...typeByKey.keys()].map((type) => [
              type,
              {
                type: 'array',
                description: `${checkTypeLabel(type)} checks.`,
                items: checkSchema(type, isEmbedded(deployment) && embeddedCheckTypes.has(type)),
              },
            ])
          ),
        },
      }
    ),
  trial: {
    call: 'canary.explain',
    label: 'Run once',
    choice: DRAFT_CHECKS,
    valueOf(values, section): DraftChecks {
      const checks = entriesIn(values).flatMap((one) =>
        isRecord(one.entry)
          ? [
              {
                key: entrySectionKey(one),
                label: titleOf(one),
                type: typeByKey.get(one.type) ?? one.type,
                spec: one.entry,
              },
            ]
          : []
      )
      const spec = getSpec(values)
      const env = isRecord(spec) ? spec['env'] : undefined
      return { checks, first: checks.find(({ key }) => key === section)?.key, env }
    },
  },
  advise: (values) =>
    entriesIn(values).flatMap(({ type, entry, at }) =>
      type === 'http' && isRecord(entry) && entry['body'] && !withBody.has(entry['method'])
        ? [`${nameOf(entry) ?? `HTTP ${at + 1}`}: a body is only sent with POST and PUT.`]
        : []
    ),
  noteOf(values, deployment) {
    if (!isEmbedded(deployment)) return undefined
    const type = checkTypesIn(getSpec(values)).find((one) => !embeddedCheckTypes.has(one))
    return type === undefined
      ? undefined
      : `The embedded backend does not run ${checkTypeLabel(type)} checks. They are saved unchanged for a Mission Control backend that does.`
  },
} satisfies DocumentEditing
