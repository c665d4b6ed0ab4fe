import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// Each abuse case in docs/identity.md has a number, and the title of its test starts with the number.

const title = /['`]abuse (\d+)(?: and (\d+))?:/g

test('each of the 54 abuse cases has a test', () => {
  const files = ['tests', 'server', 'src']
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`))
    .filter((file) => /\.(?:test|e2e)\.tsx?$/.test(file))
  const found = new Set(
    files.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(title)].flatMap(([, ...numbers]) => numbers))
  )
  const cases = Array.from({ length: 54 }, (_, at) => `${at + 1}`)
  expect(cases.filter((one) => !found.has(one))).toEqual([])
})
