import { expect, test } from 'vitest'
import { growth, STILL_LINEAR } from '@tests/helpers/growth'
import { hideSecrets } from './secret-parts'

const shown = (column: string, value: unknown) => hideSecrets(column, value, (secret) => `<${secret}>`)

test.each([
  ['postgres://app:pw@db:5432/shop?sslmode=require', 'postgres://app:<pw>@db:5432/shop?sslmode=require'],
  ['postgres://app:p@w@db/shop', 'postgres://app:<p@w>@db/shop'],
  ['redis://:pw@cache:6379/0', 'redis://:<pw>@cache:6379/0'],
  ['postgres://reader@db/shop', 'postgres://reader@db/shop'],
  ['https://ghp_token@git.example/repo.git', 'https://<ghp_token>@git.example/repo.git'],
  ['ssh://git@git.example/repo.git', 'ssh://git@git.example/repo.git'],
  ['https://api.example/x?region=eu&api_key=pw&sig=s#top', 'https://api.example/x?region=eu&api_key=<pw>&sig=<s>#top'],
  ['https://hook.example/?access_token=a%20b', 'https://hook.example/?access_token=<a%20b>'],
  ['slack://xoxb:1-2@C001', 'slack://<xoxb:1-2@C001>'],
  ['generic+https://hooks.example/T/B/x', 'generic+https://hooks.example/<T/B/x>'],
  [
    'generic+https://me:pw@hooks.example/x?token=a&ContentType=text/plain&b&@key=c&RequestMethod=PUT#d',
    'generic+https://me:<pw>@hooks.example/<x>?token=<a>&ContentType=text/plain&<b>&@key=<c>&RequestMethod=PUT#<d>',
  ],
  ['generic://hooks.example', 'generic://hooks.example'],
  ['generic://hooks.example/?titlekey=t', 'generic://hooks.example/?titlekey=t'],
  ['generic+https://evil.example\\@h/', 'generic+https://<evil.example%5C>@h/'],
  ['smtp://u:pw@mail.example/?Auth=Plain&Encryption=None', 'smtp://u:<pw>@mail.example/?Auth=Plain&Encryption=None'],
  ['https://a.example/?auth=abc', 'https://a.example/?auth=<abc>'],
  ['HTTPS://u:pw@h', 'HTTPS://u:<pw>@h'],
  ['https://evil.example:443\\@h/', 'https://evil.example:<443%5C>@h/'],
  ['https://evil.example\\@h/', 'https://<evil.example%5C>@h/'],
  ['postgres://app:p\\w@db', 'postgres://app:<p\\w>@db'],
  // Placeholders for other columns and references are not secrets.
  ['postgres://$(username):$(password)@db/shop', 'postgres://$(username):$(password)@db/shop'],
  ['slack://$(password)@platform', 'slack://$(password)@platform'],
  ['googlechat://x/?key=$(username)&token=$(password)', 'googlechat://x/?key=$(username)&token=$(password)'],
  ['postgres://u:***@db', 'postgres://u:***@db'],
  ['https://mail.example/a@b:c', 'https://mail.example/a@b:c'],
  ['not an address: a@b', 'not an address: a@b'],
  ['', ''],
])('hides secrets in the address %s', (url, expected) => expect(shown('url', url)).toBe(expected))

test.each([
  ['pw', '<pw>'],
  ['', ''],
  ['***', '***'],
  ['secret://ns/name/key', 'secret://ns/name/key'],
  ['configmap://ns/name/key', 'configmap://ns/name/key'],
  ['$(PASSWORD)', '$(PASSWORD)'],
  // User input that looks like an envelope is a password like any other.
  ['sealed:1.a.b.c', '<sealed:1.a.b.c>'],
  [1234, '<1234>'],
  [null, null],
])('hides the password %j', (password, expected) => {
  expect(shown('password', password)).toBe(expected)
  expect(shown('certificate', password)).toBe(expected)
})

