import { expect, test } from 'vitest'
import { growth, STILL_LINEAR } from '@tests/helpers/growth'
import { appendPath } from './web'

test.each([
  ['https://a', 'https://a/version'],
  ['https://a/', 'https://a/version'],
  ['https://a/b//', 'https://a/b/version'],
  ['https://a/b?c=d', 'https://a/b/version?c=d'],
])('appends a path to %s', (address, found) => expect(appendPath(new URL(address), '/version').href).toBe(found))

test.each<[string, (size: number) => string]>([
  ['slashes', (size) => '/'.repeat(size)],
  ['slashes before a letter', (size) => `${'/'.repeat(size)}x`],
  ['slashes and letters', (size) => '/x'.repeat(size)],
])('takes linear time for an address: %s', (_name, path) => {
  const work = (size: number) => {
    const address = new URL(`https://a/${path(size)}`)
    return () => appendPath(address, '/version')
  }
  expect(growth(work, 10_000)).toBeLessThan(STILL_LINEAR)
})
