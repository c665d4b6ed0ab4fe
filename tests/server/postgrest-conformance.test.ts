import { beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../helpers/database'
import { harbour, relationalOver } from '../helpers/harbour'

// An independent client of the dialect drives the API, so that its requests were not written by the author of the
// parser.

const db = await testDatabase()
await db.script(harbour)
const { client, send } = await relationalOver(db)

type Answer = PromiseLike<{ data: unknown; error: unknown; status: number; count: number | null }>
type Case = [name: string, ask: () => Answer, expected: unknown]

const ports = (columns = 'id') => client.from('ports').select(columns).order('id')
const ships = (columns = 'id') => client.from('ships').select(columns).order('id')
const ids = (...list: number[]) => list.map((id) => ({ id }))

const answers = (cases: Case[]) =>
  test.each(cases)('returns the expected rows for %s', async (_name, ask, expected) => {
    const { data, error } = await ask()
    expect(error).toBeNull()
    expect(data).toEqual(expected)
  })

describe('comparisons', () => {
  answers([
    ['eq on a number', () => ports().eq('id', 2), ids(2)],
    ['eq on text', () => ports().eq('name', 'Genoa'), ids(3)],
    ['eq on text with quotes, commas and brackets', () => ports().eq('name', 'Port "X", (old)'), ids(4)],
    ['eq on a boolean', () => ports().eq('is_free', false), ids(2, 4)],
    ['eq on a boolean written 1', () => ports().eq('is_free', 1), ids(1)],
    ['eq on a numeric', () => ports().eq('depth', 24), ids(1)],
    ['eq on a date', () => ports().eq('opened', '1189-05-07'), ids(2)],
    ['eq on a time in another zone', () => ports().eq('seen_at', '2025-04-13T22:00:00Z'), ids(2)],
    ['eq on an enum', () => ports().eq('cargo', 'people'), ids(3)],
    ['eq on a uuid', () => ports().eq('code', '00000000-0000-4000-8000-000000000002'), ids(2)],
    ['eq on a bigint beyond what a double can hold', () => ships().eq('tonnage', '9007199254740993'), ids(3)],
    ['eq on a whole array', () => ports().eq('tags', '{oil,container}'), ids(1)],
    ['eq on whole JSON', () => ports().eq('facts', '{"cranes": null}'), ids(4)],
    ['eq never finds null', () => ports().eq('country', 'null'), []],
    ['neq drops nulls', () => ports().neq('country', 'NL'), ids(2, 3)],
    ['gt', () => ports().gt('berths', 25), ids(1)],
    ['gte', () => ports().gte('berths', 25), ids(1, 2)],
    ['lt', () => ports().lt('berths', 12), ids(4)],
    ['lte', () => ports().lte('berths', 12), ids(3, 4)],
    ['two on one column make a window', () => ports().gt('berths', 0).lt('berths', 40), ids(2, 3)],
    ['gt on a time', () => ports().gt('seen_at', '2025-04-15T06:36:38.123455Z'), ids(1)],
    ['isDistinct finds null', () => ports().isDistinct('country', 'NL'), ids(2, 3, 4)],
    ['not isDistinct', () => ports().not('country', 'isdistinct', 'NL'), ids(1)],
    ['match', () => ports().match({ country: 'NL', berths: 40 }), ids(1)],
    ['a column with spaces', () => client.from('odd table').select('id').eq('a column', 'x'), ids(1)],
    ['a column with an umlaut', () => client.from('odd table').select('id').eq('Ümlaut', 'z'), ids(1)],
    ['a column with a dot, quoted', () => client.from('odd table').select('id').eq('"a.b"', 'dot'), ids(1)],
  ])
})

describe('patterns', () => {
  answers([
    ['like with %', () => ports().like('name', '%am%'), ids(1, 2)],
    ['like with *', () => ports().like('name', 'H*'), ids(2)],
    ['like minds case', () => ports().like('name', 'h*'), []],
    ['ilike does not', () => ports().ilike('name', 'h*'), ids(2)],
    ['ilike without a wildcard is equality', () => ports().ilike('name', 'GENOA'), ids(3)],
    ['not ilike', () => ports().not('name', 'ilike', '*o*'), ids(2)],
    ['like all', () => ports().likeAllOf('name', ['*o*', '*am*']), ids(1)],
    ['like any', () => ports().likeAnyOf('name', ['H*', 'G*']), ids(2, 3)],
    ['ilike all', () => ports().ilikeAllOf('name', ['*O*', '*AM*']), ids(1)],
    ['ilike any', () => ports().ilikeAnyOf('name', ['h*', 'g*']), ids(2, 3)],
    ['a regular expression', () => ports().regexMatch('name', '^[GH]'), ids(2, 3)],
    ['a regular expression without case', () => ports().regexIMatch('name', '^[gh]'), ids(2, 3)],
    ['eq any', () => ports().filter('id', 'eq(any)', '{1,3}'), ids(1, 3)],
    ['gt all', () => ports().filter('berths', 'gt(all)', '{1,12}'), ids(1, 2)],
    ['not eq any', () => ports().not('id', 'eq(any)', '{1,3}'), ids(2, 4)],
  ])
})

describe('lists, nulls, arrays, ranges, words', () => {
  answers([
    ['in', () => ports().in('id', [1, 3, 99]), ids(1, 3)],
    ['in nothing', () => ports().in('id', []), []],
    ['in with a comma and brackets', () => ports().in('name', ['Genoa', 'a,b', '(c)']), ids(3)],
    ['in with colons', () => ports().in('name', ['A::B', 'Genoa']), ids(3)],
    ['notIn', () => ports().notIn('id', [1, 3]), ids(2, 4)],
    ['not in', () => ports().not('id', 'in', '(1,3)'), ids(2, 4)],
    ['not in drops nulls', () => ports().not('country', 'in', '(NL)'), ids(2, 3)],
    ['is null', () => ports().is('country', null), ids(4)],
    ['is true', () => ports().is('is_free', true), ids(1)],
    ['is false', () => ports().is('is_free', false), ids(2, 4)],
    ['not is null', () => ports().not('country', 'is', null), ids(1, 2, 3)],
    ['contains, a list', () => ports().contains('tags', ['container']), ids(1, 2)],
    ['contains, a list with a comma inside', () => ports().contains('tags', ['"cruise, ship"']), ids(3)],
    ['contains, JSON', () => ports().contains('facts', { owner: { name: 'city' } }), ids(1)],
    ['contains, a range', () => ports().contains('hours', '[7,8)'), ids(1, 2)],
    ['containedBy', () => ports().containedBy('tags', ['container', 'oil']), ids(1, 2, 4)],
    ['containedBy, JSON', () => ports().containedBy('facts', { cranes: null, x: 1 }), ids(4)],
    ['overlaps', () => ports().overlaps('tags', ['oil', 'ferry']), ids(1, 3)],
    ['overlaps, a range', () => ports().overlaps('hours', '[21,23)'), ids(1, 2)],
    ['rangeGt', () => ports().rangeGt('hours', '[0,6)'), ids(2, 3)],
    ['rangeGte', () => ports().rangeGte('hours', '[6,7)'), ids(2, 3)],
    ['rangeLt', () => ports().rangeLt('hours', '[22,23)'), ids(2, 3)],
    ['rangeLte', () => ports().rangeLte('hours', '[0,22)'), ids(2, 3)],
    ['rangeAdjacent', () => ports().rangeAdjacent('hours', '[22,23)'), ids(2)],
    ['words', () => ships().textSearch('words', 'ship & cargo'), ids(1)],
    ['words, stemmed', () => ships().textSearch('words', 'cat', { config: 'english' }), ids(2)],
    ['plain words', () => ships().textSearch('words', 'cargo ship', { type: 'plain' }), ids(1)],
    ['a phrase', () => ships().textSearch('words', 'fat cats', { type: 'phrase', config: 'english' }), ids(2)],
    ['words as in a search engine', () => ships().textSearch('words', 'ship -cargo', { type: 'websearch' }), ids(3)],
    ['words of plain text', () => ships().textSearch('description', 'sail', { config: 'english' }), ids(2)],
    ['not words', () => ships().not('words', 'fts', 'ship'), ids(2, 4)],
  ])
})

describe('trees', () => {
  answers([
    ['or', () => ports().or('id.eq.1,id.eq.3'), ids(1, 3)],
    ['or with and', () => ports().or('id.eq.1,and(berths.gt.1,country.eq.IT)'), ids(1, 3)],
    ['or with not', () => ports().or('id.eq.1,country.not.is.null'), ids(1, 2, 3)],
    ['or with not and', () => ports().or('id.eq.4,not.and(berths.gt.1,depth.gt.1)'), ids(4)],
    ['or with in', () => ports().or('id.in.(1,2),country.is.null'), ids(1, 2, 4)],
    ['or with quotes', () => ports().or('name.eq."Port \\"X\\", (old)",id.eq.1'), ids(1, 4)],
    ['or with an array', () => ports().or('tags.cs.{oil},tags.cs.{"cruise, ship"}'), ids(1, 3)],
    ['or with a range', () => ports().or('hours.adj."[22,23)",id.eq.1'), ids(1, 2)],
    ['or with JSON', () => ports().or('facts->>cranes.eq.12,facts->owner->>name.eq.state'), ids(1, 2)],
    ['or with a pattern', () => ports().or('name.ilike.*ROT*,name.ilike.*gen*'), ids(1, 3)],
    ['or with like any', () => ports().or('name.like(any).{R*,G*},id.eq.2'), ids(1, 2, 3)],
    ['or with a full-text search', () => ships().or('words.plfts(english).cats,id.eq.4'), ids(2, 4)],
    ['two ors are and-ed', () => ports().or('id.eq.1,id.eq.2').or('id.eq.2,id.eq.3'), ids(2)],
  ])
})

describe('JSON paths', () => {
  answers([
    ['filter as text', () => ports().eq('facts->>cranes', 12), ids(1)],
    ['filter as JSON', () => ports().eq('facts->cranes', 12), ids(1)],
    ['filter deep', () => ports().eq('facts->owner->>name', 'state'), ids(2)],
    ['filter by a place in a list', () => ports().eq('facts->codes->1', 20), ids(1)],
    ['is null where the member is missing', () => ports().is('facts->owner', null), ids(3, 4)],
    ['in', () => ports().in('facts->>cranes', ['8', '12']), ids(1, 2)],
    ['compare numbers as JSON', () => ports().gt('facts->cranes', 8), ids(1)],
    ['select a member', () => ports('facts->owner->>name').eq('id', 1), [{ name: 'city' }]],
    ['select a member with an alias', () => ports('owner:facts->owner->name').eq('id', 1), [{ owner: 'city' }]],
    ['select JSON', () => ports('facts->owner').eq('id', 1), [{ owner: { name: 'city' } }]],
    ['select from a list', () => ports('first:facts->codes->0').eq('id', 1), [{ first: 10 }]],
    ['select with a cast', () => ports('cranes:facts->>cranes::int').eq('id', 1), [{ cranes: 12 }]],
    [
      'order by a member',
      () => client.from('ports').select('id').not('facts', 'is', null).order('facts->cranes'),
      ids(4, 2, 1),
    ],
  ])
})

describe('select', () => {
  answers([
    ['all', () => client.from('sailors').select().eq('id', 1), [{ id: 1, name: 'Ann' }]],
    ['columns', () => ports('id,name').eq('id', 1), [{ id: 1, name: 'Rotterdam' }]],
    ['an alias', () => ports('label:name').eq('id', 1), [{ label: 'Rotterdam' }]],
    ['an alias with a space, quoted', () => ports('"the name":name').eq('id', 1), [{ 'the name': 'Rotterdam' }]],
    ['a cast', () => ports('berths::text').eq('id', 1), [{ berths: '40' }]],
    ['a cast with an alias', () => ports('b:berths::text').eq('id', 1), [{ b: '40' }]],
    ['a column twice', () => ports('id,id').eq('id', 1), [{ id: 1 }]],
    ['line breaks and spaces', () => ports('id,\n  name').eq('id', 1), [{ id: 1, name: 'Rotterdam' }]],
    [
      'odd names',
      () => client.from('odd table').select('"a column","select","Ümlaut","a.b"'),
      [{ 'a column': 'x', select: 'y', Ümlaut: 'z', 'a.b': 'dot' }],
    ],
    ['numeric is a number', () => ports('depth').eq('id', 2), [{ depth: 15.1 }]],
    [
      'a time has microseconds and an offset',
      () => ports('seen_at').eq('id', 1),
      [{ seen_at: '2025-04-15T06:36:38.123456+00:00' }],
    ],
    ['a time without a zone has none', () => ports('local_at').eq('id', 1), [{ local_at: '2025-03-01T10:11:12.5' }]],
    ['a date', () => ports('opened').eq('id', 1), [{ opened: '1872-03-09' }]],
    ['an array', () => ports('tags').eq('id', 3), [{ tags: ['ferry', 'cruise, ship'] }]],
    ['a range', () => ports('hours').eq('id', 2), [{ hours: '[6,22)' }]],
    ['JSON', () => ports('facts').eq('id', 4), [{ facts: { cranes: null } }]],
    ['a view', () => client.from('active_ships').select('title').eq('id', 1), [{ title: 'ALBATROS' }]],
  ])
})

describe('order and pages', () => {
  answers([
    ['ascending', () => client.from('ports').select('id').order('name'), ids(3, 2, 4, 1)],
    ['descending', () => client.from('ports').select('id').order('name', { ascending: false }), ids(1, 4, 2, 3)],
    [
      'two columns',
      () => client.from('ports').select('id').order('is_free').order('id', { ascending: false }),
      ids(4, 2, 1, 3),
    ],
    ['nulls last when ascending', () => client.from('ports').select('id').order('country'), ids(2, 3, 1, 4)],
    [
      'nulls first when descending',
      () => client.from('ports').select('id').order('country', { ascending: false }),
      ids(4, 1, 3, 2),
    ],
    ['nulls first', () => client.from('ports').select('id').order('country', { nullsFirst: true }), ids(4, 2, 3, 1)],
    [
      'nulls last',
      () => client.from('ports').select('id').order('country', { ascending: false, nullsFirst: false }),
      ids(1, 3, 2, 4),
    ],
    ['limit', () => ports().limit(2), ids(1, 2)],
    ['no rows', () => ports().limit(0), []],
    ['range', () => ports().range(1, 2), ids(2, 3)],
    [
      'a later page with embeds keeps its order',
      () => client.from('ships').select('id,ports(name)').order('name', { ascending: false }).range(1, 2),
      [
        { id: 3, ports: { name: 'Hamburg' } },
        { id: 2, ports: { name: 'Rotterdam' } },
      ],
    ],
    [
      'by a column that is not shown',
      () => client.from('ports').select('name').order('berths').limit(1),
      [{ name: 'Port "X", (old)' }],
    ],
  ])
})

describe('embeds', () => {
  answers([
    ['to one, by relation', () => ships('id,ports(name)').eq('id', 1), [{ id: 1, ports: { name: 'Rotterdam' } }]],
    ['to one, none', () => ships('id,ports(name)').eq('id', 4), [{ id: 4, ports: null }]],
    ['to one, by column', () => ships('id,home_port(name)').eq('id', 1), [{ id: 1, home_port: { name: 'Rotterdam' } }]],
    ['to one, alias and column', () => ships('port:home_port(name)').eq('id', 1), [{ port: { name: 'Rotterdam' } }]],
    [
      'to one, by constraint',
      () => ships('port:ports!ships_home_port_fkey(name)').eq('id', 1),
      [{ port: { name: 'Rotterdam' } }],
    ],
    ['to one, by column as hint', () => ships('ports!home_port(name)').eq('id', 1), [{ ports: { name: 'Rotterdam' } }]],
    [
      'everything and an embed of a column',
      () => client.from('captains').select('*,ship_id(name)').eq('ship_id', 1),
      [{ ship_id: { name: 'Albatros' }, name: 'Ahab' }],
    ],
    [
      'an embed before everything',
      () => client.from('captains').select('ship_id(name),*').eq('ship_id', 1),
      [{ ship_id: { name: 'Albatros' }, name: 'Ahab' }],
    ],
    [
      'an alias that is also a column',
      () => client.from('captains').select('*,name:ships(name)').eq('ship_id', 1),
      [{ ship_id: 1, name: { name: 'Albatros' } }],
    ],
    [
      'one to one',
      () => ships('id,captains(name)').in('id', [1, 4]),
      [
        { id: 1, captains: { name: 'Ahab' } },
        { id: 4, captains: null },
      ],
    ],
    [
      'to many',
      () => ports('id,ships(id)').in('id', [1, 3]),
      [
        { id: 1, ships: ids(1, 2) },
        { id: 3, ships: [] },
      ],
    ],
    [
      'to many, by a hint',
      () => ports('id,left:voyages!voyages_from_port_fkey(id)').eq('id', 1),
      [{ id: 1, left: ids(1, 3) }],
    ],
    [
      'to many, by a column as hint',
      () => ports('id,voyages!to_port(id)').eq('id', 3),
      [{ id: 3, voyages: ids(3, 4) }],
    ],
    [
      'twice, by aliases',
      () => client.from('voyages').select('a:from_port(name),b:to_port(name)').eq('id', 1),
      [{ a: { name: 'Rotterdam' }, b: { name: 'Hamburg' } }],
    ],
    [
      'many to many',
      () => ships('id,sailors(name)').in('id', [1, 4]),
      [
        { id: 1, sailors: [{ name: 'Ann' }, { name: 'Ben' }] },
        { id: 4, sailors: [] },
      ],
    ],
    [
      'many to many, back',
      () => client.from('sailors').select('name,ships(id)').order('id'),
      [
        { name: 'Ann', ships: ids(1, 2) },
        { name: 'Ben', ships: ids(1) },
        { name: 'Cem', ships: [] },
      ],
    ],
    ['many to many, by the link as hint', () => ships('sailors!berths(id)').eq('id', 2), [{ sailors: ids(1) }]],
    [
      'the link itself',
      () => ships('berths(rank,sailors(name))').eq('id', 2),
      [{ berths: [{ rank: 'bosun', sailors: { name: 'Ann' } }] }],
    ],
    [
      'to itself, by column',
      () => ships('id,sister_id(name)').eq('id', 2),
      [{ id: 2, sister_id: { name: 'Albatros' } }],
    ],
    [
      'four levels',
      () => ports('ships(voyages(to_port(ships(id))))').eq('id', 2),
      [{ ships: [{ voyages: [{ to_port: { ships: [] } }] }] }],
    ],
    ['there and back', () => ships('ports(ships(id))').eq('id', 1), [{ ports: { ships: ids(1, 2) } }]],
    [
      'everything in an embed',
      () => ships('berths(*)').eq('id', 2),
      [{ berths: [{ ship_id: 2, sailor_id: 1, rank: 'bosun' }] }],
    ],
    [
      'JSON in an embed',
      () => client.from('captains').select('ships(crew:specs->crew)').eq('ship_id', 1),
      [{ ships: { crew: 12 } }],
    ],
    ['spread', () => ships('id,...ports(port:name,berths)').eq('id', 1), [{ id: 1, port: 'Rotterdam', berths: 40 }]],
    ['spread of nothing', () => ships('id,...ports(port:name)').eq('id', 4), [{ id: 4, port: null }]],
    [
      'spread with an embed inside',
      () => client.from('captains').select('name,...ships(ports(name))').eq('ship_id', 1),
      [{ name: 'Ahab', ports: { name: 'Rotterdam' } }],
    ],
    [
      'from a view',
      () => client.from('active_ships').select('id,ports(name)').eq('id', 1),
      [{ id: 1, ports: { name: 'Rotterdam' } }],
    ],
    ['to a view', () => ports('active_ships(id)').eq('id', 1), [{ active_ships: ids(1, 2) }]],
    [
      'between views',
      () => client.from('voyage_list').select('id,active_ships(name)').eq('id', 1),
      [{ id: 1, active_ships: { name: 'Albatros' } }],
    ],
    [
      'from a view of a view, by its own column',
      () => client.from('ship_names').select('label,port(name)').eq('ship', 1),
      [{ label: 'Albatros', port: { name: 'Rotterdam' } }],
    ],
    [
      'to a view of a view, by the constraint of the table',
      () => ports('ship_names!ships_home_port_fkey(label)').eq('id', 1),
      [{ ship_names: [{ label: 'Albatros' }, { label: 'Bora' }] }],
    ],
    [
      'from a view with two ways, by constraint',
      () => client.from('voyage_list').select('ports!voyages_to_port_fkey(name)').eq('id', 4),
      [{ ports: { name: 'Genoa' } }],
    ],
    [
      'to views of one table at once',
      () => ships('id,captains(name),voyage_list(id)').eq('id', 3),
      [{ id: 3, captains: null, voyage_list: ids(4) }],
    ],
  ])
})

describe('narrowing embeds', () => {
  answers([
    [
      'a filter leaves the parent alone',
      () => ports('id,ships(id)').eq('ships.tonnage', 5000).in('id', [1, 2]),
      [
        { id: 1, ships: ids(1) },
        { id: 2, ships: [] },
      ],
    ],
    [
      'a filter to one',
      () => ships('id,ports(name)').eq('ports.country', 'DE').in('id', [1, 3]),
      [
        { id: 1, ports: null },
        { id: 3, ports: { name: 'Hamburg' } },
      ],
    ],
    [
      'inner without a filter',
      () => ships('id,ports!inner(name)').gt('id', 2),
      [{ id: 3, ports: { name: 'Hamburg' } }],
    ],
    ['inner with a filter', () => ports('id,ships!inner(id)').eq('ships.name', 'Bora'), [{ id: 1, ships: ids(2) }]],
    ['inner by alias', () => ports('id,s:ships!inner(id)').eq('s.name', 'Bora'), [{ id: 1, s: ids(2) }]],
    [
      'inner with a hint',
      () => ports('id,voyages!voyages_to_port_fkey!inner(id)').eq('voyages.ship_id', 2),
      [{ id: 3, voyages: ids(3) }],
    ],
    ['inner that shows nothing', () => ports('id,ships!inner()').eq('ships.name', 'Calypso'), ids(2)],
    [
      'inner, two levels',
      () => ports('id,ships!inner(id,captains!inner(name))').eq('ships.captains.name', 'Nemo'),
      [{ id: 1, ships: [{ id: 2, captains: { name: 'Nemo' } }] }],
    ],
    [
      'inner, many to many',
      () => ships('id,sailors!inner(id)').eq('sailors.name', 'Ben'),
      [{ id: 1, sailors: ids(2) }],
    ],
    ['left', () => ports('id,ships!left(id)').eq('id', 3), [{ id: 3, ships: [] }]],
    [
      'or inside',
      () => ports('id,ships(id)').or('tonnage.lt.2000,name.eq.Nobody', { referencedTable: 'ships' }).eq('id', 1),
      [{ id: 1, ships: ids(2) }],
    ],
    [
      'order inside',
      () => ports('id,ships(id)').order('name', { referencedTable: 'ships', ascending: false }).eq('id', 1),
      [{ id: 1, ships: ids(2, 1) }],
    ],
    [
      'limit inside',
      () =>
        ports('id,ships(id)')
          .order('id', { referencedTable: 'ships' })
          .limit(1, { referencedTable: 'ships' })
          .eq('id', 1),
      [{ id: 1, ships: ids(1) }],
    ],
    [
      'range inside',
      () =>
        ports('id,ships(id)')
          .order('id', { referencedTable: 'ships' })
          .range(1, 1, { referencedTable: 'ships' })
          .eq('id', 1),
      [{ id: 1, ships: ids(2) }],
    ],
    [
      'deep order',
      () =>
        client
          .from('captains')
          .select('ships(voyages(id))')
          .order('id', { referencedTable: 'ships.voyages', ascending: false })
          .eq('ship_id', 1),
      [{ ships: { voyages: ids(2, 1) } }],
    ],
    [
      'in inside',
      () => ports('id,ships(id)').in('ships.id', [2, 3]).lt('id', 3),
      [
        { id: 1, ships: ids(2) },
        { id: 2, ships: ids(3) },
      ],
    ],
  ])
})

describe('counts and responses without rows', () => {
  test.each(['exact', 'planned', 'estimated'] as const)('returns the total for count=%s', async (count) => {
    const answer = await client.from('ports').select('id', { count }).gt('berths', 0).order('id').limit(2)
    expect(answer).toMatchObject({ count: 3, status: 206, data: ids(1, 2) })
  })
  test('all rows', async () => {
    expect(await client.from('ports').select('id', { count: 'exact' })).toMatchObject({ count: 4, status: 200 })
  })
  test('HEAD', async () => {
    const answer = await client.from('ports').select('*', { count: 'exact', head: true })
    expect(answer).toMatchObject({ count: 4, data: null, error: null })
  })
  test('inner counts parents', async () => {
    const answer = await client
      .from('ports')
      .select('id,ships!inner(id)', { count: 'exact' })
      .eq('ships.is_active', true)
    expect(answer).toMatchObject({ count: 1 })
  })
  test('a page beyond the end', async () => {
    const answer = await client.from('ports').select('id', { count: 'exact' }).range(10, 20)
    expect(answer).toMatchObject({ status: 416 })
  })
  test('without a count', async () => {
    expect(await ports().range(1, 2)).toMatchObject({ count: null, status: 200 })
  })
})

describe('single objects, CSV and stripped nulls', () => {
  test('single', async () => {
    expect(await client.from('sailors').select().eq('id', 1).single()).toMatchObject({
      data: { id: 1, name: 'Ann' },
      status: 200,
    })
  })
  test.each([
    ['none', 99],
    ['several', undefined],
  ])('single, but %s', async (_name, id) => {
    const query = client.from('sailors').select()
    const { error, status } = await (id === undefined ? query : query.eq('id', id)).single()
    expect([status, error?.code]).toEqual([406, 'PGRST116'])
  })
  test('maybeSingle', async () => {
    expect(await client.from('sailors').select().eq('id', 99).maybeSingle()).toMatchObject({ data: null, error: null })
    expect(await client.from('sailors').select('name').eq('id', 1).maybeSingle()).toMatchObject({
      data: { name: 'Ann' },
    })
  })
  test('keeps every digit in one object', async () => {
    const response = await send('ships?id=eq.3&select=tonnage', {
      headers: { Accept: 'application/vnd.pgrst.object+json' },
    })
    expect(await response.text()).toBe('{"tonnage":9007199254740993}')
  })
  test('csv', async () => {
    const { data } = await client.from('ports').select('id,name,country').order('id').gte('id', 3).csv()
    expect(data).toBe('id,name,country\n3,Genoa,IT\n4,"Port ""X"", (old)",')
  })
  test('nulls stripped', async () => {
    expect((await ships('id,tonnage').eq('id', 4).stripNulls()).data).toEqual(ids(4))
    expect((await ships('id,tonnage').eq('id', 4).single().stripNulls()).data).toEqual({ id: 4 })
  })
})

describe('functions', () => {
  answers([
    ['a value, by POST', () => client.rpc('sum_of', { a: 1, b: 2 }), 3],
    ['a value, by GET', () => client.rpc('sum_of', { a: 1, b: 2 }, { get: true }), 3],
    ['a default', () => client.rpc('sum_of', { a: 1 }, { get: true }), 11],
    ['a null argument', () => client.rpc('sum_of', { a: 1, b: null }), null],
    ['rows of a table', () => client.rpc('ships_of', { port: 1 }).select('id'), ids(1, 2)],
    [
      'rows, filtered',
      () => client.rpc('ships_of', { port: 1 }, { get: true }).select('id').eq('name', 'Bora'),
      ids(2),
    ],
    [
      'rows, ordered and limited',
      () => client.rpc('ships_of', { port: 1 }).select('id').order('id', { ascending: false }).limit(1),
      ids(2),
    ],
    [
      'rows, with an embed',
      () => client.rpc('ships_of', { port: 1 }).select('id,ports(name)').limit(1),
      [{ id: 1, ports: { name: 'Rotterdam' } }],
    ],
    [
      'rows of its own',
      () => client.rpc('tallies', {}, { get: true }),
      [
        { port: 'Rotterdam', ships: 2 },
        { port: 'Hamburg', ships: 1 },
        { port: 'Genoa', ships: 0 },
        { port: 'Port "X", (old)', ships: 0 },
      ],
    ],
    [
      'rows of its own, filtered',
      () => client.rpc('tallies', { minimum: 1 }, { get: true }).gt('ships', 1),
      [{ port: 'Rotterdam', ships: 2 }],
    ],
    [
      'one row is an object',
      () => client.rpc('flagship', {}, { get: true }).select('id,name'),
      { id: 1, name: 'Albatros' },
    ],
    ['a list of values', () => client.rpc('names_like', { patterns: ['a%', 'B%'] }), ['Albatros', 'Bora']],
    [
      'a list as argument, by GET',
      () => client.rpc('names_like', { patterns: ['a%', 'B%'] }, { get: true }),
      ['Albatros', 'Bora'],
    ],
    ['JSON as argument', () => client.rpc('described', { facts: { kind: 'a "b"' } }), 'a "b"'],
    ['nothing', () => client.rpc('forget'), null],
  ])
})

describe('functions that refuse', () => {
  test.each([
    ['an unknown function', () => client.rpc('no_such', { a: 1 }), 404, 'PGRST202'],
    ['an unknown argument', () => client.rpc('sum_of', { a: 1, c: 1 }), 404, 'PGRST202'],
    ['a missing argument', () => client.rpc('sum_of', {}), 404, 'PGRST202'],
    ['an argument that is not a number', () => client.rpc('sum_of', { a: 'x' }), 400, '22P02'],
    [
      'a writing function by GET',
      () => client.rpc('rename_ship', { ship: 1, label: 'X' }, { get: true }),
      405,
      '25006',
    ],
    ['an exception', () => client.rpc('refuse', {}, { get: true }), 400, 'P0001'],
    ['a function of Postgres itself', () => client.rpc('pg_sleep', { seconds: 1 }), 404, 'PGRST202'],
    ['a function of another schema', () => client.rpc('console.masked', { secret: 'x' }), 404, 'PGRST202'],
  ])('refuses %s', async (_name, ask, status, code) => {
    const answer = await ask()
    expect([answer.status, answer.error?.code]).toEqual([status, code])
  })
  test('keeps the detail and hint of an exception', async () => {
    const { error } = await client.rpc('refuse', {}, { get: true })
    expect(error).toMatchObject({ message: 'not today', details: 'it is late', hint: 'come tomorrow' })
  })
  test('the number of rows of a function', async () => {
    const answer = await client.rpc('ships_of', { port: 1 }, { get: true, count: 'exact' }).limit(1)
    expect(answer).toMatchObject({ count: 2, status: 206 })
  })
})

describe('refusals', () => {
  test.each([
    ['an unknown relation', () => client.from('no_such').select(), 404, '42P01'],
    ['a relation of Postgres itself', () => client.from('pg_class').select(), 404, '42P01'],
    ['a relation of another schema', () => client.from('console.migrations').select(), 404, '42P01'],
    ['an unknown column in select', () => ports('nope'), 400, '42703'],
    ['an unknown column in a filter', () => ports().eq('nope', 1), 400, '42703'],
    ['an unknown column in order', () => client.from('ports').select().order('nope'), 400, '42703'],
    ['an unknown column in a tree', () => ports().or('nope.eq.1'), 400, '42703'],
    ['a column named like a member of every object', () => ports('constructor,__proto__'), 400, '42703'],
    ['an unknown column in an embed', () => ships('ports(nope)'), 400, '42703'],
    ['no relationship', () => client.from('sailors').select('ports(id)'), 400, 'PGRST200'],
    ['no relationship of a union', () => client.from('everybody').select('ships(id)'), 400, 'PGRST200'],
    ['an unknown relationship hint', () => ships('ports!nope(id)'), 400, 'PGRST200'],
    ['two relationships', () => client.from('voyages').select('ports(id)'), 300, 'PGRST201'],
    ['two relationships, back', () => ports('voyages(id)'), 300, 'PGRST201'],
    ['a filter on a relation that is not embedded', () => ports().eq('ships.id', 1), 400, 'PGRST108'],
    ['a cast to an unknown type', () => ports('id::nope'), 400, '42704'],
    ['spread of many', () => ports('...ships(id)'), 400, 'PGRST100'],
    ['text for a number', () => ports().eq('id', 'x'), 400, '22P02'],
    ['text for a time', () => ports().gt('seen_at', 'soon'), 400, '22007'],
    ['a number too large', () => ports().eq('id', '99999999999'), 400, '22003'],
    ['an unknown enum value', () => ports().eq('cargo', 'oil'), 400, '22P02'],
    ['a pattern on a number', () => ports().like('id', '1%'), 400, '42883'],
    ['an arrow into text', () => ports().eq('name->>x', '1'), 400, '42883'],
    ['a broken regular expression', () => ports().regexMatch('name', '('), 400, '2201B'],
    ['an unknown operator', () => ports().filter('id', 'near', 1), 400, 'PGRST100'],
    ['a broken tree', () => ports().or('id.eq.1,(('), 400, 'PGRST100'],
    ['a broken select', () => ports('id,ships('), 400, 'PGRST100'],
  ])('refuses %s', async (_name, ask, status, code) => {
    const answer = await ask()
    expect([answer.status, answer.error?.code]).toEqual([status, code])
  })
  test('explains how to choose in an ambiguous embed', async () => {
    const { error } = await client.from('voyages').select('ports(id)')
    expect(error?.hint).toContain('ports!voyages_from_port_fkey')
    expect(error?.hint).toContain('ports!voyages_to_port_fkey')
  })
})

describe('other methods', () => {
  test.each(['PUT', 'OPTIONS', 'PURGE'])('refuses %s', async (method) => {
    expect((await send('ports?id=eq.1', { method })).status).toBe(405)
  })
})

describe('requests that this client never sends', () => {
  test.each([
    ['not.or', 'ports?not.or=(id.eq.1,id.eq.2)&order=id&select=id', ids(3, 4)],
    ['not.and', 'ports?not.and=(id.gt.1,id.lt.4)&order=id&select=id', ids(1, 4)],
    [
      'not.or inside an embed',
      'ports?select=id,ships(id)&ships.not.or=(id.eq.1,id.eq.4)&id=eq.1',
      [{ id: 1, ships: ids(2) }],
    ],
    [
      'and inside an embed',
      'ports?select=id,ships(id)&ships.and=(id.gt.1,id.lt.9)&id=eq.1',
      [{ id: 1, ships: ids(2) }],
    ],
    ['a second select and order are ignored', 'sailors?select=id&select=name&order=id.desc&order=id.asc', ids(3, 2, 1)],
    ['empty parameters', 'sailors?&select=id&&order=id&', ids(1, 2, 3)],
    ['plus is a space', 'ports?select=id&name=eq.Port+%22X%22,+(old)', ids(4)],
    ['is not_null', 'ports?country=is.not_null&select=id&order=id', ids(1, 2, 3)],
    ['a stray bracket after the list', 'sailors?select=id)&id=eq.1', ids(1)],
  ])('accepts %s', async (_name, path, expected) => {
    const response = await send(path)
    expect([response.status, await response.json()]).toEqual([200, expected])
  })
  test.each([
    ['0-1', ids(1, 2), '0-1/*'],
    ['1-', ids(2, 3, 4), '1-3/*'],
    ['3-3', ids(4), '3-3/*'],
    ['nonsense', ids(1, 2, 3, 4), '0-3/*'],
  ])('accepts Range: %s', async (range, expected, answered) => {
    const response = await send('ports?select=id&order=id', { headers: { Range: range } })
    expect([await response.json(), response.headers.get('Content-Range')]).toEqual([expected, answered])
  })
})

beforeAll(async () => {
  // Writes are tested in another file: these tests only read.
  await db.script('set default_transaction_read_only = on')
})
