import { isRecord } from '../lib/document/value'
import { endpointIn, nameGivenIn } from '../lib/check-name'
import { typeByKey } from '../lib/check-types'
import { TYPED_CHECKS, type TypedChecks } from '../lib/typed-checks'
import { capital } from '../lib/format'
import type { DocumentDescription, DocumentField } from '../lib/form-description'
import { CUSTOM, labelOfType, typesOfSpec } from './canaries.types'
import type { DocumentEditor } from './resource'
import {
  connection,
  documentSchema,
  entriesOf,
  type EntryKind,
  entrySchema,
  isEmbedded,
  query,
  type Schema,
  sectionOf,
  sectionsOf,
  specOf,
  text,
  textSchema,
  toggle,
} from './typed-spec'

const number = (name: string, label: string, more: { unit?: string; help?: string } = {}) =>
  ({ type: 'number', name, label, min: 0, isWhole: true, ...more }) as const
const duration = (name: string, label: string, help?: string) =>
  ({ type: 'duration', name, label, ...(help === undefined ? {} : { help }) }) as const
const choice = (name: string, label: string, options: readonly string[]) =>
  ({ type: 'select', name, label, options: options.map((value) => ({ value, label: value })) }) as const

const url = (more: { isRequired?: boolean; help?: string } = {}) =>
  ({ type: 'text', kind: 'url', name: 'url', label: 'URL', isMono: true, ...more }) as const
const threshold = number('thresholdMillis', 'Slowest', { unit: 'ms', help: 'A run that takes longer has failed.' })
const name = (isRequired = false) => text('name', 'Check name', { isRequired })
const results = number('results', 'Rows', { help: 'At least so many, else it has failed.' })
const database = (): EntryKind => ({
  fields: [
    name(),
    connection,
    text('url', 'Address', {
      isMono: true,
      help: 'Where no connection is saved. $(username) and $(password) stand for those members.',
    }),
    query('query', 'Query'),
    results,
    ...tested,
  ],
  initial: { name: '', connection: '', query: 'SELECT 1', results: 1 },
  members: { ...sql, ...tls },
})
const search = (): EntryKind => ({
  fields: [
    name(),
    url({ isRequired: true }),
    text('index', 'Index', { isRequired: true, isMono: true }),
    query('query', 'Query', { isRequired: true }),
    number('results', 'Results', { help: 'How many it has to find.' }),
  ],
  initial: { name: '', url: '', index: '', query: '', results: 1 },
})

/** What decides besides, and what is shown, where a type has results to look at. */
const tested: readonly DocumentField[] = [
  query('test.expr', 'Test', { help: 'An expression that is true where the check passes.' }),
  query('display.expr', 'Message', { help: 'An expression of what the check says.' }),
]

const object = (description: string): Schema => ({ type: 'object', description })
const flag = (description: string): Schema => ({ type: 'boolean', description })
const list = (description: string): Schema => ({ type: 'array', description })
const any = (description: string): Schema => ({ description })

const timeout = { timeout: textSchema('The longest that a run may take: 10s.') }
const credentials = {
  username: any('For signing in.'),
  password: any('For signing in. A saved connection keeps it out of the spec.'),
}
const tls = { tlsConfig: object('Certificates, and whether they are checked.') }
const sql = { ...credentials, ...timeout, auth: object('User and password.') }
const signing = {
  awsSigV4: object('Signs requests for AWS.'),
  bearer: any('A token that is sent.'),
  digest: flag('Digest authentication.'),
  ntlm: flag('NTLM authentication.'),
  ntlmv2: flag('NTLM authentication, second version.'),
  oauth2: object('Where a token is had from.'),
}
const stores = {
  awsConnection: object('A bucket of S3.'),
  gcpConnection: object('A bucket of Google Cloud.'),
  sftpConnection: object('A folder over SFTP.'),
  smbConnection: object('A share of SMB.'),
  connection: textSchema('A saved connection to a store.'),
}

