import { expect, test } from 'vitest'
import { growth, STILL_LINEAR } from '../../tests/helpers/growth'
import { readGlob } from './glob'

/** Those of the names, relative to the folder of the glob, that it matches. */
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
])('%s matches %j', (path, expected) => expect(matched(path, names)).toEqual(expected))

test.each([
  ['/var/log/*.log', '/var/log', 1],
  ['/var/*/x/?', '/var', 3],
  ['/var/**/x', '/var', Infinity],
  ['/*', '/', 1],
  ['/a/../b/*/', '/a/../b', 1],
])('%s looks below %s, %d down', (path, folder, depth) => expect(readGlob(path)).toMatchObject({ folder, depth }))

test('a path without wildcards is none', () => expect(readGlob('/var/log/a.b-(c)+$')).toBeUndefined())

test.each([
  ['/a/*/../../etc', 'goes up'],
  ['/a/**/..', 'goes up'],
  ['/a/{x', 'brace'],
  ['/a/[x', 'bracket'],
  ['/a/[]', 'bracket'],
  [`/a/${'*a'.repeat(300)}`, 'at most 500'],
])('%s is refused', (path, words) => expect(() => readGlob(path)).toThrow(words))

test('a glob that other engines take for ever about takes time in proportion to the name', () => {
  const glob = readGlob(`/a/${'*a'.repeat(40)}*!`)
  expect(growth((size) => () => glob?.pattern.isAll('a'.repeat(size)), 400)).toBeLessThan(STILL_LINEAR)
})
