import { expect, test } from 'vitest'
import { withRedaction } from '../platform/outside/redaction'
import { fillTemplates } from './templates'

const env = { host: 'db.example', port: { value: 5432 }, username: 'ada' }

test.each([
  ['tcp', { endpoint: '{{.host}}:$(port)' }, { endpoint: 'db.example:5432' }],
  ['redis', { addr: '$(.host):1', db: 1 }, { addr: 'db.example:1', db: 1 }],
  [
    'http',
    { headers: [{ name: 'A', value: { value: '{{.host}}' } }] },
    { headers: [{ name: 'A', value: { value: 'db.example' } }] },
  ],
  // A name, a description and an expression are not templates.
  ['http', { name: '{{.host}}', test: { expr: '"{{.host}}"' } }, { name: '{{.host}}', test: { expr: '"{{.host}}"' } }],
  // User and password of an address come from its own members, even if `env` has the same names.
  [
    'postgres',
    { url: 'postgres://$(username):$(password)@$(host)/x' },
    { url: 'postgres://$(username):$(password)@db.example/x' },
  ],
  [
    'exec',
    { script: 'echo $(date) "$HOST"', env: [{ name: 'HOST', value: '{{.host}}' }] },
    { script: 'echo $(date) "$HOST"', env: [{ name: 'HOST', value: 'db.example' }] },
  ],
  ['http', { body: '{{.host}}', templateBody: true }, { body: 'db.example', templateBody: true }],
  ['http', { body: '{{.host}}' }, { body: '{{.host}}' }],
])('%s %j: fills in the templates', (type, spec, expected) => {
  expect(fillTemplates(type, spec, env)).toEqual({ spec: expected })
})

test("prefers a check's own values to those of its canary", () => {
  const spec = { url: 'http://{{.host}}', env: [{ name: 'host', value: { value: 'shop.example' } }] }
  expect(fillTemplates('http', spec, env)).toMatchObject({ spec: { url: 'http://shop.example' } })
})

test.each([
  [{ endpoint: '{{.other}}' }, 'the template in endpoint of tcp checks is not filled in: There is nothing at .other.'],
  [{ endpoint: '{{ lower .host }}' }, 'The embedded backend fills in paths only, not {{ lower .host }}.'],
  [{ endpoint: '$(.secret)' }, 'There is nothing at .secret.'],
  [{ endpoint: '{{.viaConnection}}' }, 'It names a connection.'],
])('%j: gives no verdict: %s', (spec, reason) => {
  const more = { ...env, secret: { valueFrom: {} }, viaConnection: 'connection://shop/api' }
  expect(fillTemplates('tcp', spec, more)).toEqual({ reason: expect.stringContaining(reason) })
})

test.each(['echo {{.host}}', 'echo $(date) "$(.host)"'])('%j: gives no verdict, whatever the value is', (script) =>
  expect(fillTemplates('exec', { script }, env)).toEqual({
    reason: expect.stringContaining('Line 1 of the script contains the template'),
  })
)

test('redacts a value whose name marks it as a secret', async () => {
  const { clean } = await withRedaction(async () =>
    fillTemplates('tcp', { endpoint: '{{.host}}' }, { host: 'h.example', token: 'pa55-word' })
  )
  expect(clean('h.example pa55-word')).toBe('h.example ***')
})
