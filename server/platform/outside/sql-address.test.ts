import { expect, test } from 'vitest'
import { growth, STILL_LINEAR } from '@tests/helpers/growth'
import { readMssqlAddress, readMysqlAddress, findUnsupportedFeature } from './sql-address'

const mysql = { host: 'db', port: 3306, user: 'me', password: 'pw', database: 'shop', tls: 'none' }
const mssql = { host: 'db', port: 1433, user: 'me', password: 'pw', database: 'shop', tls: 'any' }

test.each([
  ['mysql://me:pw@db/shop', {}],
  ['mariadb://me:pw@db:3307/shop', { port: 3307 }],
  ['mysql://m%40e:p%2Fw@[::1]/', { host: '::1', user: 'm@e', password: 'p/w', database: '' }],
  ['mysql://db', { user: '', password: '', database: '' }],
  ['mysql://me:pw@db/shop?tls=true', { tls: 'checked' }],
  ['mysql://me:pw@db/shop?tls=skip-verify&charset=utf8mb4&parseTime=true', { tls: 'any' }],
  ['mysql://me:pw@db/shop?tls=false', {}],
  ['me:pw@tcp(db:3306)/shop', {}],
  ['me:p@s/s:w%41@tcp(db)/shop', { password: 'p@s/s:w%41' }],
  ['me:pw@tcp([::1]:3307)/shop?tls=true&loc=UTC', { host: '::1', port: 3307, tls: 'checked' }],
  ['tcp(db)/', { user: '', password: '', database: '' }],
  ['me@tcp(db)/sh%6Fp', { password: '' }],
])('parses for mysql: %s', (text, expected) => expect(readMysqlAddress(text)).toEqual({ ...mysql, ...expected }))

test.each([
  ['sqlserver://me:pw@db?database=shop', {}],
  ['mssql://me:pw@db:1444?database=shop&encrypt=true', { port: 1444, tls: 'checked' }],
  ['sqlserver://me:pw@db?database=shop&encrypt=true&TrustServerCertificate=true', {}],
  ['sqlserver://me:pw@db?database=shop&encrypt=strict&trustservercertificate=true', { tls: 'strict' }],
  ['sqlserver://me:pw@db?database=shop&encrypt=false&app+name=x', {}],
  ['server=db;user id=me;password=pw;database=shop', {}],
  [
    'Server=tcp:db,1444;User Id=me;Password="p;""w";Initial Catalog=shop;Encrypt=yes;',
    { port: 1444, password: 'p;"w', tls: 'checked' },
  ],
  ['data source = db ; uid=me;pwd=p w ;port=1444;database=shop', { port: 1444, password: 'p w' }],
  ['server=(local);user id=me;password=pw;database=shop', { host: 'localhost' }],
  ['server=.;user id=me;password=pw;database=shop', { host: 'localhost' }],
])('parses for mssql: %s', (text, expected) => expect(readMssqlAddress(text)).toEqual({ ...mssql, ...expected }))

const readers = [
  [
    'mysql',
    readMysqlAddress,
    [
      'mysql://$(username):$(password)@db/shop',
      '$(username):$(password)@tcp(db)/shop',
      'mysql://db/shop',
      'a:b@tcp(db)/shop',
    ],
  ],
  [
    'mssql',
    readMssqlAddress,
    [
      'sqlserver://$(username):$(password)@db',
      'server=db;user id=$(username);password=$(password)',
      'server=db',
      'sqlserver://a:b@db',
    ],
  ],
] as const

test.each(readers)('for %s, prefers separate credentials, in placeholders and without them', (_type, read, texts) => {
  for (const text of texts)
    expect(read(text, { username: 'a@b', password: 'p;w/"(x)@$&' })).toMatchObject({
      host: 'db',
      user: 'a@b',
      password: 'p;w/"(x)@$&',
    })
})

