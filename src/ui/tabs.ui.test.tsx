import { render, screen } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { eventually } from '../../tests/helpers/eventually'
import { Tabs } from './tabs'

const onSelect = vi.fn<(id: string) => void>()

const parts = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    id: `tab-${at + 1}`,
    label: `Part ${at + 1}`,
    panel: <p>What is in part {at + 1}</p>,
    ...(at === 1 ? { count: 12, countOf: 'changes' } : {}),
  }))

function Shown({ many = 3 }: { many?: number }) {
  const [selected, setSelected] = useState('tab-1')
  return (
    <div style={{ width: 300 }}>
      <button>Before</button>
      <Tabs
        label="Of payments-api"
        selected={selected}
        onSelect={(id) => {
          onSelect(id)
          setSelected(id)
        }}
        tabs={parts(many)}
      />
    </div>
  )
}

function show(many?: number) {
  onSelect.mockReset()
  render(<Shown {...(many === undefined ? {} : { many })} />)
  // Tab continues from the last focused element, even if it was removed.
  screen.getByRole('button', { name: 'Before' }).focus()
}
const selected = () => screen.getByRole('tab', { selected: true }).textContent
const panel = () => screen.getByRole('tabpanel').textContent

test('arrow keys move without selecting; Enter and Space select [DIALOG-07]', async () => {
  show()
  await userEvent.tab()
  await userEvent.keyboard('{ArrowRight}{ArrowRight}')
  expect(document.activeElement?.textContent).toBe('Part 3')
  expect([selected(), panel(), onSelect.mock.calls]).toEqual(['Part 1', 'What is in part 1', []])
  await userEvent.keyboard('{Enter}')
  expect([selected(), panel()]).toEqual(['Part 3', 'What is in part 3'])
  await userEvent.keyboard('{Home} ')
  expect([selected(), panel()]).toEqual(['Part 1', 'What is in part 1'])
  expect(onSelect.mock.calls).toEqual([['tab-3'], ['tab-1']])
})

test('is one tab stop: the selected tab, then the panel', async () => {
  show()
  await userEvent.tab()
  await userEvent.keyboard('{ArrowRight}{Enter}')
  await userEvent.tab()
  expect(document.activeElement).toBe(screen.getByRole('tabpanel'))
  await userEvent.tab({ shift: true })
  expect(document.activeElement).toBe(screen.getByRole('tab', { selected: true }))
})

test('arrow keys wrap around, and are left to the browser with a modifier', async () => {
  show()
  await userEvent.tab()
  await userEvent.keyboard('{ArrowLeft}')
  expect(document.activeElement?.textContent).toBe('Part 3')
  await userEvent.keyboard('{ArrowRight}')
  expect(document.activeElement?.textContent).toBe('Part 1')
  await userEvent.keyboard('{Control>}{ArrowRight}{/Control}')
  expect(document.activeElement?.textContent).toBe('Part 1')
})

test('a click selects once and focuses the tab', async () => {
  show()
  await userEvent.click(screen.getByRole('tab', { name: 'Part 3' }))
  await userEvent.click(screen.getByRole('tab', { name: 'Part 3' }))
  expect([selected(), panel(), onSelect.mock.calls]).toEqual(['Part 3', 'What is in part 3', [['tab-3']]])
  expect(document.activeElement?.textContent).toBe('Part 3')
})

test('a key that is held down selects nothing', async () => {
  show()
  await userEvent.tab()
  await userEvent.keyboard('{ArrowRight}')
  const held = new KeyboardEvent('keydown', { key: 'Enter', repeat: true, bubbles: true, cancelable: true })
  document.activeElement?.dispatchEvent(held)
  expect([held.defaultPrevented, onSelect.mock.calls]).toEqual([true, []])
})

test('tab and panel reference each other, even if all tabs share a panel', () => {
  for (const children of [undefined, <p key="all">All of it</p>]) {
    const { unmount } = render(
      <Tabs label="Of a" tabs={parts(3)} selected="tab-2" onSelect={onSelect}>
        {children}
      </Tabs>
    )
    const [tab, box] = [screen.getByRole('tab', { selected: true }), screen.getByRole('tabpanel')]
    expect([tab.getAttribute('aria-controls'), box.getAttribute('aria-labelledby')]).toEqual([box.id, tab.id])
    expect(document.querySelectorAll('[aria-controls]')).toHaveLength(1)
    unmount()
  }
})

const one = (content: ReactNode) => (
  <Tabs label="Of a" tabs={[{ id: 'a', label: 'A', panel: content }]} selected="a" onSelect={onSelect} />
)

test('the panel is not a tab stop while it contains one', async () => {
  const { rerender } = render(one(<button>Run</button>))
  expect(screen.getByRole('tabpanel').tabIndex).toBe(-1)
  rerender(one(<p>Nothing to run</p>))
  await eventually(() => expect(screen.getByRole('tabpanel').tabIndex).toBe(0))
})

const some = (count: number) => <Tabs label="Of a" tabs={parts(count)} selected="tab-1" onSelect={onSelect} />

test('when the focused tab is removed, its neighbour takes focus', () => {
  const { rerender } = render(some(4))
  screen.getByRole('tab', { name: 'Part 4' }).focus()
  rerender(some(3))
  expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Part 3' }))
})

test('a count is read with its noun', () => {
  show()
  expect(screen.getByRole('tab', { name: /^Part 2\s*12 changes$/ })).toBeDefined()
  expect(screen.getByRole('tablist', { name: 'Of payments-api' })).toBeDefined()
})

test('overflowing tabs have no scroll bar', () => {
  render(<Shown many={12} />)
  const list = screen.getByRole('tablist')
  expect(list.scrollWidth).toBeGreaterThan(list.clientWidth)
  expect(getComputedStyle(list).scrollbarWidth).toBe('none')
})

test('overflowing tabs can be scrolled, and the focused one is in view', async () => {
  show(20)
  await userEvent.tab()
  await userEvent.keyboard('{End}')
  const list = screen.getByRole('tablist').getBoundingClientRect()
  expect(list.width).toBeLessThanOrEqual(300)
  await eventually(() => {
    const tab = document.activeElement?.getBoundingClientRect()
    expect(document.activeElement?.textContent).toBe('Part 20')
    expect(tab && tab.right <= list.right + 1 && tab.left >= list.left).toBe(true)
  })
})

test('the selected tab scrolls into view without scrolling the page', () => {
  render(
    <div data-testid="around" style={{ height: 100, width: 300, overflow: 'auto' }}>
      <div style={{ height: 200 }}>What is read first</div>
      <Tabs label="Of a" tabs={parts(20)} selected="tab-20" onSelect={onSelect} />
    </div>
  )
  const [list, tab] = [screen.getByRole('tablist'), screen.getByRole('tab', { name: 'Part 20' })]
  expect(tab.getBoundingClientRect().right).toBeLessThanOrEqual(list.getBoundingClientRect().right + 1)
  expect(screen.getByTestId('around').scrollTop).toBe(0)
})
