import { expect, test } from 'vitest'
import type { ListQuery } from '@/lib/list-query'
import { configConditions, configOrder } from './catalog-query'

const now = new Date('2026-11-21T12:00:00Z')
const asked = (query: Partial<ListQuery>): ListQuery => ({
  search: '',
  sort: undefined,
  filters: {},
  withDeleted: true,
  ...query,
})
const searched = (search: string) => configConditions(asked({ search }), now)
const anywhere = (pattern: string) =>
  `(${['name', 'type', 'description', 'namespace'].map((column) => `${column}.ilike.${pattern}`).join(',')})`

test.each<[string, readonly (readonly [string, string])[]]>([
  ['', []],
  // Each word may match any of the searched columns.
  [
    'pay api',
    [
      ['or', anywhere('"*pay*"')],
      ['or', anywhere('"*api*"')],
    ],
  ],
  ['"a,b)"', [['or', anywhere('"*a,b)*"')]]],
  ['50%_', [['or', anywhere('"*50\\\\%\\\\_*"')]]],
  ['api*', [['or', anywhere('"api*"')]]],
  ['type=Kubernetes::Pod', [['type', 'ilike.Kubernetes::Pod']]],
  ['type=pod', [['type', 'ilike.*::pod']]],
  ['type=AWS::*', [['type', 'ilike.AWS::*']]],
  ['health!=healthy', [['or', '(health.is.null,health.not.ilike.healthy)']]],
  [
    'name=a,b*,!c',
    [
      ['or', '(name.ilike.a,name.ilike."b*")'],
      ['or', '(name.is.null,name.not.ilike.c)'],
    ],
  ],
  ['tags.cluster=harbour', [['tags', 'cs.{"cluster":"harbour"}']]],
  [
    'labels.app.kubernetes.io/name!=x',
    [['or', '(labels.is.null,labels.not.cs."{\\"app.kubernetes.io/name\\":\\"x\\"}")']],
  ],
  ['tags.zone=eu*', [['tags->>zone', 'ilike.eu*']]],
  ['updated>now-1d', [['updated_at', 'gt.2026-11-20T12:00:00.000Z']]],
  ['changes>5', [['changes', 'gt.5']]],
  ['id=5a000020-0000-4000-8000-000000000105', [['id', 'eq.5a000020-0000-4000-8000-000000000105']]],
  // The backend would refuse the whole list for these terms, so they are searched as text.
  ['id=x', [['or', anywhere('"*id=x*"')]]],
  ['owner=me', [['or', anywhere('"*owner=me*"')]]],
  ['changes>many', [['or', anywhere('"*changes>many*"')]]],
  ['updated>soon', [['or', anywhere('"*updated>soon*"')]]],
])('converts the search %j to conditions [CAT-02]', (text, conditions) => {
  expect(searched(text)).toEqual(conditions)
})

test('combines values of one field or key as alternatives, and fields and keys as requirements [CAT-02]', () => {
  const filters: ListQuery['filters'] = {
    configType: { 'Kubernetes::Pod': 'include', 'a,b': 'include' },
    health: { healthy: 'exclude' },
    tags: { 'cluster=harbour': 'include', 'cluster=dockyard': 'include', 'zone=a=b': 'include' },
    labels: { 'team=payments': 'exclude' },
    unknown: { x: 'include' },
  }
  expect(configConditions(asked({ filters }), now)).toEqual([
    ['type', 'in.("Kubernetes::Pod","a,b")'],
    ['or', '(health.is.null,health.not.in.(healthy))'],
    ['or', '(tags.cs."{\\"cluster\\":\\"harbour\\"}",tags.cs."{\\"cluster\\":\\"dockyard\\"}")'],
    ['tags', 'cs.{"zone":"a=b"}'],
    ['or', '(labels.is.null,labels.not.cs."{\\"team\\":\\"payments\\"}")'],
  ])
})

test('leaves out deleted items unless the query includes them [CAT-18]', () => {
  expect(configConditions(asked({ withDeleted: false }), now)).toEqual([['deleted_at', 'is.null']])
  expect(configConditions(asked({}), now)).toEqual([])
})

test.each([
  [undefined, 'name.asc.nullslast,id.asc'],
  [{ column: 'changes', isDescending: true }, 'changes.desc.nullslast,name.asc,id.asc'],
  [{ column: 'type', isDescending: false }, 'type.asc.nullslast,name.asc,id.asc'],
  // An address can contain any value.
  [{ column: 'config->secret', isDescending: true }, 'name.asc.nullslast,id.asc'],
])('orders %j without ties', (sort, written) => {
  expect(configOrder(asked({ sort }))).toEqual(['order', written])
})
