import { expect, test } from 'vitest'
import { sessionConfig } from './session'

const ours = '-c timezone=UTC -c search_path=public,pg_temp -c jit=off -c random_page_cost=1.1'

test.each([
  ['postgres://ada:p%40ss@db.example:5432/console?sslmode=require', ours],
  ['postgres://db.example/console?options=-c%20search_path%3Dother', `-c search_path=other ${ours}`],
  ['postgres://db.example/console?options=', ours],
])('converts %s', (url, options) => {
  const config = sessionConfig(url)
  expect(config.options).toBe(options)
  expect(config.connectionString).toBe(url.replace(/\?options.*/, ''))
})

test('adds further settings', () => {
  expect(sessionConfig('postgres://db.example/console', { tcp_keepalives_idle: 6 }).options).toBe(
    `${ours} -c tcp_keepalives_idle=6`
  )
})
