import { virtual } from '@guidepup/virtual-screen-reader'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { eventually } from '@tests/helpers/eventually'
import { Diff } from './diff'
// Loads the code before the first test.
import './diff-view'
import type { DiffLayout, DiffProps } from './props'

const announce = vi.hoisted(() => vi.fn<(text: string) => void>())
vi.mock('../voice', () => ({ announce }))

const user = userEvent.setup()
const numbered = Array.from({ length: 40 }, (_, at) => `line ${at + 1}`)
const texts = {
  before: numbered.join('\n'),
  after: numbered.with(9, 'changed').toSpliced(30, 1).join('\n'),
}

function Kept({ width = 1000, ...props }: { width?: number } & Partial<DiffProps>) {
  const [layout, setLayout] = useState<DiffLayout>(props.layout ?? 'unified')
  return (
    <div style={{ width }}>
      <Diff {...({ label: 'spec', ...texts, ...props } as DiffProps)} layout={layout} onLayout={setLayout} />
    </div>
  )
}
const button = (name: string | RegExp) => screen.findByRole('button', { name })
const focused = () => document.activeElement?.getAttribute('aria-label')

const press = async (one: HTMLElement) => {
  one.focus()
  await user.keyboard('{Enter}')
}
const many = Array.from({ length: 3000 }, (_, at) => `line ${at}`).join('\n')

test('summarises the changes; keys move between changes and announce when there are no more', async () => {
  render(<Kept />)
  await screen.findByRole('group', { name: 'spec: 1 line added, 2 removed in 2 places' })
  const next = await button('Next change')
  await press(next)
  expect(focused()).toBe('Change 1 of 2: 1 line added, 1 removed')
  await press(next)
  expect(focused()).toBe('Change 2 of 2: 1 line removed')
  await press(next)
  expect(announce).toHaveBeenLastCalledWith('No next change.')
  await press(await button('Previous change'))
  expect(focused()).toBe('Change 1 of 2: 1 line added, 1 removed')
})

test('labels changed lines for screen readers, and unchanged lines not', async () => {
  render(<Kept />)
  const change = await screen.findByRole('group', { name: /^Change 1 of 2/ })
  await virtual.start({ container: change })
  while ((await virtual.lastSpokenPhrase()) !== 'end of group, Change 1 of 2: 1 line added, 1 removed')
    await virtual.next()
  const heard = (await virtual.spokenPhraseLog()).join(' ')
  await virtual.stop()
  expect(heard).toMatch(/removed ?: ?line 10.*added ?: ?changed/)
  expect(heard).not.toContain('−')
})

test('unchanged lines are collapsed; expanding them moves focus to them', async () => {
  render(<Kept />)
  expect(screen.queryByText('line 20')).toBeNull()
  const fold = await button('Show 14 unchanged lines')
  await press(fold)
  expect(screen.getByText('line 20')).toBeDefined()
  await eventually(() => expect(document.activeElement?.textContent).toContain('line 20'))
})

test('shows sides next to each other only if there is enough space', async () => {
  const { unmount } = render(<Kept width={1000} />)
  const side = await button('Side by side')
  expect(side.getAttribute('aria-pressed')).toBe('false')
  await user.click(side)
  expect(side.getAttribute('aria-pressed')).toBe('true')
  const change = screen.getByRole('group', { name: /^Change 1 of 2/ })
  expect(change.children).toHaveLength(1)
  unmount()
  render(<Kept width={400} layout="split" />)
  expect((await screen.findByRole('group', { name: /^Change 1 of 2/ })).children).toHaveLength(2)
  expect(screen.queryByRole('button', { name: 'Side by side' })).toBeNull()
})

test('shows a message for no difference and for an invalid patch', async () => {
  render(<Kept after={texts.before} />)
  expect(await screen.findByText('No difference')).toBeDefined()
  render(<Diff label="note" patch="by hand" layout="unified" onLayout={() => undefined} />)
  expect(await screen.findByText('note is not a valid patch. Its text is shown instead.')).toBeDefined()
  expect(screen.getByText('by hand')).toBeDefined()
})

test('renders the first lines of a very long difference, and more on request', async () => {
  render(<Kept before="" after={many} />)
  const more = await button('Show 1,000 more lines of 2,000')
  await user.click(more)
  expect(await button('Show 1,000 more lines of 1,000')).toBeDefined()
})
