import { beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../server/db/sql'
import { testDatabase } from '../helpers/database'
import { harbour, relationalOver } from '../helpers/harbour'

// The same independent client writes. Every test finds the same few rows.

const db = await testDatabase()
await db.script(harbour)
const { client, send } = await relationalOver(db)

beforeEach(() =>
  db.script(`
    truncate berths, captains, voyages, ships, sailors restart identity cascade;
    insert into ships (id, name, home_port, tonnage) values (1, 'Albatros', 1, 5000), (2, 'Bora', 1, 1200);
    insert into sailors values (1, 'Ann'), (2, 'Ben');
    insert into berths values (1, 1, 'mate'), (1, 2, 'cook');
    alter sequence ships_id_seq restart with 100;
  `)
)

const rowsOf = (table: 'ships' | 'sailors' | 'berths') =>
  db.query<{ id: number; name: string }>(
    table === 'ships'
      ? sql`select id, name from ships order by id`
      : table === 'sailors'
        ? sql`select id, name from sailors order by id`
        : sql`select ship_id as id, rank as name from berths order by ship_id, sailor_id`
  )

describe('insert', () => {
  test('answers 201 and nothing', async () => {
    const answer = await client.from('sailors').insert({ id: 3, name: 'Cem' })
    expect(answer).toMatchObject({ status: 201, data: null, error: null })
    expect(await rowsOf('sailors')).toHaveLength(3)
  })
  test('answers the row', async () => {
    const { data } = await client.from('ships').insert({ name: 'Eos' }).select('id,name,is_active,specs')
    expect(data).toEqual([{ id: 100, name: 'Eos', is_active: true, specs: { crew: 1 } }])
  })
  test('answers one object', async () => {
    const { data } = await client.from('sailors').insert({ id: 3, name: 'Cem' }).select().single()
    expect(data).toEqual({ id: 3, name: 'Cem' })
  })
  test('answers with an embed', async () => {
    const { data } = await client.from('ships').insert({ name: 'Eos', home_port: 2 }).select('name,ports(name)')
    expect(data).toEqual([{ name: 'Eos', ports: { name: 'Hamburg' } }])
  })
  test('several rows, counted', async () => {
    const rows = [
      { id: 3, name: 'Cem' },
      { id: 4, name: 'Dan' },
    ]
    const answer = await client.from('sailors').insert(rows, { count: 'exact' }).select()
    expect(answer).toMatchObject({ status: 201, count: 2, data: rows })
  })
  test('no rows', async () => {
    expect(await client.from('sailors').insert([]).select()).toMatchObject({ status: 201, data: [] })
  })
  test('rows of different members: what is missing is null', async () => {
    const { data } = await client
      .from('ships')
      .insert([
        { name: 'Eos', specs: { crew: 2 } },
        { name: 'Fama', tonnage: 7, specs: {} },
      ])
      .select('name,tonnage,specs')
    expect(data).toEqual([
      { name: 'Eos', tonnage: null, specs: { crew: 2 } },
      { name: 'Fama', tonnage: 7, specs: {} },
    ])
  })
  test('rows of different members: what is missing takes its default', async () => {
    const { data } = await client
      .from('ships')
      .insert([{ name: 'Eos' }, { name: 'Fama', specs: { crew: 9 }, id: 50, is_active: false }], {
        defaultToNull: false,
      })
      .select('id,name,specs,is_active')
    expect(data).toEqual([
      { id: 100, name: 'Eos', specs: { crew: 1 }, is_active: true },
      { id: 50, name: 'Fama', specs: { crew: 9 }, is_active: false },
    ])
  })
  test('every kind of value', async () => {
    const row = {
      id: 9,
      name: 'a "quoted", (odd) \\ name; drop table ports;--',
      country: null,
      berths: 3,
      depth: 12.34,
      opened: '2025-04-15',
      facts: { a: [1, { b: null }], 'k"ey': '\u00e9\ud83d\ude00' },
      tags: ['x', 'y "z"', 'a,b'],
      hours: '[1,5)',
      is_free: true,
      cargo: 'bulk',
      seen_at: '2025-04-15T06:36:38.123456+00:00',
      local_at: '2025-04-15T06:36:38',
      code: '00000000-0000-4000-8000-00000000000f',
    }
    const { data, error } = await client.from('ports').insert(row).select().single()
    expect(error).toBeNull()
    expect(data).toEqual(row)
    await client.from('ports').delete().eq('id', 9)
  })
  test('a large number keeps every digit', async () => {
    const response = await send('ships?select=tonnage', {
      method: 'POST',
      headers: { Prefer: 'return=representation' },
      body: '{"name":"Big","tonnage":9007199254740993}',
    })
    expect(await response.text()).toBe('[{"tonnage":9007199254740993}]')
  })
  test('now() is a time', async () => {
    const { data } = await client.from('ports').update({ seen_at: 'now()' }).eq('id', 3).select('seen_at').single()
    expect(Date.parse(String(data?.seen_at))).toBeGreaterThan(Date.now() - 60_000)
  })
  test.each([
    ['a row that is there', { id: 1, name: 'Again' }, 409, '23505'],
    ['a missing member', { id: 3 }, 400, '23502'],
    ['an unknown member', { id: 3, name: 'x', colour: 'red' }, 400, 'PGRST204'],
    ['a member that every object has', JSON.parse('{"__proto__": 1}'), 400, 'PGRST204'],
    ['text for a number', { id: 'x', name: 'x' }, 400, '22P02'],
    ['NUL in a text', { id: 3, name: 'a\0b' }, 400, '22P05'],
  ])('%s is refused', async (_name, row: Record<string, unknown>, status, code) => {
    const answer = await client.from('sailors').insert(row)
    expect([answer.status, answer.error?.code]).toEqual([status, code])
    expect(await rowsOf('sailors')).toHaveLength(2)
  })
  test.each([
    ['a foreign key that leads nowhere', { name: 'x', home_port: 99 }, 409, '23503'],
    ['a check', { name: 'x', tonnage: -1 }, 400, '23514'],
    ['a generated column', { name: 'x', words: 'x' }, 400, '428C9'],
  ])('%s is refused', async (_name, row: Record<string, unknown>, status, code) => {
    const answer = await client.from('ships').insert(row)
    expect([answer.status, answer.error?.code]).toEqual([status, code])
  })
  test('one bad row refuses them all', async () => {
    const answer = await client.from('sailors').insert([
      { id: 3, name: 'Cem' },
      { id: 1, name: 'Again' },
    ])
    expect(answer.status).toBe(409)
    expect(await rowsOf('sailors')).toHaveLength(2)
  })
  test('one object was asked for, but two came: nothing is written', async () => {
    const answer = await client
      .from('sailors')
      .insert([
        { id: 3, name: 'C' },
        { id: 4, name: 'D' },
      ])
      .select()
      .single()
    expect([answer.status, answer.error?.code]).toEqual([406, 'PGRST116'])
    expect(await rowsOf('sailors')).toHaveLength(2)
  })
  test.each(['{', '[1]', '"x"', '[[]]', '[{"id":3,"name":"x"},{"id":4}]', '[{"id":3},null]', 'null', '\u0000'])(
    'the body %j is refused',
    async (body) => {
      const response = await send('sailors', { method: 'POST', body })
      expect([response.status, (await response.json()).code]).toEqual([400, 'PGRST102'])
    }
  )
  test('into a view with more than one table is refused', async () => {
    const answer = await client.from('voyage_list').insert({ id: 1 })
    expect([answer.status, answer.error?.code]).toEqual([400, '55000'])
  })
  test('into a simple view', async () => {
    const answer = await client.from('active_ships').insert({ name: 'Eos' }).select('title')
    expect(answer).toMatchObject({ status: 201, data: [{ title: 'EOS' }] })
  })
})

describe('upsert', () => {
  test('merges by the primary key', async () => {
    const { data, status } = await client
      .from('sailors')
      .upsert([
        { id: 1, name: 'Anna' },
        { id: 3, name: 'Cem' },
      ])
      .select()
    expect([status, data]).toEqual([
      201,
      [
        { id: 1, name: 'Anna' },
        { id: 3, name: 'Cem' },
      ],
    ])
  })
  test('merges by two columns', async () => {
    await client.from('berths').upsert({ ship_id: 1, sailor_id: 1, rank: 'captain' })
    expect(await rowsOf('berths')).toEqual([
      { id: 1, name: 'captain' },
      { id: 1, name: 'cook' },
    ])
  })
  test('merges by another unique column', async () => {
    const { data } = await client
      .from('ships')
      .upsert({ name: 'Bora', tonnage: 9 }, { onConflict: 'name' })
      .select('id,tonnage')
    expect(data).toEqual([{ id: 2, tonnage: 9 }])
  })
  test('ignores what is there', async () => {
    const rows = [
      { id: 1, name: 'Anna' },
      { id: 3, name: 'Cem' },
    ]
    const { data } = await client.from('sailors').upsert(rows, { ignoreDuplicates: true }).select()
    expect(data).toEqual([{ id: 3, name: 'Cem' }])
    expect(await rowsOf('sailors')).toMatchObject([{ name: 'Ann' }, { name: 'Ben' }, { name: 'Cem' }])
  })
  test.each([
    ['no such column', 'nope', '42703'],
    ['a column that is not unique', 'name', '42P10'],
  ])('on %s is refused', async (_name, onConflict, code) => {
    const answer = await client.from('sailors').upsert({ id: 1, name: 'x' }, { onConflict })
    expect([answer.status, answer.error?.code]).toEqual([400, code])
  })
})

describe('update', () => {
  test('answers 204 and nothing', async () => {
    const answer = await client.from('sailors').update({ name: 'Anna' }).eq('id', 1)
    expect(answer).toMatchObject({ status: 204, data: null, error: null })
    expect(await rowsOf('sailors')).toMatchObject([{ name: 'Anna' }, { name: 'Ben' }])
  })
  test('answers the rows, counted', async () => {
    const answer = await client.from('sailors').update({ name: 'X' }, { count: 'exact' }).in('id', [1, 2]).select('id')
    expect(answer).toMatchObject({ status: 200, count: 2 })
    expect(answer.data).toHaveLength(2)
  })
  test('answers rows that no longer match', async () => {
    const { data } = await client.from('sailors').update({ name: 'X' }).eq('name', 'Ann').select()
    expect(data).toEqual([{ id: 1, name: 'X' }])
  })
  test('null clears', async () => {
    const { data } = await client.from('ships').update({ tonnage: null }).eq('id', 1).select('tonnage')
    expect(data).toEqual([{ tonnage: null }])
  })
  test('nothing matches', async () => {
    const answer = await send('sailors?id=eq.99', {
      method: 'PATCH',
      headers: { Prefer: 'return=representation' },
      body: '{"name":"X"}',
    })
    expect([answer.status, await answer.json()]).toEqual([404, []])
  })
  test('by a tree and a JSON path', async () => {
    await client.from('ships').update({ tonnage: 1 }).or('name.eq.Bora,specs->>crew.eq.99')
    const rows = await db.query(sql`select id from ships where tonnage = 1`)
    expect(rows).toEqual([{ id: 2 }])
  })
  test('the primary key itself', async () => {
    const { data } = await client.from('ships').update({ id: 7 }).eq('id', 2).select('id,name')
    expect(data).toEqual([{ id: 7, name: 'Bora' }])
  })
  test('rolled back', async () => {
    const answer = await client.from('sailors').update({ name: 'X' }).eq('id', 1).select().rollback()
    expect(answer.data).toEqual([{ id: 1, name: 'X' }])
    expect(await rowsOf('sailors')).toMatchObject([{ name: 'Ann' }, { name: 'Ben' }])
  })
  test('one object was asked for, but two changed: nothing is written', async () => {
    const answer = await client.from('sailors').update({ name: 'X' }).gt('id', 0).select().single()
    expect(answer.status).toBe(406)
    expect(await rowsOf('sailors')).toMatchObject([{ name: 'Ann' }, { name: 'Ben' }])
  })
  test('more rows than meant: nothing is written', async () => {
    const response = await send('sailors?id=gt.0', {
      method: 'PATCH',
      headers: { Prefer: 'handling=strict, max-affected=1' },
      body: '{"name":"X"}',
    })
    expect([response.status, (await response.json()).code]).toEqual([400, 'PGRST124'])
    expect(await rowsOf('sailors')).toMatchObject([{ name: 'Ann' }, { name: 'Ben' }])
  })
  test.each([
    ['an unknown member', 'sailors?id=eq.1', '{"nope":1}', 'PGRST204'],
    ['an unknown filter', 'sailors?nope=eq.1', '{"name":"x"}', '42703'],
    ['no member', 'sailors?id=eq.1', '{}', 'PGRST102'],
    ['no filter', 'sailors', '{"name":"x"}', '21000'],
    ['only a filter on an embed', 'ships?select=id,ports!inner(id)&ports.id=eq.1', '{"name":"x"}', '21000'],
  ])('%s is refused', async (_name, path, body, code) => {
    const response = await send(path, { method: 'PATCH', body })
    expect([response.status, (await response.json()).code]).toEqual([400, code])
    expect(await rowsOf('sailors')).toMatchObject([{ name: 'Ann' }, { name: 'Ben' }])
  })
})

describe('delete', () => {
  test('answers 204 and nothing', async () => {
    expect(await client.from('berths').delete().eq('rank', 'cook')).toMatchObject({ status: 204, data: null })
    expect(await rowsOf('berths')).toHaveLength(1)
  })
  test('answers the rows, with an embed, counted', async () => {
    const answer = await client
      .from('berths')
      .delete({ count: 'exact' })
      .eq('rank', 'cook')
      .select('rank,sailors(name)')
    expect(answer).toMatchObject({ status: 200, count: 1, data: [{ rank: 'cook', sailors: { name: 'Ben' } }] })
  })
  test('nothing matches', async () => {
    const answer = await client.from('berths').delete().eq('rank', 'nobody').select()
    expect(answer).toMatchObject({ status: 200, data: [] })
  })
  test('what something else refers to is kept', async () => {
    const answer = await client.from('sailors').delete().eq('id', 1)
    expect([answer.status, answer.error?.code]).toEqual([409, '23503'])
  })
  test('rolled back', async () => {
    const answer = await client.from('berths').delete().eq('ship_id', 1).select('rank').rollback()
    expect(answer.data).toHaveLength(2)
    expect(await rowsOf('berths')).toHaveLength(2)
  })
  test('from our table, whatever schema comes first in the session', async () => {
    await db.script(`
      create schema other; create table other.sailors (id integer, name text); insert into other.sailors values (3, 'Cem');
      insert into sailors values (3, 'Dan'); set search_path = other, public`)
    expect((await client.from('sailors').delete().eq('id', 3).select('name')).data).toEqual([{ name: 'Dan' }])
    expect(await db.query(sql`select name from other.sailors`)).toEqual([{ name: 'Cem' }])
    await db.script('set search_path = public; drop schema other cascade')
  })
  test('without a filter is refused', async () => {
    expect((await send('berths', { method: 'DELETE' })).status).toBe(400)
    expect(await rowsOf('berths')).toHaveLength(2)
  })
})

describe('functions that write', () => {
  test('by POST', async () => {
    const { data } = await client.rpc('rename_ship', { ship: 1, label: 'Aurora' }).select('id,name')
    expect(data).toEqual([{ id: 1, name: 'Aurora' }])
  })
  test('rolled back', async () => {
    const answer = await client.rpc('rename_ship', { ship: 1, label: 'Aurora' }).select('name').rollback()
    expect(answer.data).toEqual([{ name: 'Aurora' }])
    expect(await rowsOf('ships')).toMatchObject([{ name: 'Albatros' }, { name: 'Bora' }])
  })
  test('counted, it still runs once', async () => {
    await client.rpc('hire', { label: 'Dee' }, { count: 'exact' }).select('name')
    expect((await rowsOf('sailors')).filter(({ name }) => name === 'Dee')).toHaveLength(1)
  })
})
