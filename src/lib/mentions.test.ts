import { expect, test } from 'vitest'
import { readMentions } from './mentions'

const names = ['Tomasz Wieczorek', 'Tomasz', 'Ásta Jónsdóttir', '']
const mentioned = (text: string) =>
  readMentions(text, names).flatMap((piece) => (piece.is === 'mention' ? [piece.text] : []))

test('a mention is the longest name after an @, in any case', () => {
  expect(readMentions('To no avail. @tomasz wieczorek can you?', names)).toEqual([
    { is: 'text', text: 'To no avail. ' },
    { is: 'mention', text: '@tomasz wieczorek' },
    { is: 'text', text: ' can you?' },
  ])
  expect(mentioned('@Tomasz, and @Ásta Jónsdóttir!')).toEqual(['@Tomasz', '@Ásta Jónsdóttir'])
})

test('addresses of mail, names that go on, and strangers are text', () => {
  for (const text of ['mail ops@Tomasz', '@Tomaszek', '@Nobody', '@', '']) {
    expect(mentioned(text)).toEqual([])
    expect(readMentions(text, names)).toEqual([{ is: 'text', text }])
  }
})

test('the pieces together are the comment', () => {
  for (const text of ['@Tomasz@Tomasz', 'a @Tomasz', '@Tomasz b', '@@Tomasz'])
    expect(
      readMentions(text, names)
        .map((piece) => piece.text)
        .join('')
    ).toBe(text)
})
