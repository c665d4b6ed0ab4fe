import { describe, expect, test } from 'vitest'
import { relationSql } from './catalog-sql'
import { planRead } from './plan'
import { parseRequest } from './request'
import type { SchemaRelation, Relationship, SchemaCache } from './schema-cache'
import { planCountSql, planRowsSql } from './to-sql'

const relation = (name: string, columns: Record<string, string>): [string, SchemaRelation] => [
  name,
  {
    name,
    columns: new Map(Object.entries(columns).map(([column, type]) => [column, { name: column, type }])),
    primaryKey: ['id'],
    isTable: true,
  },
]
const toPort: Relationship = {
  constraint: 'ships_port_fkey',
  from: 'ships',
  to: 'ports',
  on: [{ from: 'port_id', to: 'id' }],
  isToOne: true,
}
const cache: SchemaCache = {
  relations: new Map([
    [
      'piers',
      {
        name: 'piers',
        columns: new Map([
          ['name', { name: 'name', type: 'text', searchColumn: 'texts' }],
          ['kind', { name: 'kind', type: 'text', searchColumn: 'texts' }],
          ['size', { name: 'size', type: 'text' }],
        ]),
        primaryKey: [],
        isTable: true,
      },
    ],
    relation('ships', {
      id: 'integer',
      name: 'text',
      port_id: 'integer',
      specs: 'jsonb',
      words: 'tsvector',
      'a"b': 'text',
    }),
    relation('ports', { id: 'integer', name: 'text' }),
    relation('connections', { id: 'integer', password: 'text' }),
  ]),
  relationships: new Map([
    ['ships', [toPort]],
    ['ports', [{ ...toPort, from: 'ports', to: 'ships', on: [{ from: 'id', to: 'port_id' }], isToOne: false }]],
  ]),
  functions: new Map(),
  timeZones: new Set(),
  keepsMasks: true,
}

function planOf(path: string) {
  const [name = ''] = path.split('?')
  const source = cache.relations.get(name)
  if (!source) throw new Error(name)
  const query = parseRequest(new Request(`http://console.test/${path}`), new Date(0))
  return planRead(cache, query, { relation: name, columns: source.columns }, () => true)
}
const rendered = (path: string) => planRowsSql(planOf(path), relationSql(path.split('?')[0] ?? '')).render()

/** The text after `where`, without the limit that every statement has. */
function whereOf(filter: string) {
  const { text, values } = rendered(`ships?select=id&${filter}`)
  return [text.replace(/^.* where /, '').replace(/ limit \$\d+$/, ''), values.slice(0, -1)]
}

describe('conditions', () => {
  test.each([
    ['id=eq.1', '("t0"."id" = $1)', ['1']],
    ['id=not.eq.1', 'not ("t0"."id" = $1)', ['1']],
    ['id=in.(1,2)', '("t0"."id" in ($1, $2))', ['1', '2']],
    ['id=in.()', '(false)', []],
    ['id=not.in.()', 'not (false)', []],
    ['id=is.null', '("t0"."id" is null)', []],
    ['id=is.not_null', '("t0"."id" is not null)', []],
    ['name=like.a*', '("t0"."name" like $1)', ['a%']],
    ['name=ilike.*a*', '("t0"."name" ilike $1)', ['%a%']],
    ['name=eq.a*', '("t0"."name" = $1)', ['a*']],
    ['name=match.a*', '("t0"."name" ~ $1)', ['a*']],
    ['name=like(any).{a*,b}', '("t0"."name" like any ($1::text[]))', ['{a%,b}']],
    ['id=eq(any).{1,2}', '("t0"."id" = any ($1::integer[]))', ['{1,2}']],
    ['name=isdistinct.a', '("t0"."name" is distinct from $1)', ['a']],
    ['specs=cs.{}', '("t0"."specs" @> $1)', ['{}']],
    ['specs->>crew=eq.1', '("t0"."specs"->>$1::text = $2)', ['crew', '1']],
    ['specs->0->a=eq.1', '("t0"."specs"->$1::int->$2::text = $3)', ['0', 'a', '1']],
    ['words=fts.a', '("t0"."words" @@ "to_tsquery"($1))', ['a']],
    ['words=wfts(english).a', '("t0"."words" @@ "websearch_to_tsquery"($1::regconfig, $2))', ['english', 'a']],
    ['name=plfts.a', '(to_tsvector("t0"."name"::text) @@ "plainto_tsquery"($1))', ['a']],
    ['or=(id.eq.1,name.eq.a)', '(("t0"."id" = $1) or ("t0"."name" = $2))', ['1', 'a']],
    ['not.and=(id.eq.1,name.eq.a)', 'not (("t0"."id" = $1) and ("t0"."name" = $2))', ['1', 'a']],
    ['id=gt.1&id=lt.5', '("t0"."id" > $1) and ("t0"."id" < $2)', ['1', '5']],
  ])('renders %s', (filter, text, values) => expect(whereOf(filter)).toEqual([text, values]))
})

/** The patterns that the search column is compared with. */
const texts = (filter: string) => {
  const { text, values } = rendered(`piers?select=name&${filter}`)
  return [...text.matchAll(/"t0"\."texts" like '%' \|\| lower\(\$(\d+)::text\) \|\| '%'/g)].map(
    ([, number]) => values[Number(number) - 1]
  )
}

