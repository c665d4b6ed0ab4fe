import type { ConnectionStore } from './type'

/** How a manifest writes the connections of a type. */
type ManifestType = {
  /** The value of the column `type`. */
  type: string
  /** Where each member is stored. */
  stores: Readonly<Record<string, ConnectionStore>>
  /** Stored values that no member has. */
  sets?: Readonly<Partial<Record<ConnectionStore, string>>>
  /** Members that are only part of the address. */
  further?: readonly string[]
  /** The address of members. @param read the text of a member */
  toUrl?(read: (member: string) => string | undefined): string | undefined
}

const login = { username: 'username', password: 'password' } as const
const address = { url: 'url', ...login, insecureTLS: 'insecure_tls' } as const

/** An address with the credentials of the row: `postgres://$(username):$(password)@db.example:5432/shop`. */
const database = (
  type: string,
  scheme: string,
  further: readonly string[],
  toRest: (read: (member: string) => string | undefined) => string
): ManifestType => ({
  type,
  stores: address,
  further: ['host', 'database', ...further],
  toUrl(read) {
    const host = read('host')
    return host === undefined ? undefined : `${scheme}://$(username):$(password)@${host}${toRest(read)}`
  },
})

const toQuery = (pairs: readonly (readonly [name: string, value: string | undefined])[]) => {
  const given = pairs.filter(([, value]) => value !== undefined)
  return given.length === 0 ? '' : `?${given.map(([name, value]) => `${name}=${value}`).join('&')}`
}

const inPath = (read: (member: string) => string | undefined) => `/${read('database') ?? ''}`

const awsMembers = {
  region: 'properties.region',
  profile: 'properties.profile',
  accessKey: 'username',
  secretKey: 'password',
} as const

const model = (type: string): ManifestType => ({
  type,
  stores: { model: 'properties.model', url: 'url', baseURL: 'url', apiKey: 'password' },
})

/** The members of a manifest that name the type of a connection. */
export const manifestTypes: Readonly<Record<string, ManifestType>> = {
  postgres: database('postgres', 'postgres', [], inPath),
  mysql: database('mysql', 'mysql', [], inPath),
  mssql: database('sql_server', 'sqlserver', ['trustServerCertificate'], (read) =>
    toQuery([
      ['database', read('database')],
      ['TrustServerCertificate', read('trustServerCertificate')],
    ])
  ),
  mongo: database(
    'mongo',
    'mongodb',
    ['replicaSet'],
    (read) => `${inPath(read)}${toQuery([['replicaSet', read('replicaSet')]])}`
  ),
  http: { type: 'http', stores: address },
  prometheus: { type: 'prometheus', stores: address },
  opensearch: { type: 'elasticsearch', stores: address },
  elasticsearch: { type: 'elasticsearch', stores: address },
  redis: { type: 'redis', stores: { ...address, addr: 'url', db: 'properties.db' } },
  ldap: { type: 'ldap', stores: address },
  aws: { type: 'aws', stores: { ...awsMembers, insecureTLS: 'properties.insecureTLS' } },
  s3: { type: 's3', stores: { ...awsMembers, bucket: 'properties.bucket', insecureTLS: 'insecure_tls' } },
  azure: { type: 'azure', stores: { clientID: 'username', clientSecret: 'password', tenantID: 'properties.tenant' } },
  azureDevops: {
    type: 'azure_devops',
    stores: { url: 'url', organization: 'username', personalAccessToken: 'password' },
  },
  gcp: { type: 'google_cloud', stores: { endpoint: 'url', certificate: 'certificate' } },
  gcs: { type: 'gcs', stores: { endpoint: 'url', certificate: 'certificate', bucket: 'properties.bucket' } },
  awskms: { type: 'aws_kms', stores: { ...awsMembers, keyID: 'properties.keyID' } },
  gcpkms: { type: 'gcp_kms', stores: { keyID: 'properties.keyID', endpoint: 'url', certificate: 'certificate' } },
  azureKeyVault: {
    type: 'azure_key_vault',
    stores: {
      keyID: 'properties.keyID',
      clientID: 'username',
      clientSecret: 'password',
      tenantID: 'properties.tenant',
    },
  },
  folder: { type: 'folder', stores: { path: 'properties.path' } },
  git: {
    type: 'git',
    stores: { url: 'url', string: 'url', ref: 'properties.ref', ...login, certificate: 'certificate' },
  },
  github: { type: 'github', stores: { url: 'url', personalAccessToken: 'password' } },
  gitlab: { type: 'gitlab', stores: { url: 'url', string: 'url', personalAccessToken: 'password' } },
  kubernetes: {
    type: 'kubernetes',
    stores: { certificate: 'certificate', kubeconfig: 'certificate' },
    sets: { 'properties.method': 'kubeconfig' },
  },
  sftp: { type: 'sftp', stores: { host: 'url', ...login, port: 'properties.port', path: 'properties.path' } },
  smb: { type: 'smb', stores: { server: 'url', ...login, port: 'properties.port', share: 'properties.share' } },
  anthropic: model('anthropic'),
  openai: model('openai'),
  ollama: model('ollama'),
  discord: { type: 'discord', stores: { token: 'password', webhookID: 'address.webhookId' } },
  ntfy: {
    type: 'ntfy',
    stores: { topic: 'address.topic', host: 'address.host', username: 'address.user', password: 'password' },
  },
  pushbullet: { type: 'pushbullet', stores: { token: 'password', targets: 'address.targets' } },
  pushover: { type: 'pushover', stores: { token: 'password', user: 'address.user' } },
  slack: {
    type: 'slack',
    stores: { token: 'password', channel: 'address.channel', botname: 'properties.BotName' },
  },
  smtp: {
    type: 'email',
    stores: {
      host: 'address.host',
      port: 'address.port',
      ...login,
      insecureTLS: 'insecure_tls',
      encryption: 'address.encryptionMethod',
      auth: 'address.authMethod',
      fromAddress: 'properties.from',
      fromName: 'properties.fromName',
      subject: 'properties.subject',
      toAddresses: 'properties.to',
    },
  },
  telegram: { type: 'telegram', stores: { token: 'password', chats: 'address.chats' } },
}
