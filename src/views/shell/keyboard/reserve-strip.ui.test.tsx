import { expect, onTestFinished, test } from 'vitest'
import { reserveStrip } from './reserve-strip'

const reserved = () => document.documentElement.style.getPropertyValue('--strip')

test('reserves the height of a strip until it is removed', async () => {
  const strip = document.createElement('div')
  strip.style.height = '20px'
  document.body.append(strip)
  onTestFinished(() => strip.remove())
  const end = reserveStrip(strip, '--strip')
  await expect.poll(reserved).toBe('20px')
  end()
  expect(reserved()).toBe('')
})