describe('uses the search column for a text in several columns', () => {
  test.each([
    ['or=(name.ilike.*a*,kind.ilike.*a*)', ['%a%']],
    ['or=(name.ilike.a*,kind.ilike.*b)', ['a%', '%b']],
    ['or=(name.ilike.*a*,kind.ilike.*a*)&or=(name.ilike.*b*,kind.ilike.*b*)', ['%a%', '%b%']],
  ])('for %s', (filter, patterns) => expect(texts(filter)).toEqual(patterns))
  test.each([
    'name=eq.a',
    'or=(name.ilike.*a*,size.ilike.*a*)',
    'or=(name.ilike.*a*,kind.eq.a)',
    'or=(name.like.*a*,kind.like.*a*)',
    'or=(name.ilike.*a*,kind.not.ilike.*a*)',
    'or=(name.ilike(any).{a},kind.ilike.*a*)',
    'or=(name->>x.ilike.*a*,kind.ilike.*a*)',
    'or=(name.ilike."a\\\\",kind.ilike.*a*)',
    'not.or=(name.ilike.*a*,kind.ilike.*a*)',
    'not.and=(or(name.ilike.*a*,kind.ilike.*a*))',
  ])('but not for %s', (filter) => expect(texts(filter)).toEqual([]))
})

describe('never includes request text in a statement', () => {
  const evil = `x'); drop table ships; --"\\`
  test.each([
    `name=eq.${evil}`,
    `name=in.("${evil.replaceAll(/["\\]/g, '\\$&')}")`,
    `specs->>${evil}=eq.1`,
    `specs->"${evil.replaceAll(/["\\]/g, '\\$&')}"=eq.1`,
    `name.filter=${evil}`,
    `name=like(any).{${evil}}`,
    `or=(name.eq."${evil.replaceAll(/["\\]/g, '\\$&')}")`,
    `name=wfts(english).${evil}`,
  ])('for %s', (filter) => {
    const parameters = new URLSearchParams(
      filter.split('&').map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)])
    )
    const { text, values } = rendered(`ships?select=id&${parameters}`)
    expect(text).not.toContain('drop')
    expect(values.some((value) => value?.includes('drop table'))).toBe(true)
  })
  test('quotes an alias', () => {
    expect(rendered('ships?select="x\\" from ships; --":name').text).toContain('as "x"" from ships; --" from')
    expect(rendered('ships?select=a""b:name').text).toMatch(/as "a""""b" from/)
  })
  test('quotes a column with a quote in its name', () => {
    expect(rendered('ships?select="a\\"b"').text).toContain('"t0"."a""b" as "a""b"')
  })
})

describe('statements', () => {
  test('renders a to-one embed as an object', () => {
    const { text } = rendered('ships?select=id,ports(name)')
    expect(text).toMatch(
      /\(select row_to_json\(r\) as made from \(select "t1"\."name" as "name" from public."ports" as "t1" where "t1"\."id" = "t0"\."port_id" limit \$\d+\) as r offset 0\) as r\) as "ports"/
    )
  })
  test('renders a to-many embed as a list, never null', () => {
    const { text } = rendered('ports?select=id,ships(name)')
    expect(text).toContain('coalesce((select json_agg(made) from (')
    expect(text).toMatch(
      /\(select row_to_json\(r\) as made from \(select "t1"\."name" as "name" from public."ships" as "t1" where "t1"\."port_id" = "t0"\."id" limit \$\d+\) as r offset 0\) as r\) as r\), '\[\]'::json\) as "ships"/
    )
  })
  test('requires a match for inner embeds in rows and count', () => {
    const path = 'ships?select=id,ports!inner(id)&ports.name=eq.x'
    const exists =
      /exists \(select from public."ports" as "t\d+" where "t\d+"."id" = "t0"."port_id" and \("t\d+"."name" = \$\d+\)\)/
    expect(rendered(path).text).toMatch(exists)
    expect(planCountSql(planOf(path), relationSql('ships')).render().text).toMatch(exists)
  })
  test('omits limit, offset and order from the count', () => {
    const { text } = planCountSql(planOf('ships?id=gt.1&order=name&limit=2&offset=1'), relationSql('ships')).render()
    expect(text).toBe('select count(*) from public."ships" as "t0" where ("t0"."id" > $1)')
  })
  test('cuts a later page before its embeds', () => {
    const { text } = rendered('ships?select=id,ports(name)&order=name&limit=2&offset=4')
    expect(text).toMatch(
      /from \(select "t0"\.\* from public."ships" as "t0" order by "t0"."name" asc limit \$\d+ offset \$\d+\) as "t0" order by "t0"."name" asc$/
    )
  })
  test('masks a secret column in every form', () => {
    const { text } = rendered('connections?select=p:password,q:password->>x,r:password::int')
    const mask =
      /case when "t0"\."password" = '' or "t0"\."password" ~ '\S+' then "t0"\."password" else '\*\*\*' end as/g
    expect(text.match(mask)).toHaveLength(3)
  })
  test.each([
    ['order=name', 'order by "t0"."name" asc'],
    ['order=name.desc.nullslast,id', 'order by "t0"."name" desc nulls last, "t0"."id" asc'],
    ['order=specs->>crew', 'order by "t0"."specs"->>$1::text asc'],
  ])('renders %s', (order, text) => expect(rendered(`ships?select=id&${order}`).text).toContain(text))
})