test.each([
  ['mysql', 'me:pw@unix(/tmp/mysql.sock)/shop', 'a socket in the file system'],
  ['mysql', 'mysql://%2Ftmp%2Fmysql.sock/shop', 'a socket in the file system'],
  ['mysql', 'me:pw@tcp(/tmp/mysql.sock)/shop', 'a socket in the file system'],
  ...'allowAllFiles allowCleartextPasswords allowOldPasswords multiStatements readTimeout serverPubKey compress'
    .split(' ')
    .flatMap((name) => [
      ['mysql', `mysql://me:pw@db/shop?${name}=true`, `the parameter ${name}`],
      ['mysql', `me:pw@tcp(db)/shop?${name}=true`, `the parameter ${name}`],
    ]),
  ...'socketPath ssl flags stream infileStreamFactory authPlugins enableCleartextPlugin sql_mode constructor'
    .split(' ')
    .map((name) => ['mysql', `mysql://me:pw@db/shop?${name}=true`, 'an unknown parameter']),
  ['mysql', 'mysql://me:pw@db/shop?tls=preferred', 'tls=preferred'],
  ['mysql', 'mysql://me:pw@db/shop?tls=our-own', 'tls=our-own'],
  ['mysql', 'mysql://me:pw@db/shop?tls=constructor', 'tls=constructor'],
  ['mssql', 'sqlserver://me:pw@db/SQLEXPRESS', 'a named instance'],
  ['mssql', 'server=db\\SQLEXPRESS;user id=me', 'a named instance'],
  ['mssql', 'server=.\\SQLEXPRESS', 'a named instance'],
  ['mssql', 'server=np:\\\\db\\pipe\\sql', 'a named instance'],
  ['mssql', 'server=np:db', 'a connection by np'],
  ['mssql', 'server=lpc:db', 'a connection by lpc'],
  ['mssql', 'server=admin:db', 'a connection by admin'],
  ['mssql', 'odbc:server=db;user id=me', 'the form odbc:'],
  ...['failoverpartner', 'integrated security', 'connection timeout', 'fedauth', 'serverSPN'].flatMap((name) => [
    ['mssql', `server=db;${name}=x`, `the parameter ${name.toLowerCase()}`],
  ]),
  ['mssql', 'sqlserver://db?fedauth=ActiveDirectoryMSI', 'the parameter fedauth'],
  ['mssql', 'sqlserver://db?server=other', 'the parameter server'],
  ['mssql', 'server=db;encrypt=disable', 'encrypt=disable'],
  // A password with an unquoted semicolon.
  ['mssql', 'server=db;user id=me;password=se;cr=et', 'an unknown parameter'],
  ['mssql', 'server=db;constructor=x', 'an unknown parameter'],
])('for %s, refuses %s and names the unsupported part', (type = '', text = '', what) =>
  expect(findUnsupportedFeature(type, text)).toBe(what)
)

test.each([
  ['mysql', 'postgres://db/shop'],
  ['mysql', 'db:3306'],
  ['mysql', 'mysql://'],
  ['mysql', 'me:pw@tcp(db:0)/shop'],
  ['mysql', 'me:pw@tcp(db:99999)/shop'],
  ['mysql', 'me:p@ssword/shop'],
  ['mysql', 'me:p@ssword(db)/shop'],
  ['mysql', 'me:pw@cloudsql(a:b:c)/shop'],
  ['mysql', 'a'.repeat(3000)],
  ['mssql', 'db'],
  ['mssql', 'sqlserver://'],
  ['mssql', 'server='],
  ['mssql', 'user id=me'],
  ['mssql', 'server=db,x'],
])('for %s, refuses %s without repeating the text', (type, text) => {
  const read = type === 'mysql' ? readMysqlAddress : readMssqlAddress
  expect(() => read(text)).toThrow(
    /^the address (?:cannot be read|names no host|has no port|has more than 2000 characters)$/
  )
})

test.each(['=', ';', ' ', 'a=" ', '@', '/', 'tcp(', '"', '""'])('parses in linear time: %j', (part) => {
  for (const read of [readMysqlAddress, readMssqlAddress]) {
    const work = (size: number) => () => {
      try {
        read(`a${part.repeat(size / part.length)}`)
      } catch {
        // Most of these are invalid.
      }
    }
    expect(growth(work, 400)).toBeLessThan(STILL_LINEAR)
  }
})
