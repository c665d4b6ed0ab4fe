import {
  type ConnectionField,
  type ConnectionType,
  defineTypes,
  insecureTlsField,
  secretField,
  sourceField,
} from '../type'

const PLACEHOLDERS = '$(username) and $(password) are replaced with the fields below.'

const login = (isRequired: boolean): ConnectionField[] => [
  sourceField('username', 'Username', { isRequired }),
  secretField('password', 'Password', { isRequired }),
]

type Service = Pick<ConnectionType, 'id' | 'label' | 'group' | 'icon' | 'keywords'> & { placeholder: string }

/** An address with credentials. */
const withLogin = (
  { placeholder, ...type }: Service,
  { isRequired = true, more = [] }: { isRequired?: boolean; more?: readonly ConnectionField[] } = {}
): ConnectionType => ({
  ...type,
  fields: [
    sourceField('url', 'URL', {
      isRequired: true,
      placeholder,
      ...(placeholder.includes('$(') && { help: PLACEHOLDERS }),
    }),
    ...login(isRequired),
    ...more,
    insecureTlsField,
  ],
})

const database = (id: string, label: string, placeholder: string, keywords = ''): Service => ({
  id,
  label,
  group: 'Databases',
  icon: 'database',
  placeholder,
  keywords: `database ${keywords}`,
})

export default defineTypes([
  withLogin(
    database('postgres', 'Postgres', 'postgres://$(username):$(password)@db.example:5432/shop', 'postgresql sql')
  ),
  withLogin(database('mysql', 'MySQL', 'mysql://$(username):$(password)@db.example:3306/shop', 'mariadb sql')),
  withLogin(
    database(
      'sql_server',
      'SQL Server',
      'sqlserver://$(username):$(password)@db.example:1433?database=shop',
      'mssql microsoft'
    )
  ),
  withLogin(database('mongo', 'MongoDB', 'mongodb://$(username):$(password)@db.example:27017/?tls=true', 'mongodb')),
  withLogin(database('redis', 'Redis', 'redis://cache.example:6379', 'cache valkey'), {
    more: [
      {
        type: 'number',
        name: 'db',
        at: 'properties.db',
        label: 'Database',
        isRequired: true,
        isWhole: true,
        min: 0,
        initial: 0,
      },
    ],
  }),
  withLogin({
    id: 'elasticsearch',
    label: 'Elasticsearch',
    group: 'Databases',
    icon: 'search',
    keywords: 'opensearch logs',
    placeholder: 'https://search.example:9200',
  }),
  withLogin({
    id: 'http',
    label: 'HTTP',
    group: 'Web and monitoring',
    icon: 'web',
    keywords: 'https web rest api',
    placeholder: 'https://api.example/',
  }),
  withLogin(
    {
      id: 'prometheus',
      label: 'Prometheus',
      group: 'Web and monitoring',
      icon: 'metrics',
      keywords: 'metrics promql',
      placeholder: 'http://prometheus.example:9090',
    },
    { isRequired: false }
  ),
  {
    id: 'dynatrace',
    label: 'Dynatrace',
    group: 'Web and monitoring',
    icon: 'gauge',
    keywords: 'metrics apm',
    fields: [
      sourceField('url', 'Host', { placeholder: 'abc12345.live.dynatrace.com' }),
      secretField('password', 'API key'),
      {
        type: 'select',
        name: 'scheme',
        at: 'properties.scheme',
        label: 'Scheme',
        options: ['https', 'http'].map((value) => ({ value, label: value })),
        initial: 'https',
        isAlwaysChosen: true,
      },
    ],
  },
  withLogin({
    id: 'ldap',
    label: 'LDAP',
    group: 'Systems',
    icon: 'directory',
    keywords: 'directory active directory',
    placeholder: 'ldaps://ldap.example:636',
  }),
])
