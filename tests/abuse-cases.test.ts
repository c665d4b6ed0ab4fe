import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// What attackers try (docs/identity.md) has numbers, and a test of each has its number at the beginning of its title.

const title = /['`]abuse (\d+)(?: and (\d+))?:/g

test('each of the 54 abuse cases is a test', () => {
  const files = ['tests', 'server', 'src']
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`))
    .filter((file) => /\.(?:test|e2e)\.tsx?$/.test(file))
  const found = new Set(
    files.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(title)].flatMap(([, ...numbers]) => numbers))
  )
  const cases = Array.from({ length: 54 }, (_, at) => `${at + 1}`)
  expect(cases.filter((one) => !found.has(one))).toEqual([])
})
