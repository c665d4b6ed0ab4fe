/** A connection as a person enters it, and the row that is stored. */
export type ConnectionCase = {
  type: string
  /** The label of each field with its input. */
  input: Readonly<Record<string, string | number | boolean>>
  /** The stored columns, without name, namespace and type. */
  row: Readonly<Record<string, unknown>>
  /** The labels of the fields that are required. */
  required?: readonly string[]
  /** The values of fields in a new form. Others are empty. */
  initial?: Readonly<Record<string, string | boolean>>
  /** The difference from other cases of the type. */
  variant?: string
}

const login = { Username: 'console', Password: 'sesame' }
const stored = { username: 'console', password: 'sesame' }

const database = (type: string, url: string): ConnectionCase => ({
  type,
  input: { URL: url, ...login, 'Insecure TLS': true },
  row: { url, ...stored, insecure_tls: true },
  required: ['URL', 'Username', 'Password'],
})

export const connectionCases: readonly ConnectionCase[] = [
  ...(['anthropic', 'openai', 'ollama'] as const).map((type) => ({
    type,
    input: { Model: 'small-1', URL: 'https://llm.example', 'API key': 'sesame' },
    row: { url: 'https://llm.example', password: 'sesame', properties: { model: 'small-1' } },
    required: type === 'ollama' ? ['URL', 'API key'] : ['API key'],
  })),
  database('postgres', 'postgres://$(username):$(password)@db.example:5432/shop'),
  database('mysql', 'mysql://$(username):$(password)@db.example:3306/shop'),
  database('sql_server', 'sqlserver://$(username):$(password)@db.example:1433'),
  database('http', 'https://api.example/'),
  { ...database('prometheus', 'http://prometheus.example:9090'), required: ['URL'] },
  database('elasticsearch', 'https://search.example:9200'),
  database('mongo', 'mongodb://$(username):$(password)@db.example:27017'),
  database('ldap', 'ldaps://ldap.example:636'),
  {
    type: 'redis',
    input: { URL: 'redis://cache.example:6379', ...login, Database: 3, 'Insecure TLS': true },
    row: { url: 'redis://cache.example:6379', ...stored, insecure_tls: true, properties: { db: '3' } },
    required: ['URL', 'Username', 'Password', 'Database'],
    initial: { Database: '0' },
  },
  {
    type: 'windows',
    input: { Domain: 'SHOP', ...login },
    row: { ...stored, properties: { domain: 'SHOP' } },
  },
  ...(['google_cloud', 'gcs'] as const).map((type) => ({
    type,
    input: { Endpoint: 'https://storage.example', Certificate: '{"private_key": "sesame"}' },
    row: { url: 'https://storage.example', certificate: '{"private_key": "sesame"}' },
  })),
  {
    type: 'sftp',
    input: { Host: 'files.example', ...login, Port: 2222 },
    row: { url: 'files.example', ...stored, properties: { port: '2222' } },
    initial: { Port: '22' },
  },
  {
    type: 'aws',
    input: {
      Region: 'eu-west-1',
      Profile: 'audit',
      'Access key': 'AKIA',
      'Secret key': 'sesame',
      'Insecure TLS': true,
    },
    row: {
      username: 'AKIA',
      password: 'sesame',
      properties: { region: 'eu-west-1', profile: 'audit', insecureTLS: 'true' },
    },
  },
  {
    type: 's3',
    input: {
      Bucket: 'backups',
      Region: 'eu-west-1',
      Profile: 'audit',
      'Access key': 'AKIA',
      'Secret key': 'sesame',
      'Insecure TLS': true,
    },
    row: {
      username: 'AKIA',
      password: 'sesame',
      insecure_tls: true,
      properties: { bucket: 'backups', region: 'eu-west-1', profile: 'audit' },
    },
    required: ['Bucket'],
  },
  {
    type: 'azure_devops',
    input: { Organization: 'northwind', 'Personal access token': 'sesame' },
    row: { username: 'northwind', password: 'sesame' },
  },
  {
    type: 'azure',
    input: { 'Client ID': 'app', 'Client secret': 'sesame', 'Tenant ID': 'northwind' },
    row: { username: 'app', password: 'sesame', properties: { tenant: 'northwind' } },
    required: ['Client ID', 'Client secret', 'Tenant ID'],
  },
  ...(['github', 'gitlab'] as const).map((type) => ({
    type,
    input: { 'Personal access token': 'sesame' },
    row: { password: 'sesame' },
  })),
  {
    type: 'restic',
    input: {
      'Repository URL': 's3:s3.example/backups',
      Password: 'sesame',
      'AWS connection name': 'connection://default/aws',
      'Access key': 'sesame-id',
      'Secret key': 'sesame-key',
    },
    row: {
      url: 's3:s3.example/backups',
      password: 'sesame',
      properties: { awsConnectionName: 'connection://default/aws', accessKey: 'sesame-id', secretKey: 'sesame-key' },
    },
    required: ['Repository URL', 'Password', 'AWS connection name', 'Access key', 'Secret key'],
  },
  {
    type: 'smb',
    input: { Server: 'files.example', Port: 4455, Share: 'depot', ...login },
    row: { url: 'files.example', ...stored, properties: { port: '4455', share: 'depot' } },
    initial: { Port: '445' },
  },
  {
    type: 'jmeter',
    input: { Host: 'load.example', Port: 1099 },
    row: { url: 'load.example', properties: { port: '1099' } },
  },
  {
    type: 'dynatrace',
    input: { Host: 'abc.live.example', 'API key': 'sesame', Scheme: 'http' },
    row: { url: 'abc.live.example', password: 'sesame', properties: { scheme: 'http' } },
    initial: { Scheme: 'https' },
  },
  { type: 'folder', input: { Path: '/srv/files' }, row: { properties: { path: '/srv/files' } } },
  {
    type: 'git',
    variant: 'basic',
    input: { URL: 'https://git.example/x.git', 'Basic (username and password)': true, ...login, Ref: 'stable' },
    row: { url: 'https://git.example/x.git', ...stored, certificate: null, properties: { ref: 'stable' } },
    initial: { Ref: 'main', 'Basic (username and password)': true },
  },
  {
    type: 'git',
    variant: 'SSH key',
    input: { URL: 'ssh://git@git.example/x.git', 'SSH key': true, 'Value of SSH key': 'sesame\nof two lines' },
    row: {
      url: 'ssh://git@git.example/x.git',
      username: null,
      password: null,
      certificate: 'sesame\nof two lines',
      properties: { ref: 'main' },
    },
  },
  {
    type: 'kubernetes',
    variant: 'kubeconfig',
    input: { Kubeconfig: 'sesame: 1\nusers: []' },
    row: {
      username: null,
      password: null,
      certificate: 'sesame: 1\nusers: []',
      properties: { method: 'kubeconfig' },
    },
    initial: { 'Connection method': 'Kubeconfig' },
  },
  {
    type: 'kubernetes',
    variant: 'eks with an AWS connection',
    input: {
      'Connection method': 'EKS',
      Cluster: 'harbour',
      Region: 'eu-west-1',
      'Use an existing AWS connection': true,
      'AWS connection': 'connection://default/aws',
    },
    row: {
      username: null,
      password: null,
      certificate: null,
      properties: { method: 'eks', cluster: 'harbour', region: 'eu-west-1', connection: 'connection://default/aws' },
    },
  },
  {
    type: 'kubernetes',
    variant: 'eks with keys',
    input: {
      'Connection method': 'EKS',
      Cluster: 'harbour',
      Region: 'eu-west-1',
      'Enter credentials': true,
      'Access key': 'AKIA',
      'Secret key': 'sesame',
      Endpoint: 'https://eks.example',
      'Skip TLS verification': true,
    },
    row: {
      username: 'AKIA',
      password: 'sesame',
      certificate: null,
      properties: {
        method: 'eks',
        cluster: 'harbour',
        region: 'eu-west-1',
        endpoint: 'https://eks.example',
        skipTLSVerify: 'true',
      },
    },
  },
  {
    type: 'kubernetes',
    variant: 'gke with a Google Cloud connection',
    input: {
      'Connection method': 'GKE',
      Cluster: 'harbour',
      Project: 'shop',
      Zone: 'europe-west1-b',
      'Google Cloud connection': 'connection://default/google',
    },
    row: {
      username: null,
      password: null,
      certificate: null,
      properties: {
        method: 'gke',
        cluster: 'harbour',
        project: 'shop',
        zone: 'europe-west1-b',
        connection: 'connection://default/google',
      },
    },
  },
  {
    type: 'kubernetes',
    variant: 'gke with credentials',
    input: {
      'Connection method': 'GKE',
      Cluster: 'harbour',
      Project: 'shop',
      Zone: 'europe-west1-b',
      'Enter credentials': true,
      'Value of Credentials': '{"private_key": "sesame"}',
      Endpoint: 'https://gke.example',
      'Skip TLS verification': true,
    },
    row: {
      username: null,
      password: null,
      certificate: '{"private_key": "sesame"}',
      properties: {
        method: 'gke',
        cluster: 'harbour',
        project: 'shop',
        zone: 'europe-west1-b',
        endpoint: 'https://gke.example',
        skipTLSVerify: 'true',
      },
    },
  },
  {
    type: 'kubernetes',
    variant: 'cnrm',
    input: { 'Connection method': 'CNRM', 'Cluster resource': 'harbour', 'Cluster resource namespace': 'gcp' },
    row: {
      username: null,
      password: null,
      certificate: null,
      properties: { method: 'cnrm', clusterResource: 'harbour', clusterResourceNamespace: 'gcp' },
    },
  },
  {
    type: 'discord',
    input: { 'Webhook ID': '1234', Token: 'sesame' },
    row: { url: 'discord://$(password)@1234', password: 'sesame' },
  },
  {
    type: 'email',
    input: {
      Host: 'smtp.example',
      Port: 2525,
      ...login,
      'From address': 'console@shop.example',
      'From name': 'Console',
      'Encryption method': 'ImplicitTLS',
      'SMTP auth method': 'Plain',
      'Insecure TLS': true,
    },
    row: {
      url: 'smtp://$(username):$(password)@smtp.example:2525/?UseStartTLS=false&Encryption=ImplicitTLS&Auth=Plain',
      ...stored,
      insecure_tls: true,
      properties: {
        host: 'smtp.example',
        port: '2525',
        from: 'console@shop.example',
        fromName: 'Console',
        encryptionMethod: 'ImplicitTLS',
        authMethod: 'Plain',
      },
    },
    initial: { Port: '587', 'Encryption method': 'Auto', 'SMTP auth method': 'Unknown' },
  },
  {
    type: 'slack',
    input: { Channel: '#on-call', 'Bot token': 'sesame', 'Bot name': 'console' },
    row: { url: 'slack://$(password)@%23on-call', password: 'sesame', properties: { BotName: 'console' } },
  },
  {
    type: 'ntfy',
    input: { Host: 'ntfy.example:8443', Topic: 'alerts', ...login, Scheme: 'http' },
    row: { url: 'ntfy://console:$(password)@ntfy.example:8443/alerts?Scheme=http', password: 'sesame' },
    initial: { Host: 'ntfy.sh', Scheme: 'https' },
  },
  {
    type: 'opsgenie',
    input: { Host: 'api.opsgenie.com', Port: 8443, 'API key': 'sesame' },
    row: { url: 'opsgenie://api.opsgenie.com:8443/$(password)', password: 'sesame' },
    initial: { Host: '{host}', Port: '443' },
  },
  {
    type: 'teams',
    input: {
      Group: 'group-1',
      Tenant: 'tenant-1',
      'Alt ID': 'sesame',
      'Group owner': 'owner-1',
      Host: 'shop.webhook.office.com',
    },
    row: {
      url: 'teams://group-1@tenant-1/$(password)/owner-1?host=shop.webhook.office.com',
      password: 'sesame',
    },
    initial: { Host: '{host}' },
  },
  {
    type: 'generic_webhook',
    input: {
      URL: 'https://hooks.example/T/sesame?page=1',
      'Content type': 'text/plain',
      'Request method': 'GET',
      'Message key': 'text',
      'Title key': 'subject',
    },
    row: {
      url: 'generic+https://hooks.example/T/sesame?page=1&ContentType=text%2Fplain&MessageKey=text&TitleKey=subject&RequestMethod=GET',
    },
    initial: {
      'Content type': 'application/json',
      'Request method': 'POST',
      'Message key': 'message',
      'Title key': 'title',
    },
  },
  {
    type: 'google_chat',
    input: { Space: 'AAAA', Key: 'key-1', Token: 'sesame' },
    row: {
      url: 'googlechat://chat.googleapis.com/v1/spaces/AAAA/messages?key=$(username)&token=$(password)',
      username: 'key-1',
      password: 'sesame',
    },
  },
  {
    type: 'ifttt',
    input: { 'Webhook key': 'sesame', Events: 'down,up' },
    row: { url: 'ifttt://$(password)/?Events=down%2Cup', password: 'sesame' },
  },
  {
    type: 'matrix',
    input: { Host: 'matrix.example', ...login, Rooms: '#ops', 'Plain HTTP': true },
    row: {
      url: 'matrix://console:$(password)@matrix.example/?DisableTLS=Yes&Rooms=%23ops',
      password: 'sesame',
    },
    required: ['Host'],
  },
  {
    type: 'mattermost',
    input: { Host: 'chat.example:8065', 'Webhook token': 'sesame', Username: 'console', Channel: 'ops' },
    row: { url: 'mattermost://console@chat.example:8065/$(password)/ops', password: 'sesame' },
    required: ['Host'],
  },
  {
    type: 'pushbullet',
    input: { 'Access token': 'sesame', Targets: 'phone' },
    row: { url: 'pushbullet://$(password)/phone', password: 'sesame' },
  },
  {
    type: 'pushover',
    input: { 'API token': 'sesame', 'User key': 'user1', Devices: 'a,b' },
    row: { url: 'pushover://:$(password)@user1/?Devices=a%2Cb', password: 'sesame' },
  },
  {
    type: 'rocketchat',
    input: {
      Host: 'chat.example',
      Port: 443,
      'Token, first part': 'part-a',
      'Token, second part': 'sesame',
      'Displayed name': 'console',
      Channel: 'ops',
    },
    row: {
      url: 'rocketchat://console@chat.example:443/$(username)/$(password)/ops',
      username: 'part-a',
      password: 'sesame',
    },
    required: ['Host'],
  },
  {
    type: 'telegram',
    input: { 'Bot token': 'sesame', Chats: '@ops,12' },
    row: { url: 'telegram://$(password)@telegram/?Chats=%40ops%2C12', password: 'sesame' },
  },
  {
    type: 'zulip_chat',
    input: {
      Host: 'zulip.example',
      'Bot email': 'bot@shop.example',
      'API key': 'sesame',
      Stream: 'ops',
      Topic: 'alerts',
    },
    row: {
      url: 'zulip://bot%40shop.example:$(password)@zulip.example/?Stream=ops&Topic=alerts',
      password: 'sesame',
    },
    required: ['Host', 'Bot email'],
  },
]