/** Of every check. */
const common: Readonly<Record<string, Schema>> = {
  name: textSchema('What the check is called.'),
  namespace: textSchema('Where what is checked belongs; without it, that of the canary.'),
  description: textSchema('What it is for.'),
  icon: textSchema('Shown beside its name.'),
  labels: { type: 'object', additionalProperties: { type: 'string' }, description: 'Beside those of the canary.' },
  test: object('What decides whether it passes: expr, an expression.'),
  display: object('What it says: expr, an expression.'),
  transform: object('Makes other checks of its result: expr, an expression.'),
  transformDeleteStrategy: textSchema('What becomes of a check that a transformation makes no more.'),
  markFailOnEmpty: flag('It fails where nothing was found.'),
  metrics: list('Figures for a metrics service.'),
  relationships: object('Components and config items that it tells about.'),
  dependsOn: list('Checks that have to pass before.'),
  retries: object('Runs it again before it counts as failed.'),
}

const CODES = [200, 201, 202, 204, 301, 302, 401, 404, 500, 502, 503]
/** With the codes that a spec has besides: a field would not keep what it does not offer. */
const responseCodes = (present: unknown): DocumentField => {
  const codes = Array.isArray(present) ? present.filter((code): code is number => typeof code === 'number') : []
  const all = [...new Set([...CODES, ...codes])].toSorted((a, b) => a - b)
  return {
    type: 'checkboxes',
    name: 'responseCodes',
    label: 'Response codes',
    help: 'Without any, 200 to 299.',
    isNumeric: true,
    options: all.map((code) => ({ value: String(code), label: String(code) })),
  }
}

const withBody = new Set<unknown>(['POST', 'PUT'])
const body = query('body', 'Body')

const httpFields = [
  name(true),
  url({ isRequired: true }),
  choice('method', 'Method', ['GET', 'POST', 'PUT', 'DELETE']),
  body,
  responseCodes(undefined),
  text('responseContent', 'Response contains'),
  threshold,
  number('maxSSLExpiry', 'Certificate is valid for', { unit: 'days', help: 'At least so long, else it has failed.' }),
  { type: 'keyValues', name: 'headers', label: 'Headers' },
  connection,
  ...tested,
] as const satisfies readonly DocumentField[]

