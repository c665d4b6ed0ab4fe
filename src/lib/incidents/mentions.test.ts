import { expect, test } from 'vitest'
import { findMentionAt, readMentions, writeMention } from './mentions'

const names = ['Tomasz Wieczorek', 'Tomasz', 'Ásta Jónsdóttir', '']
const mentioned = (text: string) =>
  readMentions(text, names).flatMap((piece) => (piece.is === 'mention' ? [piece.text] : []))

test('recognises the longest name after an @ as a mention, ignoring case', () => {
  expect(readMentions('To no avail. @tomasz wieczorek can you?', names)).toEqual([
    { is: 'text', text: 'To no avail. ' },
    { is: 'mention', text: '@tomasz wieczorek' },
    { is: 'text', text: ' can you?' },
  ])
  expect(mentioned('@Tomasz, and @Ásta Jónsdóttir!')).toEqual(['@Tomasz', '@Ásta Jónsdóttir'])
})

test('treats e-mail addresses, longer names and unknown names as text', () => {
  for (const text of ['mail ops@Tomasz', '@Tomaszek', '@Nobody', '@', '']) {
    expect(mentioned(text)).toEqual([])
    expect(readMentions(text, names)).toEqual([{ is: 'text', text }])
  }
})

test('splits a comment into pieces that add up to the comment', () => {
  for (const text of ['@Tomasz@Tomasz', 'a @Tomasz', '@Tomasz b', '@@Tomasz'])
    expect(
      readMentions(text, names)
        .map((piece) => piece.text)
        .join('')
    ).toBe(text)
})

/** The mention at the caret, which is marked by `|`. */
const begunIn = (text: string) => findMentionAt(text.replace('|', ''), text.indexOf('|'))

test.each([
  ['@t|', 0, 't'],
  ['Ask @Tomasz Wie| to roll back', 4, 'Tomasz Wie'],
  ['(@ást|', 1, 'ást'],
  ['@Tomasz @Ás|', 8, 'Ás'],
  ['one\n@to|', 4, 'to'],
  ['@@to|', 1, 'to'],
  // A name can be an e-mail address.
  ['@ops@example|', 0, 'ops@example'],
])('finds the mention at the caret in %j', (text, from, begun) => {
  expect(begunIn(text)).toEqual({ from, text: begun })
})

test.each([
  '|',
  '|@to',
  '@|',
  '@ to|',
  '@"|',
  'mail ops@to|',
  '@to\nmasz|',
  `@${'a'.repeat(101)}|`,
  `${'a@'.repeat(40)}to|`,
])('finds no mention in %j', (text) => {
  expect(begunIn(text)).toBeUndefined()
})

test('writes a mention that parses as one, whatever follows', () => {
  expect(writeMention('Tomasz', '')).toBe('@Tomasz ')
  for (const next of ['', ' please', 'please', ', please', '\nplease'])
    expect(mentioned(`${writeMention('Tomasz Wieczorek', next)}${next}`)).toEqual(['@Tomasz Wieczorek'])
})
