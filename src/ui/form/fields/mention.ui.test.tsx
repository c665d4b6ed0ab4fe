import { render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { deferred } from '@/lib/deferred'
import type { Choice, FindChoices } from '@/shared/forms/choice'
import { Dialog } from '../../dialog'
import { searchOptions } from './combo-field'
import { MentionField } from './mention'

const choice = (name: string): Choice => ({ value: name, label: name })
const people = ['Ada Lovelace', 'Tomasz Nowak', 'Tomasz Wieczorek'].map(choice)

function Example({ find, initial }: { find: FindChoices<Choice>; initial: string }) {
  const [value, setValue] = useState(initial)
  return (
    <>
      <MentionField label="Comment" find={find} pace={{ delayMs: 0 }} value={value} onChange={setValue} />
      <button>Send</button>
      <div id="voice-polite" />
    </>
  )
}

function show(find: FindChoices<Choice> = searchOptions(people), initial = '') {
  render(<Example find={find} initial={initial} />)
  area().focus()
}
function showInDialog({ initial = '', onClose = vi.fn<() => void>() }) {
  render(
    <Dialog title="Comment on checkout" onClose={onClose}>
      <Example find={searchOptions(people)} initial={initial} />
    </Dialog>
  )
  area().focus()
}
const area = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Comment' })
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)
const offered = (...names: string[]) => waitFor(() => expect(options()).toEqual(names))
const active = () => document.getElementById(area().getAttribute('aria-activedescendant') ?? '')?.textContent
const announced = () => [...(document.getElementById('voice-polite')?.children ?? [])].map((line) => line.textContent)
const caret = () => [area().selectionStart, area().selectionEnd]
const { keyboard } = userEvent

test('@ and letters open a list; typing narrows it, arrow keys move, and Enter inserts the mention', async () => {
  show()
  await keyboard('Ask @t')
  await offered('Tomasz Nowak', 'Tomasz Wieczorek')
  const list = screen.getByRole('listbox', { name: 'People' })
  expect([area().getAttribute('aria-controls'), active()]).toEqual([list.id, 'Tomasz Nowak'])
  await keyboard('{ArrowDown}')
  expect([document.activeElement, active()]).toEqual([area(), 'Tomasz Wieczorek'])
  await keyboard('omasz w')
  await offered('Tomasz Wieczorek')
  await keyboard('{Enter}')
  expect(area().value).toBe('Ask @Tomasz Wieczorek ')
  expect(options()).toEqual([])
  expect([area().getAttribute('aria-controls'), area().getAttribute('aria-activedescendant')]).toEqual([null, null])
  // The text continues after the mention, and so do new lines.
  await keyboard('to look.{Enter}Thanks')
  expect(area().value).toBe('Ask @Tomasz Wieczorek to look.\nThanks')
  expect(options()).toEqual([])
})

test('Tab picks the active option, even in the middle of a text, and undo restores the typed text', async () => {
  showInDialog({ initial: 'Ask  to look.' })
  area().setSelectionRange(4, 4)
  await keyboard('@ada')
  await offered('Ada Lovelace')
  await keyboard('{Tab}')
  expect(area().value).toBe('Ask @Ada Lovelace to look.')
  expect([document.activeElement, caret()]).toEqual([area(), [17, 17]])
  await keyboard('{Control>}z{/Control}')
  expect([area().value, options()]).toEqual(['Ask @ada to look.', []])
})

test('the pointer picks an option, and focus stays in the text area', async () => {
  show()
  await keyboard('@tom')
  await offered('Tomasz Nowak', 'Tomasz Wieczorek')
  await userEvent.click(screen.getByRole('option', { name: 'Tomasz Wieczorek' }))
  expect([area().value, document.activeElement]).toEqual(['@Tomasz Wieczorek ', area()])
})

test('Escape closes the list but not the dialog; the list stays closed until letters are deleted', async () => {
  const onClose = vi.fn<() => void>()
  showInDialog({ onClose })
  await keyboard('@tom')
  await offered('Tomasz Nowak', 'Tomasz Wieczorek')
  expect(area().closest('[data-scope="widget"]')).toBeTruthy()
  await keyboard('{Escape}')
  expect(options()).toEqual([])
  await keyboard('asz')
  expect(options()).toEqual([])
  expect(area().closest('[data-scope="widget"]')).toBeNull()
  expect(onClose).not.toHaveBeenCalled()
  await keyboard('{Backspace}'.repeat(4))
  await offered('Tomasz Nowak', 'Tomasz Wieczorek')
  await keyboard('{Escape}')
  expect(onClose).not.toHaveBeenCalled()
  await keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledOnce()
})

