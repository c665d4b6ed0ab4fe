import { expect, test } from 'vitest'
import { growth, STILL_LINEAR } from '@tests/helpers/growth'
import { readGlob } from './glob'

/** The names, relative to the folder of the glob, that it matches. */
const matched = (path: string, names: readonly string[]) =>
  names.filter((name) => readGlob(path)?.pattern.isAll(name) === true)

const names = ['a.log', 'b.log', 'a.txt', '.hidden.log', 'x/a.log', 'x/y/a.log', 'a{b}.log', 'a*.log', 'a-1.log']

test.each([
  ['/d/*.log', ['a.log', 'b.log', '.hidden.log', 'a{b}.log', 'a*.log', 'a-1.log']],
  ['/d/?.log', ['a.log', 'b.log']],
  ['/d/[ab].*', ['a.log', 'b.log', 'a.txt']],
  ['/d/[!a].log', ['b.log']],
  ['/d/[^a-a].log', ['b.log']],
  ['/d/{a,b}.log', ['a.log', 'b.log']],
  ['/d/a.{log,t{x,y}t}', ['a.log', 'a.txt']],
  ['/d/a\\*.{log,txt}', ['a*.log']],
  ['/d/a\\{b\\}.*', ['a{b}.log']],
  ['/d/*/a.log', ['x/a.log']],
  ['/d/**/a.log', ['a.log', 'x/a.log', 'x/y/a.log']],
  ['/d/**/y/*', ['x/y/a.log']],
  ['/d/x*/**', ['x/a.log', 'x/y/a.log']],
  ['/d/**', names],
  ['/d/a+(1).*', []],
  ['/d/*.LOG', []],
])('matches %s with %j', (path, expected) => expect(matched(path, names)).toEqual(expected))

test.each([
  ['/var/log/*.log', '/var/log', 1],
  ['/var/*/x/?', '/var', 3],
  ['/var/**/x', '/var', Infinity],
  ['/*', '/', 1],
  ['/a/../b/*/', '/a/../b', 1],
])('searches for %s below %s, to depth %d', (path, folder, depth) =>
  expect(readGlob(path)).toMatchObject({ folder, depth })
)

test('returns undefined for a path without wildcards', () => expect(readGlob('/var/log/a.b-(c)+$')).toBeUndefined())

test.each([
  ['/a/*/../../etc', 'goes up'],
  ['/a/**/..', 'goes up'],
  ['/a/{x', 'brace'],
  ['/a/[x', 'bracket'],
  ['/a/[]', 'bracket'],
  [`/a/${'*a'.repeat(300)}`, 'at most 500'],
])('refuses %s', (path, words) => expect(() => readGlob(path)).toThrow(words))

test('matches in linear time where backtracking would be exponential', () => {
  const glob = readGlob(`/a/${'*a'.repeat(40)}*!`)
  expect(growth((size) => () => glob?.pattern.isAll('a'.repeat(size)), 400)).toBeLessThan(STILL_LINEAR)
})