test('hides secret properties by name at any depth', () => {
  expect(
    shown('properties', {
      region: 'eu',
      authMethod: 'Plain',
      accessKey: 'a',
      secret_key: 'b',
      apiKey: '***',
      token: 'secret://ns/t/k',
      nested: { password: 'c', list: [{ bearer: 'd' }, 'e'] },
      credentials: ['f', 'g'],
    })
  ).toEqual({
    region: 'eu',
    authMethod: 'Plain',
    accessKey: '<a>',
    secret_key: '<b>',
    apiKey: '***',
    token: 'secret://ns/t/k',
    nested: { password: '<c>', list: [{ bearer: '<d>' }, 'e'] },
    credentials: ['<f>', '<g>'],
  })
  expect(shown('properties', '{"password":"x"}')).toBe('<{"password":"x"}>')
})

test('does not change other columns', () => expect(shown('username', 'app')).toBe('app'))

test.each([
  ['https://a/?=x&token=abc', 'https://a/?=x&token=<abc>'],
  ['https://a/?=x?token=abc', 'https://a/?=x?token=<abc>'],
  ['https://a/?x?token=abc', 'https://a/?x?token=<abc>'],
  ['https://a/?x?key=abc', 'https://a/?x?key=<abc>'],
  ['https://a/?&&token&token=&token=a=b', 'https://a/?&&token&token=&token=<a=b>'],
  ['https://a/?token=a?b', 'https://a/?token=<a?b>'],
])('hides secrets in the unusual query of %s', (url, expected) => expect(shown('url', url)).toBe(expected))

test.each([
  ['me:p@s/s:w@tcp(db:3306)/shop?tls=true', 'me:<p@s/s:w>@tcp(db:3306)/shop?tls=true'],
  ['$(username):$(password)@tcp(db)/shop', '$(username):$(password)@tcp(db)/shop'],
  ['me@tcp(db)/shop', 'me@tcp(db)/shop'],
  ['me:p@s@db:25', 'me:<p@s>@db:25'],
  ['git@host:some/path', 'git@host:some/path'],
  ['server=db;user id=me;password=p w;database=shop', 'server=db;user id=me;password=<p w>;database=shop'],
  ['PWD = "a;b""c" ;server=db', 'PWD = <"a;b""c"> ;server=db'],
  ['server=db;password=$(password)', 'server=db;password=$(password)'],
  ['server=db;password=', 'server=db;password='],
  ['host=db user=me password=p', 'host=db user=me password=<p>'],
  ['passwords=a;my_password=b', 'passwords=a;my_password=b'],
  ['db.example:3306', 'db.example:3306'],
])('hides secrets in the address %s without a scheme', (url, expected) => expect(shown('url', url)).toBe(expected))

test.each<[string, (size: number) => string]>([
  ['at signs', (size) => `a:${'@a'.repeat(size)}`],
  ['semicolons', (size) => '; password'.repeat(size)],
  ['quotes', (size) => ';pwd="'.repeat(size)],
  ['spaces', (size) => `pwd${' '.repeat(size)}`],
])('takes linear time for addresses without a scheme: %s', (_name, text) => {
  const work = (size: number) => () => shown('url', text(size))
  expect(growth(work, 5000)).toBeLessThan(STILL_LINEAR)
})

test.each<[string, (size: number) => string]>([
  ['question marks', (size) => '?'.repeat(size)],
  ['question marks after a sign', (size) => `=${'?'.repeat(size)}`],
  ['ampersands', (size) => '&'.repeat(size)],
  ['names', (size) => 'pass&'.repeat(size)],
  ['signs', (size) => '='.repeat(size)],
  ['secrets', (size) => '&token=a'.repeat(size)],
  ['letters', (size) => 'privateapi'.repeat(size)],
])('takes linear time for addresses: %s', (_name, query) => {
  const work = (size: number) => {
    const url = `https://a/?${query(size)}`
    return () => shown('url', url)
  }
  expect(growth(work, 5000)).toBeLessThan(STILL_LINEAR)
})
