import { expect, test } from 'vitest'
import { sql } from '../../server/data/db/sql'
import { testDatabase } from '../helpers/database'
import { fixtures } from './schema-fixtures'

// The content of the health views, especially statistics. Their columns: schema.test.ts.

const db = await testDatabase()
const make = fixtures(db)
const { one } = make

const record = (check: string, ago: string, status: boolean | null, duration = 10) =>
  db.run(sql`
    insert into check_statuses (check_id, time, status, duration, invalid)
    values (${check}, now() - ${ago}::interval, ${status}, ${duration}, ${status === null})`)
const refresh = (ids?: string[]) => db.run(sql`select console.refresh_check_status_summary(${ids ?? null}::uuid[])`)
const statistics = (id: string) => one(sql`select uptime, latency from check_summary where id = ${id}`)
const none = {
  uptime: { passed: null, failed: null, last_pass: null, last_fail: null },
  latency: { p99: null, p95: null, p50: null, avg: null },
}

test('shows statistics of the last hour, or of the latest older run, or none', async () => {
  const canary = await make.canary()
  const [busy, stale, idle] = [await make.check(canary), await make.check(canary), await make.check(canary)]
  for (let n = 1; n <= 10; n++) await record(busy, `${n} minutes`, n > 2, n * 10)
  await record(busy, '2 hours', false, 9999)
  await record(stale, '3 days', false, 70)
  await record(stale, '4 days', true, 5)
  await refresh()
  expect(await statistics(busy)).toMatchObject({
    uptime: { passed: 8, failed: 2, last_pass: expect.any(String), last_fail: expect.any(String) },
    latency: { p50: 50, p95: 100, p99: 100, avg: 55 },
  })
  expect(await statistics(stale)).toMatchObject({
    uptime: { passed: 0, failed: 1, last_pass: null },
    latency: { p50: 70, p95: 70, p99: 70, avg: 70 },
  })
  expect(await statistics(idle)).toEqual(none)
})

test('ignores runs without a verdict in statistics and latest results', async () => {
  const check = await make.check(await make.canary())
  await record(check, '1 minute', null)
  await refresh([check])
  expect(await statistics(check)).toEqual(none)
  await record(check, '2 hours', true, 20)
  await refresh([check])
  expect(await statistics(check)).toMatchObject({ uptime: { passed: 1, failed: 0 }, latency: { p99: 20 } })
})

test('refreshes one check without changing others', async () => {
  const canary = await make.canary()
  const [fresh, other] = [await make.check(canary), await make.check(canary)]
  for (const id of [fresh, other]) await record(id, '1 minute', true)
  await refresh([fresh])
  expect(await statistics(fresh)).toMatchObject({ uptime: { passed: 1 } })
  expect(await statistics(other)).toEqual(none)
})

test('bases statistics on the last run with a verdict', async () => {
  const check = await make.check(await make.canary())
  await record(check, '1 minute', true)
  await refresh([check])
  await db.run(sql`delete from check_statuses where check_id = ${check}`)
  await refresh([check])
  expect(await statistics(check)).toEqual(none)
})

test.each([
  ['both are maps', { a: '1' }, { a: '1', b: '2' }],
  ['the check overrides its canary', { b: '9' }, { b: '2' }],
  ['one has none', null, null],
  ['one is not a map', ['x'], null],
])('merges labels of a check and its canary: %s', async (_name, labels, expected) => {
  const check = await make.check(await make.canary(labels))
  if (labels === null) await db.run(sql`update canaries set labels = null`)
  expect(await one(sql`select labels from check_summary where id = ${check}`)).toEqual({ labels: expected })
})

test('ignores labels that are not a map', async () => {
  const check = await make.check(await make.canary())
  await db.run(sql`update checks set labels = '[]' where id = ${check}`)
  expect(await db.query(sql`select * from check_labels`)).toEqual([{ key: 'b', value: '2' }])
  expect(await db.query(sql`select * from checks_labels_keys`)).toEqual([{ key: 'label:b' }])
})

test('lists the artifacts of a run, or none', async () => {
  const check = await make.check(await make.canary())
  await record(check, '1 minute', true)
  const shown = () => one(sql`select artifacts from checks_status_artifacts where check_id = ${check}`)
  expect(await shown()).toEqual({ artifacts: [{ id: null, name: null, size: null }] })
  const id = await make.idOf(sql`
    insert into artifacts (check_id, check_time, path, filename, size, checksum)
    select check_id, time, '/p', 'out.txt', 12, 'c' from check_statuses where check_id = ${check} returning id`)
  expect(await shown()).toEqual({ artifacts: [{ id, name: 'out.txt', size: 12 }] })
})

test('leaves silenced and deleted checks out of the names', async () => {
  const canary = await make.canary()
  const [live, silenced, gone] = [await make.check(canary), await make.check(canary), await make.check(canary)]
  await db.run(sql`update checks set silenced_at = now() where id = ${silenced}`)
  await db.run(sql`update checks set deleted_at = now() where id = ${gone}`)
  expect(await db.query(sql`select id from check_names where canary_id = ${canary}`)).toEqual([{ id: live }])
})
