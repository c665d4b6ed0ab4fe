import { describe, expect, test } from 'vitest'
import { planRead, type ReadPlan } from './plan'
import { parseRequest } from './request'
import type { SchemaRelation, Relationship, SchemaCache } from './schema-cache'

const relation = (name: string, ...columns: string[]): [string, SchemaRelation] => [
  name,
  {
    name,
    columns: new Map(columns.map((column) => [column, { name: column, type: 'text' }])),
    primaryKey: ['id'],
    isTable: true,
  },
]
const ships = {
  constraint: 'ships_port_fkey',
  from: 'ships',
  to: 'ports',
  on: [{ from: 'port_id', to: 'id' }],
  isToOne: true,
}
const ports: Relationship = {
  ...ships,
  from: 'ports',
  to: 'ships',
  on: [{ from: 'id', to: 'port_id' }],
  isToOne: false,
}
const cache: SchemaCache = {
  relations: new Map([
    relation('ships', 'id', 'name', 'port_id', 'specs'),
    relation('ports', 'id', 'name', 'country'),
    relation('connections', 'id', 'url', 'password'),
  ]),
  relationships: new Map([
    ['ships', [ships]],
    ['ports', [ports]],
  ]),
  functions: new Map(),
  timeZones: new Set(),
  keepsMasks: true,
}

function plan(path: string): ReadPlan {
  const [name = ''] = path.split('?')
  const source = cache.relations.get(name)
  if (!source) throw new Error(name)
  const query = parseRequest(new Request(`http://console.test/${path}`), new Date(0))
  return planRead(cache, query, { relation: name, columns: source.columns }, () => true)
}
const names = ({ items }: ReadPlan): string[] =>
  items.map((item) => (item.kind === 'column' ? item.name : `${item.name}(${names(item.plan).join()})`))

describe('items', () => {
  test.each([
    ['ships', ['id', 'name', 'port_id', 'specs']],
    ['ships?select=name,id', ['name', 'id']],
    ['ships?select=id,id', ['id']],
    ['ships?select=*,name', ['id', 'name', 'port_id', 'specs']],
    ['ships?select=label:name,kind:specs->>kind', ['label', 'kind']],
    ['ships?select=id,ports(name)', ['id', 'ports(name)']],
    ['ships?select=*,port_id(name)', ['id', 'name', 'port_id(name)', 'specs']],
    ['ships?select=port_id(name),*', ['id', 'name', 'port_id(name)', 'specs']],
    ['ships?select=*,name:ports(id)', ['id', 'name(id)', 'port_id', 'specs']],
    ['ports?select=id,ships(*,ports(id))', ['id', 'ships(id,name,port_id,specs,ports(id))']],
  ])('plans %s', (path, expected) => {
    expect(names(plan(path))).toEqual(expected)
  })
})

describe('filters and limits', () => {
  test('keeps the filters of the root and each embed apart', () => {
    const made = plan('ports?select=id,s:ships(id)&country=eq.NL&s.name=eq.x&s.order=name&s.limit=1')
    expect(made.conditions).toMatchObject([{ path: { column: 'country' } }])
    const [, embed] = made.items
    expect(embed).toMatchObject({
      kind: 'embed',
      plan: { conditions: [{ path: { column: 'name' } }], order: [{ path: { column: 'name' } }], limit: 1 },
    })
  })
  test('accepts filters on an aliased embed by its relation name', () => {
    const [, embed] = plan('ports?select=id,s:ships(id)&ships.name=eq.x').items
    expect(embed).toMatchObject({ plan: { conditions: [{ path: { column: 'name' } }] } })
  })
  test('limits the rows of an embed', () => {
    const [embed] = plan('ports?select=ships(id)&ships.limit=5000').items
    expect(embed).toMatchObject({ plan: { limit: 2000 } })
  })
  test.each([
    ['', 2000],
    ['&limit=5', 5],
    ['&limit=5000', 2000],
    ['&limit=0', 0],
  ])('limits the rows with the query "%s"', (limit, expected) => {
    expect(plan(`ships?select=id${limit}`).limit).toBe(expected)
  })
})

describe('refusals', () => {
  test.each([
    ['ships?select=nope', '42703'],
    ['ships?select=constructor', '42703'],
    ['ships?nope=eq.1', '42703'],
    ['ships?or=(id.eq.1,and(nope.eq.1))', '42703'],
    ['ships?order=nope', '42703'],
    ['ships?select=ports(nope)', '42703'],
    ['ships?select=ports(id)&ports.nope=eq.1', '42703'],
    ['ships?select=ports(id)&ports.order=nope', '42703'],
    ['ships?select=id::nope', '42704'],
    ['ships?ports.name=eq.x', 'PGRST108'],
    ['ships?select=ports(id)&ports.ships.name=eq.x', 'PGRST108'],
    ['ports?select=...ships(id)', 'PGRST100'],
    [`ships?select=${Array.from({ length: 41 }, (_, n) => `p${n}:ports(id)`).join()}`, 'PGRST100'],
    ['connections?password=eq.x', '42501'],
    ['connections?order=password', '42501'],
    ['connections?or=(id.eq.1,password.like.h*)', '42501'],
  ])('refuses %.60s', (path, code) => expect(() => plan(path)).toThrow(expect.objectContaining({ code })))
})

const secrets = (path: string) => plan(path).items.filter((item) => item.kind === 'column' && item.secrecy === 'whole')

test('marks secret columns in every form', () => {
  expect(secrets('connections')).toMatchObject([{ name: 'password' }])
  expect(secrets('connections?select=p:password,q:password->>x,r:password::text')).toHaveLength(3)
})
