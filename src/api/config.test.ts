import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { config } from './config'

const told = { version: '1.2.3', backend: 'embedded', signIn: 'none' } as const

/** What there is to know before anything was asked, of a page with this in its block. */
function known(text: string | null) {
  const getElementById = (id: string) => (text !== null && id === 'console-config' ? { textContent: text } : null)
  vi.stubGlobal('document', { getElementById })
  return new QueryObserver(new QueryClient(), config()).getCurrentResult().data
}

test('what the page was told is known at once', () => {
  expect(known(JSON.stringify(told))).toEqual(told)
  const hosted = { publishableKey: 'pk_test_1', backends: [] }
  expect(known(JSON.stringify({ ...told, signIn: 'hosted', hosted, only: 'health' }))).toEqual({
    ...told,
    signIn: 'hosted',
    hosted,
    only: 'health',
  })
})

test.each([
  ['nothing', null],
  ['an empty block', ''],
  ['what is no JSON', '{'],
  ['what another version of the server tells', JSON.stringify({ ...told, signIn: 'by letter' })],
])('of a page with %s it is asked', (_what, text) => {
  expect(known(text)).toBeUndefined()
})
