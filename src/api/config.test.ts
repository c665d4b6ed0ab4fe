import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { consoleConfigQuery } from './config'

const served = { version: '1.2.3', backend: 'embedded', signIn: 'none' } as const

/** The initial configuration of a page with this text in its block, before any request. */
function known(text: string | null) {
  const getElementById = (id: string) => (text !== null && id === 'console-config' ? { textContent: text } : null)
  vi.stubGlobal('document', { getElementById })
  return new QueryObserver(new QueryClient(), consoleConfigQuery()).getCurrentResult().data
}

test('reads the configuration from the page without a request', () => {
  expect(known(JSON.stringify(served))).toEqual(served)
  const hosted = { publishableKey: 'pk_test_1', backends: [] }
  expect(known(JSON.stringify({ ...served, signIn: 'hosted', hosted, only: 'health' }))).toEqual({
    ...served,
    signIn: 'hosted',
    hosted,
    only: 'health',
  })
})

test.each([
  ['nothing', null],
  ['an empty block', ''],
  ['invalid JSON', '{'],
  ['an unknown value', JSON.stringify({ ...served, signIn: 'by letter' })],
])('requests the configuration if the page has %s', (_what, text) => {
  expect(known(text)).toBeUndefined()
})
