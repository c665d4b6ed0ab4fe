import { expect, test } from 'vitest'
import { readMessageLink } from './outbox'

test.each([
  [
    'Open https://console.example/recovery?flow=f1 and type in this code: 482915\n\nThen choose a password.',
    'https://console.example/recovery?flow=f1#code=482915',
  ],
  [
    'Your code: 482915\n\nType it in, or open https://console.example/verification?flow=f&code=482915',
    'https://console.example/verification?flow=f&code=482915',
  ],
  ['Your code: 482915\n\nType it into the page where you requested it.', undefined],
  ['', undefined],
])('the link in %j is %s', (body, link) => {
  expect(readMessageLink({ body })).toBe(link)
})