test('without people to offer, Enter starts a new line and Tab leaves; an e-mail address opens no list', async () => {
  const find = vi.fn<FindChoices<Choice>>(() => [])
  show(find)
  await keyboard('ops@example.com @ zz')
  expect(find).not.toHaveBeenCalled()
  await keyboard(' @zz')
  await waitFor(() => expect(screen.getAllByText('No people found')).toHaveLength(2))
  await keyboard('{Enter}')
  expect(area().value).toBe('ops@example.com @ zz @zz\n')
  expect(screen.queryByText('No people found', { ignore: '#voice-polite *' })).toBeNull()
  await keyboard('@zz{Tab}')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Send' }))
})

test('text that continues after a name is searched once more and not shown', async () => {
  const find = vi.fn<FindChoices<Choice>>(searchOptions(people))
  show(find)
  await keyboard('@ada')
  await offered('Ada Lovelace')
  await keyboard(' h')
  await waitFor(() => expect(find).toHaveBeenLastCalledWith('ada h', expect.anything()))
  expect(screen.queryByText('No people found')).toBeNull()
  const { length } = find.mock.calls
  await keyboard('as to look at this{Enter}')
  expect(find.mock.calls).toHaveLength(length)
  expect([area().value, options()]).toEqual(['@ada has to look at this\n', []])
})

test('while a longer text is searched, earlier options that still match are shown; outdated responses are ignored', async () => {
  const asked = new Map<string, { answer: (found: readonly Choice[]) => void; signal: AbortSignal }>()
  const find: FindChoices<Choice> = (text, signal) => {
    const { promise, resolve } = deferred<readonly Choice[]>()
    asked.set(text, { answer: resolve, signal })
    return promise
  }
  const isAsked = (text: string) => waitFor(() => expect([...asked.keys()]).toContain(text))
  show(find)
  await keyboard('@t')
  await isAsked('t')
  expect(screen.getByText('Searching…')).toBeTruthy()
  await keyboard('o')
  await isAsked('to')
  expect(asked.get('t')?.signal.aborted).toBe(true)
  asked.get('to')?.answer(people.slice(1))
  asked.get('t')?.answer(people)
  await offered('Tomasz Nowak', 'Tomasz Wieczorek')
  await keyboard('masz w')
  await isAsked('tomasz w')
  expect([options(), active()]).toEqual([['Tomasz Wieczorek'], 'Tomasz Wieczorek'])
  asked.get('tomasz w')?.answer([...people.slice(2), choice('Tomasz Wójcik')])
  await offered('Tomasz Wieczorek', 'Tomasz Wójcik')
})

test('a failed search shows the reason instead of an empty list, and the arrow key reaches a retry option', async () => {
  const find = vi
    .fn<FindChoices<Choice>>()
    .mockRejectedValueOnce(new Error('The server is away'))
    .mockResolvedValue(people)
  show(find)
  await keyboard('@a')
  await offered('Try again')
  await waitFor(() => expect(announced()).toEqual(['The server is away']))
  expect(screen.queryByText('No people found')).toBeNull()
  expect(active()).toBeUndefined()
  await keyboard('{ArrowDown}{Enter}')
  await offered('Ada Lovelace', 'Tomasz Nowak', 'Tomasz Wieczorek')
  expect([area().value, active()]).toEqual(['@a', 'Ada Lovelace'])
})

test('announces the number of options once and does not repeat it with the active option', async () => {
  show()
  await keyboard('@tom')
  await offered('Tomasz Nowak', 'Tomasz Wieczorek')
  await waitFor(() => expect(announced()).toEqual(['2 people']))
  await keyboard('{ArrowDown}')
  expect(active()).toBe('Tomasz Wieczorek')
  await keyboard('{Enter}')
  expect(announced()).toEqual(['2 people'])
})

test('the list closes when the caret leaves the mention', async () => {
  show()
  await keyboard('Ask @to')
  await offered('Tomasz Nowak', 'Tomasz Wieczorek')
  await keyboard('{ArrowLeft}')
  await offered('Tomasz Nowak', 'Tomasz Wieczorek')
  await keyboard('{Home}')
  await waitFor(() => expect(options()).toEqual([]))
})

test('a read-only field opens no list', async () => {
  render(<MentionField label="Comment" value="@t" onChange={() => undefined} find={searchOptions(people)} isReadOnly />)
  area().focus()
  await keyboard('{End}o{ArrowDown}')
  expect([area().value, options()]).toEqual(['@t', []])
})
