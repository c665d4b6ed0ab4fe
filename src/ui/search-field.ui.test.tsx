import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { SEARCH_DEBOUNCE_MS, SearchField, useSearchText } from './search-field'

const keep = vi.fn<(text: string) => void>()

function Searching() {
  const [kept, setKept] = useState('')
  const [text, setText] = useSearchText(kept, (next) => {
    keep(next)
    setKept(next)
  })
  return (
    <>
      <SearchField label="Search by name" value={text} onChange={setText} />
      <button type="button" onClick={() => setKept('from elsewhere')}>
        Back
      </button>
    </>
  )
}
const field = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search by name' })

test('the text changes at once, and the value once when typing pauses [CONST-02]', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime.bind(vi) })
  render(<Searching />)
  await user.type(field(), 'pay')
  expect(field().value).toBe('pay')
  expect(keep).not.toHaveBeenCalled()
  act(() => void vi.advanceTimersByTime(SEARCH_DEBOUNCE_MS))
  expect(keep.mock.calls).toEqual([['pay']])
  vi.useRealTimers()
})

test('a value from outside replaces the text', async () => {
  render(<Searching />)
  await userEvent.click(screen.getByRole('button', { name: 'Back' }))
  expect(field().value).toBe('from elsewhere')
})