/** Types with a form of their own. The others are written as code. */
const kinds: Readonly<Record<string, EntryKind>> = {
  http: {
    fields: httpFields,
    initial: { name: '', url: '', responseCodes: [200] },
    members: {
      ...credentials,
      ...timeout,
      ...tls,
      ...signing,
      endpoint: textSchema('The same as url.'),
      maxRedirects: { type: 'number', minimum: 0, description: 'How many redirects are followed.' },
      responseJSONContent: object('A path into the answer, and what stands there.'),
      crawl: object('Visits what the page links to.'),
      env: list('Values for templates.'),
      export: list('Values for other checks.'),
      templateBody: flag('The body is a template.'),
    },
  },
  tcp: {
    fields: [
      name(),
      text('endpoint', 'URL', { isRequired: true, isMono: true, help: 'A host and a port: db.example:5432' }),
      threshold,
    ],
    initial: { name: '', endpoint: '' },
    members: timeout,
  },
  icmp: {
    fields: [
      name(),
      text('endpoint', 'Host', { isRequired: true, isMono: true }),
      threshold,
      number('packetCount', 'Packets'),
      number('packetLossThreshold', 'Most packets lost', { unit: '%' }),
    ],
    initial: { name: '', endpoint: '', packetCount: 2 },
    members: timeout,
  },
  dns: {
    fields: [
      name(),
      text('query', 'Name to look up', { isRequired: true, isMono: true }),
      choice('querytype', 'Record type', ['A', 'AAAA', 'CNAME', 'MX', 'NS', 'PTR', 'SRV', 'TXT']),
      text('server', 'Name server', { isMono: true }),
      { ...number('port', 'Port'), max: 65_535 },
      number('minrecords', 'Fewest records'),
      text('exactreply.0', 'Record', { isMono: true, help: 'Where all of them have to be these.' }),
      threshold,
    ],
    initial: { name: '', query: '', querytype: 'A', minrecords: 1 },
    members: { ...timeout, srvReply: object('The record of a service.') },
  },
  postgres: database(),
  mysql: database(),
  mssql: database(),
  redis: {
    fields: [
      name(),
      text('addr', 'Address', { isRequired: true, isMono: true, help: 'A host and a port: cache.example:6379' }),
      number('db', 'Database'),
      connection,
    ],
    initial: { name: '', addr: '', db: 0 },
    members: {
      ...credentials,
      ...timeout,
      ...tls,
      auth: object('User and password.'),
      url: textSchema('The same as addr.'),
    },
  },
  mongodb: {
    fields: [name(true), connection, text('url', 'Address', { isMono: true, help: 'Where no connection is saved.' })],
    initial: { name: '', connection: '' },
  },
  elasticsearch: search(),
  opensearch: search(),
  prometheus: {
    fields: [name(), url(), query('query', 'Query', { isRequired: true }), connection, ...tested],
    initial: { name: '', url: '', query: '' },
    members: {
      ...credentials,
      ...timeout,
      ...tls,
      ...signing,
      host: textSchema('The same as url.'),
      headers: list('Headers of the request.'),
    },
  },
  folder: {
    fields: [
      name(true),
      text('path', 'Path', { isRequired: true, isMono: true }),
      toggle('recursive', 'Folders within it, too'),
      number('minCount', 'Fewest files'),
      number('maxCount', 'Most files'),
      duration('minAge', 'Newest is at least so old'),
      duration('maxAge', 'Oldest is at most so old'),
      text('minSize', 'Smallest file has at least', { help: '512, 10KB, 4GB' }),
      text('maxSize', 'Largest file has at most'),
      text('filter.name', 'Only files named', { isMono: true, help: 'A pattern: *.dump' }),
      text('filter.regex', 'Only files that match', { isMono: true }),
    ],
    initial: { name: '', path: '', minCount: 1 },
    members: {
      ...timeout,
      ...stores,
      filter: object('Which files are looked at.'),
      availableSize: textSchema('How much has to be free.'),
      totalSize: textSchema('How large the disk has to be.'),
    },
  },
  exec: {
    fields: [name(), query('script', 'Script', { isRequired: true }), ...tested],
    initial: { name: '', script: '' },
    members: {
      ...timeout,
      env: list('Values that the script finds in its environment.'),
      checkout: object('A repository that it runs in.'),
      connections: object('Clouds and clusters that it may use.'),
      artifacts: list('Files of it that are kept.'),
    },
  },
}

/** What the form of any type begins with. */
const plain: EntryKind = { fields: [name()], initial: { name: '' } }
const kindOf = (type: string): EntryKind => (Object.hasOwn(kinds, type) ? kinds[type] : undefined) ?? plain

/** The types that the embedded backend runs. */
export const runHere: ReadonlySet<string> = new Set(
  'http tcp icmp dns folder postgres mysql mssql prometheus redis exec'.split(' ')
)

const severities = ['critical', 'high', 'medium', 'low', 'info']
const general: DocumentDescription = [
  text('name', 'Name', { isRequired: true }),
  text('namespace', 'Namespace'),
  { type: 'labels', name: 'labels', label: 'Labels' },
  { type: 'schedule', name: 'spec.schedule', label: 'Schedule' },
  {
    type: 'suggest',
    name: 'spec.severity',
    label: 'Severity',
    options: severities.map((value) => ({ value, label: capital(value) })),
  },
]

/** What a check is called in the console, as far as its entry says so itself. */
const nameOf = (entry: unknown): string | undefined =>
  isRecord(entry) ? (nameGivenIn(entry) ?? endpointIn(entry)) : undefined

const entriesIn = (values: unknown) => entriesOf(specOf(values), typesOfSpec(specOf(values)))

function fieldsOf(type: string, entry: unknown): readonly DocumentField[] {
  const all = kindOf(type).fields
  if (type !== 'http' || !isRecord(entry)) return all
  return all
    .filter((field) => field !== body || withBody.has(entry['method']))
    .map((field) => (field.name === 'responseCodes' ? responseCodes(entry['responseCodes']) : field))
}

const titleOf = ({ type, entry, at, isOne }: ReturnType<typeof entriesIn>[number]) => {
  const named = nameOf(entry) ?? (isOne ? '' : String(at + 1))
  return named === '' ? labelOfType(type) : `${labelOfType(type)}: ${named}`
}

