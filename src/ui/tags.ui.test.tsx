import { act, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { eventually } from '../../tests/helpers/eventually'
import { Tags } from './tags'

afterEach(() => {
  vi.restoreAllMocks()
})

const tags = { zone: 'eu-1', name: 'payments-api', account: 'production', namespace: 'payments', app: 'payments' }

const box = (px: number) => (
  <div style={{ width: px }}>
    <Tags tags={tags} />
  </div>
)
function show(width: number) {
  const { rerender } = render(box(width))
  return (px: number) => rerender(box(px))
}
const buttons = () => screen.getAllByRole('button').map(({ textContent }) => textContent)
const focused = () => document.activeElement?.textContent

test('orders chips with account first [UI-01 UI-02]', () => {
  show(1000)
  expect(buttons()).toEqual([
    'account: production',
    'namespace: payments',
    'name: payments-api',
    'app: payments',
    'zone: eu-1',
  ])
  expect(screen.getByRole('toolbar', { name: 'Tags' })).toBeDefined()
})

test('puts chips that do not fit behind a button with their count [UI-03]', async () => {
  const resize = show(380)
  const row = screen.getByRole('toolbar').getBoundingClientRect()
  expect(row.height).toBeLessThan(30)
  expect(buttons()).toEqual(['account: production', 'namespace: payments', '+3 more'])
  await userEvent.click(screen.getByRole('button', { name: '+3 more', expanded: false }))
  expect(buttons()).toHaveLength(6)
  await userEvent.click(screen.getByRole('button', { name: 'Show fewer', expanded: true }))
  expect(buttons()).toHaveLength(3)
  resize(1000)
  await eventually(() => expect(buttons()).toHaveLength(5))
})

test('truncates a chip that is longer than the row and never omits it', () => {
  show(90)
  expect(buttons()).toEqual(['account: production', '+4 more'])
  expect(screen.getByRole('toolbar').scrollWidth).toBeLessThanOrEqual(90)
})

test('is one tab stop; arrow keys wrap around, Home and End go to the ends', async () => {
  show(380)
  await userEvent.tab()
  expect(focused()).toBe('account: production')
  await userEvent.keyboard('{ArrowLeft}')
  expect(focused()).toBe('+3 more')
  await userEvent.keyboard('{Enter}')
  expect(focused()).toBe('Fewer')
  await userEvent.keyboard('{ArrowLeft}')
  expect(focused()).toBe('zone: eu-1')
  await userEvent.keyboard('{Home}{ArrowRight}')
  expect(focused()).toBe('namespace: payments')
  await userEvent.tab()
  expect(screen.getByRole('toolbar').contains(document.activeElement)).toBe(false)
})

test('pressing a chip copies its value', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  show(1000)
  act(() => screen.getByRole('button', { name: /^account/ }).focus())
  await userEvent.keyboard('{End}{Enter}')
  await eventually(() => expect(focused()).toBe('zone: eu-1'))
  expect(write).toHaveBeenCalledExactlyOnceWith('eu-1')
  expect(document.activeElement?.getAttribute('aria-description')).toBe('Press to copy the value')
})
