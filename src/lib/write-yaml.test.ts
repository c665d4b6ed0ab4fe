import { expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { type Random, createRandom } from '../shared/random'
import { writeYaml } from './write-yaml'

// Compact, instead of one line per value.
// prettier-ignore
const short = [
  '', ' ', 'a', 'Pod', 'true', 'False', 'NULL', 'null', '~', 'yes', 'n', '12', '0x1f', '.5', '1e3', '-', '?', ':',
  'x: y', 'x:y', 'x:', 'x #y', 'x#y', '# x', '- x', '-x', '--port=80', 'ends ', 'ends-', 'a, b', '[a', '{a}', '*a',
  '&a', '!a', '|', '>', '%a', '@a', '`a`', "it's", '"quoted"', 'It said "no" # twice', 'back\\slash', '=', '<<',
  'two\nlines', 'two\nlines\n', '\nfirst empty', 'with\n\nempty line', 'indented\n  more', 'tab\tin', 'a\ttab: x',
  'ü', 'naïve: é', '日本', '\u0000', '\u001b[31m', '\u2028', '2026-11-24', '2026-11-24T10:00:00Z', 'app.io/name',
]
const words = [...short, `${'long '.repeat(40)}end`, `long${'x'.repeat(1100)}`]

/** A random JSON document. */
function documentFrom(random: Random, depth: number): unknown {
  if (depth === 0 || random.chance(0.4)) return random.pick(scalarsFrom(random))
  const members = Array.from({ length: random.below(4) }, () => documentFrom(random, depth - 1))
  return random.chance(0.3) ? members : Object.fromEntries(members.map((one) => [random.pick(words), one]))
}

const scalarsFrom = (random: Random) => [
  random.pick(words),
  random.chance(0.5),
  null,
  -0,
  random.below(1000) - 500,
  (random.below(1000) - 500) / 7,
  10 ** random.below(30),
]

test('writes the same output as the library for any document', () => {
  const random = createRandom(14)
  for (let at = 0; at < 1000; at++) {
    const document = documentFrom(random, 4)
    const text = writeYaml(document)
    expect(text).toBe(stringify(document, { lineWidth: 0, aliasDuplicateObjects: false }).replace(/\n$/, ''))
    expect(parse(text)).toEqual(document)
  }
})
