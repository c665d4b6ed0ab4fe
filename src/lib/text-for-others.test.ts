import { expect, test } from 'vitest'
import { growth, STILL_LINEAR } from '@tests/helpers/growth'
import { escapeMarkdown, escapeMarkdownLines, oneLine, oneLineWithoutMentions } from './text-for-others'

test.each([
  ['a\r\n\tb\u2028c\u0000d', 'a b c d'],
  ['invoice\u202egnp.exe', 'invoicegnp.exe'],
  ['\u200bad\u00admin\ufeff \u{e0041}', 'admin'],
  ['a\ud800b', 'a\ufffdb'],
  // Letters and emoji with joiners, and text from right to left.
  ['می‌خواهم 👩‍💻 שלום', 'می‌خواهم 👩‍💻 שלום'],
])('joins %j into one visible line', (text, expected) => expect(oneLine(text)).toBe(expected))

test.each([
  ['@ada', '@\u2060ada'],
  ['ask @here, (@all)', 'ask @\u2060here, (@\u2060all)'],
  ['ada@shop.example', 'ada@shop.example'],
  ['a @ b', 'a @ b'],
])('keeps a tracker from reading a mention in %j', (text, expected) =>
  expect(oneLineWithoutMentions(text)).toBe(expected)
)

test.each([
  ['/close', '\\/close'],
  ['a /close', 'a /close'],
  ['#12, shop#12, #a', '\\#\u206012, shop\\#\u206012, \\#a'],
  [':-:', '\\:-:'],
  ['12. a', '12\\. a'],
  ['check.status == "healthy"', 'check.status == "healthy"'],
])('escapes the beginning of a line of Markdown: %j', (text, expected) => expect(escapeMarkdown(text)).toBe(expected))

test('escapes each of several lines', () =>
  expect(escapeMarkdownLines('a\n/close\n\n\u0085- b', '  ')).toBe('a\\\n  \\/close\\\n  \\- b'))

test.each([' ', '@', '\u202e', 'www', '1', '\\', ':'])('escapes many %j in linear time', (text) =>
  expect(growth((size) => () => escapeMarkdownLines(text.repeat(size), ''), 4000)).toBeLessThan(STILL_LINEAR)
)
