import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createCheck } from '@tests/helpers/checks'
import { healthUrl } from './url'
import { useCheckListQuery } from './use-list-query'

const rows = [
  createCheck('a', { status: 'unhealthy' }),
  createCheck('b', { status: 'unhealthy' }),
  createCheck('c', { status: 'unknown' }),
  createCheck('d'),
]
const client = new QueryClient()

/** The list as the cursor moves, or as the checks change. */
function list(hidePassing: boolean) {
  const state = { ...healthUrl.parse(''), hidePassing }
  return renderHook(
    ({ cursor, now }: { cursor: string | undefined; now: typeof rows }) =>
      useCheckListQuery(now, state, '', { cursor, open: undefined }),
    {
      initialProps: { cursor: undefined as string | undefined, now: rows },
      wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
    }
  )
}

test.each([true, false])(
  'moving the cursor does not build a new list, with passing checks hidden: %s',
  (hidePassing) => {
    const { result, rerender } = list(hidePassing)
    const { found } = result.current
    for (const cursor of ['a', 'b', 'c']) {
      rerender({ cursor, now: rows })
      expect(result.current.found).toBe(found)
    }
  }
)

test('a check that starts to pass under the cursor stays listed until the cursor leaves it', () => {
  const { result, rerender } = list(true)
  const names = () => result.current.found.shown.map(({ name }) => name)
  const healed = rows.map((check) => (check.name === 'b' ? { ...check, status: 'healthy' as const } : check))
  rerender({ cursor: 'b', now: rows })
  rerender({ cursor: 'b', now: healed })
  expect(names()).toEqual(['a', 'b', 'c'])
  rerender({ cursor: 'a', now: healed })
  expect(names()).toEqual(['a', 'c'])
})
