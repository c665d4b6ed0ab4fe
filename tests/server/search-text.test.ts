import { expect, test } from 'vitest'
import { sql } from '../../server/data/db/sql'
import { relationalOver } from '../helpers/harbour'
import { testDatabase } from '../helpers/database'

// Searches use one text that the database builds from four columns, with the same results as comparing the columns.

const db = await testDatabase()
await db.script(`
  insert into config_items (config_class, type, name, description, tags) values
    ('Pod', 'Kubernetes::Pod', 'checkout-api', 'Takes ORDERS', '{"namespace": "Shop"}'),
    ('Pod', 'Kubernetes::Pod', 'checkout_api', null, null),
    ('Pod', 'Kubernetes::Pod', 'Größe ÉCLAIR', E'two\\nlines of 100%', '{"namespace": "pay"}'),
    ('Bucket', 'AWS::S3::Bucket', 'back\\slash', '', '["namespace"]'),
    ('Bucket', 'AWS::S3::Bucket', 'İstanbul', 'ends with a sigma: ΟΔΟΣ', '{"namespace": 7}')`)
const { send } = await relationalOver(db)

const columns = ['name', 'type', 'description', 'namespace']
const inAny = (pattern: string) =>
  `(${columns.map((column) => `${column}.ilike."${pattern.replace(/["\\]/g, '\\$&')}"`).join()})`
const names = async (query: Record<string, string>) => {
  const response = await send(`configs?${new URLSearchParams({ select: 'name', order: 'name', ...query })}`)
  const body = await response.json()
  return response.ok ? (body as { name: string }[]).map(({ name }) => name).toSorted() : (body as { code: string }).code
}

/** The results without the search text: nested conditions compare column by column. */
const plainly = (pattern: string) => names({ and: `(or${inAny(pattern)},id.not.is.null)` })

const patterns = [
  '*checkout*',
  '*CHECKOUT-API*',
  'checkout*',
  '*api',
  'checkout-api',
  '*orders*',
  '*shop*',
  '*pay*',
  '*7*',
  '*checkout_api*',
  '*checkout\\_api*',
  '*100\\%*',
  '*k\\\\s*',
  '*größe*',
  '*GRÖSSE*',
  '*éclair*',
  '*İSTANBUL*',
  '*istanbul*',
  '*οδος*',
  '*ΟΔΟΣ*',
  '*οδοσ*',
  '*o*r*',
  '*api*takes*',
  '*two*lines*',
  '*pod\n*',
  '**',
  '*',
  '',
  '*nothing*',
]
test.each(patterns)('finds %j in any of the columns', async (pattern) => {
  expect(await names({ or: inAny(pattern) })).toEqual(await plainly(pattern))
})

test('finds some rows', async () => {
  expect(await names({ or: inAny('*checkout*') })).toEqual(['checkout-api', 'checkout_api'])
  expect(await names({ or: inAny('*ORDERS*') })).toEqual(['checkout-api'])
  expect(await names({ or: inAny('*shop*') })).toEqual(['checkout-api'])
  expect(await names({ or: inAny('*s3*') })).toEqual(['back\\slash', 'İstanbul'])
})

test('refuses a pattern that Postgres refuses', async () => {
  expect(await plainly('*back\\')).toBe('22025')
  expect(await names({ or: inAny('*back\\') })).toBe('22025')
})

test('finds rows without the word by negation, unless the value is null', async () => {
  expect(await names({ 'not.or': inAny('*orders*') })).toEqual(['Größe ÉCLAIR', 'İstanbul'])
  expect(await names({ 'not.and': `(or${inAny('*orders*')})` })).toEqual(['Größe ÉCLAIR', 'İstanbul'])
})

test('finds a changed row at once, and no longer by its old words', async () => {
  await db.script(`update config_items set name = 'Basket', tags = '{"namespace": "till"}' where name = 'checkout-api'`)
  expect(await names({ or: inAny('*checkout*') })).toEqual(['checkout_api'])
  expect(await names({ or: inAny('*basket*') })).toEqual(['Basket'])
  expect(await names({ or: inAny('*till*') })).toEqual(['Basket'])
  expect(await names({ or: inAny('*shop*') })).toEqual([])
  await db.script(`update config_items set deleted_at = now() where name = 'Basket'`)
  expect(await names({ or: inAny('*basket*') })).toEqual(['Basket'])
  expect(await names({ or: inAny('*basket*'), deleted_at: 'is.null' })).toEqual([])
})

test('finds items that are written without triggers', async () => {
  await db.transaction(async (tx) => {
    await tx.script('set local session_replication_role = replica')
    await tx.run(sql`insert into config_items (config_class, type, name) values ('Pod', 'Kubernetes::Pod', 'Restored')`)
  })
  expect(await names({ or: inAny('*restored*') })).toEqual(['Restored'])
})

test('does not treat a change of the search text as a change of the item', async () => {
  const [before] = await db.query(sql`
    update config_items set updated_at = '2020-01-01' where name = 'checkout_api' returning updated_at`)
  const [after] = await db.query(sql`
    update config_items set last_scraped_time = now() where name = 'checkout_api' returning updated_at`)
  expect(after).toEqual(before)
})

test.each(['configs', 'config_items', 'config_detail'])('hides the search text in %s', async (relation) => {
  const [row] = (await (await send(`${relation}?limit=1`)).json()) as object[]
  expect(row).toHaveProperty('name')
  expect(row).not.toHaveProperty('search_text')
  for (const query of ['select=search_text', 'search_text=like.*a*', 'order=search_text'])
    expect((await send(`${relation}?${query}`)).status).toBe(400)
})
