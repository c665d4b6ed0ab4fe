import { expect, test } from 'vitest'
import { readSendMessage } from './send-message'

test.each<[string, Parameters<typeof readSendMessage>[0], string[]]>([
  ['Markdown before HTML', { body: '<b>a</b>', body_markdown: '**a**' }, ['**a**']],
  ['HTML without Markdown', { body: '<b>a</b>', body_markdown: ' ' }, ['<b>a</b>']],
  ['nothing without a message', { body: '', body_payload: null }, []],
  [
    'blocks before their repeated text',
    { body: 'x', body_payload: { text: 'x', blocks: [{ text: 'a' }, { fields: [{ text: 'b' }] }] } },
    ['a', 'b'],
  ],
  ['a payload without blocks', { body_payload: { attachments: [{ text: 'a' }] } }, ['a']],
  ['the body if a payload has no text', { body: 'x', body_payload: { blocks: [{ type: 'divider' }] } }, ['x']],
  [
    'links and bold text of Slack as Markdown',
    { body_payload: [{ text: '*Down*: <https://a.example/b|runbook> <https://a.example>' }] },
    ['**Down**: [runbook](https://a.example/b) https://a.example'],
  ],
])('reads %s', (_what, message, sections) => expect(readSendMessage(message)).toEqual(sections))

test('reads a deeply nested or large payload without blocking the page', () => {
  let deep: unknown = { text: 'deep' }
  for (let level = 0; level < 10_000; level++) deep = { elements: [deep] }
  expect(readSendMessage({ body_payload: deep })).toEqual([])
  expect(readSendMessage({ body_payload: Array.from({ length: 100_000 }, () => ({ text: 'a' })) }).length).toBeLessThan(
    1000
  )
})
