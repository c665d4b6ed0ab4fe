import { expect, test } from 'vitest'
import { listApplied, parsePreferences } from './preferences'

const parse = (text: string) => parsePreferences(text, (name) => name === 'Europe/Berlin')
const applied = (text: string, ...rest: [kind: Parameters<typeof listApplied>[2], without?: 'resolution']) =>
  listApplied(new Response(), parse(text), ...rest).headers.get('Preference-Applied')

const all =
  'max-affected=5, timezone=Europe/Berlin, handling=strict, tx=rollback, count=exact, return=minimal, missing=default, resolution=merge-duplicates'

test.each([
  ['read', 'count=exact, tx=rollback, handling=strict, timezone=Europe/Berlin'],
  ['call', 'count=exact, tx=rollback, handling=strict, timezone=Europe/Berlin, max-affected=5'],
  [
    'POST',
    'resolution=merge-duplicates, missing=default, return=minimal, count=exact, tx=rollback, handling=strict, timezone=Europe/Berlin, max-affected=5',
  ],
  [
    'PATCH',
    'missing=default, return=minimal, count=exact, tx=rollback, handling=strict, timezone=Europe/Berlin, max-affected=5',
  ],
  ['DELETE', 'return=minimal, count=exact, tx=rollback, handling=strict, timezone=Europe/Berlin, max-affected=5'],
] as const)('lists the preferences that a %s applies', (kind, expected) => expect(applied(all, kind)).toBe(expected))

test.each([
  ['no preference', '', null],
  ['an unknown one', 'foo, bar=baz', null],
  ['an unknown value', 'return=everything, count=exact', 'count=exact'],
  ['an unknown time zone', 'timezone=Mars/Olympus', null],
  ['the first of two values', 'tx=commit, tx=rollback', 'tx=commit'],
  ['a limit without strict handling', 'max-affected=5, handling=lenient', 'handling=lenient'],
  ['a name of every object', 'constructor=x, __proto__=y', null],
])('lists for a change: %s', (_name, text, expected) => expect(applied(text, 'PATCH')).toBe(expected))

test('leaves out a preference without effect', () => {
  expect(applied('resolution=merge-duplicates, tx=commit', 'POST', 'resolution')).toBe('tx=commit')
})

test('uses the first value of a preference, wherever it is written', () => {
  expect(parse('return=minimal,return=representation, tx=rollback ,tx=commit')).toMatchObject({
    returned: 'minimal',
    isDryRun: true,
  })
})

test.each([
  ['foo, count=exact, bar=baz', 'foo, bar=baz'],
  ['timezone=Mars/Olympus', 'timezone=Mars/Olympus'],
  ['return=everything', 'return=everything'],
  // PostgREST ignores an unreadable limit, and then changes any number of rows.
  ['max-affected=few', 'max-affected=few'],
  ['max-affected=-1', 'max-affected=-1'],
])('refuses %s with strict handling, and ignores it otherwise', (text, listed) => {
  expect(() => parse(`${text}, handling=strict`)).toThrow(
    expect.objectContaining({
      code: 'PGRST122',
      status: 400,
      message: 'Invalid preferences given with handling=strict',
      details: `Invalid preferences: ${listed}`,
      hint: null,
    })
  )
  expect(() => parse(`${text}, handling=lenient`)).not.toThrow()
  expect(() => parse(text)).not.toThrow()
})
