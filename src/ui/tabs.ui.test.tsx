import { render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
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
  // Tab goes on from what had focus last, also where that is gone.
  screen.getByRole('button', { name: 'Before' }).focus()
}
const selected = () => screen.getByRole('tab', { selected: true }).textContent
const panel = () => screen.getByRole('tabpanel').textContent

test('arrows move along without choosing; Enter and Space choose [DIALOG-07]', async () => {
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

test('is one stop for Tab: the chosen one, then the panel', async () => {
  show()
  await userEvent.tab()
  await userEvent.keyboard('{ArrowRight}{Enter}')
  await userEvent.tab()
  expect(document.activeElement).toBe(screen.getByRole('tabpanel'))
  await userEvent.tab({ shift: true })
  expect(document.activeElement).toBe(screen.getByRole('tab', { selected: true }))
})

test('a count is heard with what it counts', () => {
  show()
  expect(screen.getByRole('tab', { name: /^Part 2\s*12 changes$/ })).toBeDefined()
  expect(screen.getByRole('tablist', { name: 'Of payments-api' })).toBeDefined()
})

test('more than fit can be scrolled to, and the focused one is in sight', async () => {
  show(20)
  await userEvent.tab()
  await userEvent.keyboard('{End}')
  const list = screen.getByRole('tablist').getBoundingClientRect()
  expect(list.width).toBeLessThanOrEqual(300)
  await vi.waitFor(() => {
    const tab = document.activeElement?.getBoundingClientRect()
    expect(document.activeElement?.textContent).toBe('Part 20')
    expect(tab && tab.right <= list.right + 1 && tab.left >= list.left).toBe(true)
  })
})
