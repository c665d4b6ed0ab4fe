import { expect, test } from 'vitest'
import { isInstalled } from './setup.mjs'

const lockOf = (packages: object) => JSON.stringify({ lockfileVersion: 3, packages })
const react = { version: '19.3.1', integrity: 'sha512-a' }
const forAnotherSystem = { version: '1.0.0', integrity: 'sha512-b', optional: true }

const lock = lockOf({
  '': { name: 'console' },
  'node_modules/react': react,
  'node_modules/fsevents': forAnotherSystem,
})

test.each([
  ['what npm ci installed', lockOf({ 'node_modules/react': react }), true],
  ['also optional packages', lockOf({ 'node_modules/react': react, 'node_modules/fsevents': forAnotherSystem }), true],
  ['nothing', undefined, false],
  ['a truncated file', '{"packages"', false],
  ['another kind of file', '[]', false],
  ['no required package', lockOf({}), false],
  ['another version', lockOf({ 'node_modules/react': { ...react, version: '19.3.0' } }), false],
  ['other content', lockOf({ 'node_modules/react': { ...react, integrity: 'sha512-c' } }), false],
  [
    'another version of an optional package',
    lockOf({ 'node_modules/react': react, 'node_modules/fsevents': react }),
    false,
  ],
  ['more packages than locked', lockOf({ 'node_modules/react': react, 'node_modules/more': react }), true],
])('detects installed packages: %s', (_name, installed, expected) => {
  expect(isInstalled(lock, installed)).toBe(expected)
})
