import { expect, test } from 'vitest'
import { findLines, findLinesInSlices, isLongText, sliceOutputLines, readStepOutputs } from './step-output'

const idsOf = (result: unknown, error?: string) => readStepOutputs({ error, result }).outputs.map(({ id }) => id)
const shownOf = (id: string, result: unknown, error?: string) =>
  readStepOutputs({ error, result }).outputs.find((one) => one.id === id)?.shown

test.each([
  [
    'a script',
    { stdout: 'out\n', stderr: 'bad\n', exitCode: 0, path: '/bin/sh', args: ['-c', 'ls'] },
    ['stdout', 'stderr', 'command'],
  ],
  ['a script without output', { stdout: '', stderr: '', exitCode: 0, path: '/bin/true', args: [] }, ['command']],
  ['a request', { code: 200, headers: { a: 'b' }, content: '{"ok":true}' }, ['content', 'headers']],
  ['a query', { rows: [{ open: 42 }], count: 1 }, ['rows']],
  ['a query without rows', {}, []],
  ['a pod', { Logs: 'started' }, ['logs']],
  [
    'a change for others',
    { links: [{ url: 'https://git.example/1' }], pr: { id: 1 }, logs: 'pushed' },
    ['logs', 'result'],
  ],
  ['a notification', { title: 'Restarted', message: 'It is back' }, ['text']],
  ['a model', { markdown: '## Why', json: '{"headline":"Pool"}', slack: '[]' }, ['text', 'json', 'slack']],
  ['a skipped action', null, []],
  ['an unknown service', { ticket: 7, state: 'open' }, ['result']],
  ['a list', [{ a: 1 }], ['result']],
  ['a word', 'done', ['result']],
])('shows the members of the result of %s', (_what, result, expected) => expect(idsOf(result)).toEqual(expected))

test('shows errors first, and the result of a failed action next to them', () => {
  const failed = {
    result: { stdout: 'waiting', stderr: 'timed out', exitCode: 1 },
    error: { code: 'exit', message: 'exit code 1' },
  }
  expect(idsOf(failed, 'exit code 1: timed out')).toEqual(['error', 'stdout', 'stderr'])
  expect(shownOf('error', failed, 'exit code 1: timed out')).toEqual({ is: 'lines', text: 'exit code 1: timed out' })
  // The column may have no text.
  expect(shownOf('error', failed)).toEqual({ is: 'lines', text: 'exit code 1' })
  expect(readStepOutputs({ result: failed }).facts).toEqual([{ name: 'Exit code', value: '1' }])
})

test('formats JSON, and shows text that only resembles JSON unchanged', () => {
  expect(shownOf('content', { content: '{"ok":true}' })).toEqual({ is: 'json', text: '{\n  "ok": true\n}' })
  expect(shownOf('content', { content: '{no' })).toEqual({ is: 'lines', text: '{no' })
  // Formatting it would block the page.
  expect(shownOf('content', { content: `[${'1,'.repeat(1_000_000)}1]` })?.is).toBe('lines')
})

test('uses the columns of all rows', () => {
  expect(shownOf('rows', { rows: [{ a: 1 }, { b: null, a: { c: 2 } }] })).toEqual({
    is: 'table',
    columns: ['a', 'b'],
    rows: [
      { id: '0', cells: { a: '1' } },
      { id: '1', cells: { b: '', a: '{"c":2}' } },
    ],
    total: 2,
  })
})

test('extracts the text from the blocks of a Slack message', () => {
  const blocks = [{ type: 'section', text: { type: 'mrkdwn', text: '*Pool* is off' } }, { type: 'divider' }]
  expect(shownOf('slack', { slack: JSON.stringify(blocks) })).toEqual({ is: 'message', text: '*Pool* is off' })
})

test('writes a command as for a shell', () => {
  expect(shownOf('command', { path: '/bin/sh', args: ['-c', "echo 'a b'"] })).toEqual({
    is: 'lines',
    text: "/bin/sh -c 'echo '\\''a b'\\'''",
  })
})

test.each([
  ['', []],
  ['one', ['one']],
  ['one\n', ['one']],
  ['one\r\ntwo\n\nfour', ['one', 'two', '', 'four']],
])('the lines of %j are %j', (text, expected) => {
  const lines = findLines(text)
  expect(lines.count).toBe(expected.length)
  expect(sliceOutputLines(text, lines, 0, 100).map(({ message }) => message)).toEqual(expected)
})

test('finds the same lines of a long text in slices', async () => {
  const text = Array.from({ length: 300_000 }, (_, at) => `a line of text ${at}`).join('\n')
  expect(isLongText(text)).toBe(true)
  expect(await findLinesInSlices(text, new AbortController().signal)).toEqual(findLines(text))
  expect(await findLinesInSlices(text, AbortSignal.abort())).toBeUndefined()
})

test('keeps the numbers of a range of lines', () => {
  const text = Array.from({ length: 5000 }, (_, at) => `line ${at + 1}`).join('\n')
  expect(sliceOutputLines(text, findLines(text), 4998, 9000)).toMatchObject([
    { id: '4999', number: 4999, message: 'line 4999' },
    { id: '5000', number: 5000, message: 'line 5000' },
  ])
})
