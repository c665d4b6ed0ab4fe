import { expect, onTestFinished, test } from 'vitest'
import { reserve } from './reserve'

const footHeight = () => document.documentElement.style.getPropertyValue('--foot')

function bar(height: number): HTMLElement {
  const element = document.createElement('div')
  element.style.height = `${height}px`
  document.body.append(element)
  onTestFinished(() => element.remove())
  return element
}

test('of several bars the highest counts, until it is removed', async () => {
  const low = reserve(bar(20), '--foot')
  const high = reserve(bar(40), '--foot')
  await expect.poll(footHeight).toBe('40px')
  high()
  expect(footHeight()).toBe('20px')
  low()
  expect(footHeight()).toBe('')
})