function fields(values: unknown): DocumentDescription {
  return [...general, ...sectionsOf(entriesIn(values), titleOf, fieldsOf)]
}

const checkSchema = (type: string, isClosed: boolean): Schema => {
  const kind = kindOf(type)
  return entrySchema({ ...kind, members: { ...common, ...kind.members } }, isClosed)
}

const initialOf = (spec: Schema) => ({ name: '', namespace: 'default', spec: { schedule: '@every 5m', ...spec } })

/** Types with a form, then the others, by what they are called. */
const types = [
  ...Object.keys(kinds),
  ...[...typeByKey.keys()]
    .filter((type) => !Object.hasOwn(kinds, type))
    .toSorted((a, b) => labelOfType(a).localeCompare(labelOfType(b))),
]

export default {
  question: 'What is it to check?',
  types: [
    ...types.map((type) => ({
      id: type,
      label: labelOfType(type),
      initial: initialOf({ [type]: [kindOf(type).initial] }),
    })),
    { id: CUSTOM, label: labelOfType(CUSTOM), initial: initialOf({}) },
  ],
  isCode(values) {
    const all = typesOfSpec(specOf(values))
    return all.length === 0 || all.some((type) => !Object.hasOwn(kinds, type))
  },
  sectionOf(values, wanted) {
    const found = entriesIn(values).find(({ type, entry }) => `${typeByKey.get(type)}:${nameOf(entry)}` === wanted)
    return found && sectionOf(found)
  },
  fields,
  schema: (deployment) =>
    documentSchema(
      { labels: { type: 'object', additionalProperties: { type: 'string' }, description: 'Of all its checks.' } },
      {
        description: 'What is checked, and when.',
        ...(isEmbedded(deployment) && { additionalProperties: false }),
        properties: {
          schedule: textSchema('@every 5m, @hourly, or a line of cron.'),
          interval: { type: 'number', minimum: 0, description: 'Seconds between runs, where there is no schedule.' },
          severity: textSchema('How bad it is when a check fails: critical, high, medium, low or info.'),
          owner: textSchema('Who looks after it.'),
          icon: textSchema('Shown beside the names of its checks.'),
          env: { description: 'Values for templates.' },
          replicas: { type: 'number', minimum: 0, description: '0: it is suspended.' },
          agentSelector: list('The agents that run it.'),
          resultMode: textSchema('How the results of its checks are one result.'),
          retries: object('Runs its checks again before they count as failed.'),
          ...Object.fromEntries(
            [...typeByKey.keys()].map((type) => [
              type,
              {
                type: 'array',
                description: `Checks of ${labelOfType(type)}.`,
                items: checkSchema(type, isEmbedded(deployment) && runHere.has(type)),
              },
            ])
          ),
        },
      }
    ),
  trial: {
    call: 'canary.explain',
    label: 'Run once',
    choice: TYPED_CHECKS,
    valueOf(values, section): TypedChecks {
      const checks = entriesIn(values).flatMap((one) =>
        isRecord(one.entry)
          ? [{ key: sectionOf(one), label: titleOf(one), type: typeByKey.get(one.type) ?? one.type, spec: one.entry }]
          : []
      )
      const spec = specOf(values)
      const env = isRecord(spec) ? spec['env'] : undefined
      return { checks, first: checks.find(({ key }) => key === section)?.key, env }
    },
  },
  advise: (values) =>
    entriesIn(values).flatMap(({ type, entry, at }) =>
      type === 'http' && isRecord(entry) && entry['body'] && !withBody.has(entry['method'])
        ? [`${nameOf(entry) ?? `HTTP ${at + 1}`}: a body is sent with POST and PUT only.`]
        : []
    ),
  noteOf(values, deployment) {
    if (!isEmbedded(deployment)) return undefined
    const type = typesOfSpec(specOf(values)).find((one) => !runHere.has(one))
    return type === undefined
      ? undefined
      : `The embedded backend does not run checks of ${labelOfType(type)}. They are kept as they are written, for a Mission Control that does.`
  },
} satisfies DocumentEditor
