import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { statusWords } from '../lib/status-words'
import { StatusBadge, StatusIcon } from './status-word'

/** The drawing and the colour of an icon. */
function lookOf(word: string) {
  const { container, unmount } = render(<StatusIcon word={word} />)
  const icon = container.querySelector('svg')
  const look = [icon?.innerHTML, icon && getComputedStyle(icon).color]
  const isHidden = icon?.getAttribute('aria-hidden')
  unmount()
  return { drawing: look[0], look: look.join(' '), isHidden }
}

test('each meaning has an icon that can be distinguished without colour', () => {
  const byMeaning = new Map(statusWords.map(([word, meaning]) => [meaning, lookOf(word)]))
  expect(byMeaning.size).toBe(8)
  expect(new Set([...byMeaning.values()].map(({ drawing }) => drawing)).size).toBe(8)
  expect([...byMeaning.values()].every(({ isHidden }) => isHidden === 'true')).toBe(true)
})

test('a badge and an icon of the same word look the same, however it is written', () => {
  for (const [word] of statusWords) {
    const { container, unmount } = render(<StatusBadge word={word.toUpperCase()} />)
    const icon = container.querySelector('svg')
    expect([icon?.innerHTML, icon && getComputedStyle(icon).color].join(' ')).toBe(lookOf(word).look)
    expect(container.textContent).toBe(word.toUpperCase())
    unmount()
  }
})

test('an unknown word is shown as it is written, in the neutral look', () => {
  const { container } = render(<StatusBadge word="evicted_Twice" />)
  expect(container.textContent).toBe('evicted_Twice')
  expect(container.querySelector('[data-tone]')?.getAttribute('data-tone')).toBe('plain')
  expect(container.querySelector('svg')?.innerHTML).toBe(lookText('unknown'))
})

const lookText = (word: string) => lookOf(word).drawing
