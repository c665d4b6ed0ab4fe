import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ProgressBar } from './progress-bar'

const bar = (percent: number) => {
  const { container, unmount } = render(<ProgressBar label="Memory" percent={percent} />)
  const track = container.querySelector('[role=meter]')
  const inner = track?.firstElementChild
  if (!track || !inner) throw new Error('no bar')
  const seen = {
    colour: getComputedStyle(inner).backgroundColor,
    share: Math.round((inner.getBoundingClientRect().width / track.getBoundingClientRect().width) * 100),
  }
  unmount()
  return seen
}
const colourOf = (token: string) => {
  const { container, unmount } = render(<p style={{ background: `var(${token})` }}>x</p>)
  const { backgroundColor } = getComputedStyle(container.firstElementChild ?? container)
  unmount()
  return backgroundColor
}

test.each([
  [0, '--good'],
  [75, '--good'],
  [75.1, '--warn'],
  [90, '--warn'],
  [90.1, '--bad'],
  [140, '--bad'],
])('%d%% has the tone %s [UI-04 UI-05 UI-06]', (percent, token) => {
  expect(bar(percent).colour).toBe(colourOf(token))
})

test.each([
  [-3, 5],
  [0, 5],
  [4, 5],
  [50, 50],
  [100, 100],
  [140, 100],
])('%d%% has a width of %d%% [UI-07]', (percent, width) => {
  expect(bar(percent).share).toBe(width)
})

test('has an accessible name and shows values above 100% unchanged', () => {
  render(<ProgressBar label="Memory" percent={140} />)
  const meter = screen.getByRole('meter', { name: 'Memory' })
  expect(meter.getAttribute('aria-valuetext')).toBe('140%')
  expect(meter.getAttribute('aria-valuenow')).toBe('100')
})
