import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createAnnouncer, MAX_ANNOUNCED_LENGTH } from './voice'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function listenTo() {
  const heard: [string, boolean][] = []
  return { heard, say: createAnnouncer((text, urgent) => heard.push([text, urgent])) }
}

test('messages of one turn are announced together', () => {
  const { heard, say } = listenTo()
  say('One.')
  say('Two.')
  vi.runAllTimers()
  expect(heard).toEqual([['One. Two.', false]])
})

test('urgent messages are announced first and separately', () => {
  const { heard, say } = listenTo()
  say('Later.')
  say('Now!', { urgent: true })
  vi.runAllTimers()
  expect(heard).toEqual([
    ['Now!', true],
    ['Later.', false],
  ])
})

test('of several messages with one key, only the last is announced, after the delay', () => {
  const { heard, say } = listenTo()
  say('7 results', { key: 'results' })
  vi.advanceTimersByTime(499)
  say('2 results', { key: 'results' })
  vi.advanceTimersByTime(499)
  expect(heard).toEqual([])
  vi.advanceTimersByTime(2)
  expect(heard).toEqual([['2 results', false]])
})

test('an empty text cancels a pending message', () => {
  const { heard, say } = listenTo()
  say('7 results', { key: 'results' })
  say('', { key: 'results' })
  vi.runAllTimers()
  expect(heard).toEqual([])
})

test.each([
  ['words', 'refused '.repeat(300)],
  ['one word', 'x'.repeat(2048)],
  ['lines', 'at Object.run\n'.repeat(200)],
  ['pairs of surrogates', '🙂'.repeat(1000)],
])('shortens a long message of %s', (_of, text) => {
  const { heard, say } = listenTo()
  say(text)
  vi.runAllTimers()
  const [spoken = ''] = heard[0] ?? []
  expect(spoken.length).toBeLessThanOrEqual(MAX_ANNOUNCED_LENGTH)
  // Half a surrogate pair would throw.
  expect(() => encodeURIComponent(spoken)).not.toThrow()
  expect(text.startsWith(spoken.slice(0, -1))).toBe(true)
  expect(spoken.at(-1)).toBe('…')
})

test.each([
  ['before', 'Deleted media.', 'On stock, 2 of 3.'],
  ['after', 'Deleted cart.', 'media was removed. On stock, 2 of 3.'],
])('says the shorter text if a recent announcement has the name: %s', (_what, outcome, expected) => {
  const { heard, say } = listenTo()
  say('media was removed. On stock, 2 of 3.', {
    key: 'removal',
    shorter: { name: 'media', text: 'On stock, 2 of 3.' },
  })
  vi.advanceTimersByTime(200)
  say(outcome)
  vi.runAllTimers()
  expect(heard).toEqual([
    [outcome, false],
    [expected, false],
  ])
})
