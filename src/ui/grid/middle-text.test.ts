import { expect, test } from 'vitest'
import { splitText } from './middle-text'

test.each([
  ['checkout-e74c51d9-ea6eb', 'checkout-e74c51d9', '-ea6eb'],
  ['quay-7f9c4 crane 🏗️ north', 'quay-7f9c4 crane 🏗️', ' north'],
  ['storage-of-cafe\u0301abcde', 'storage-of-caf', 'e\u0301abcde'],
  ['workers: 👩\u200D🚒abcde', 'workers: ', '👩\u200D🚒abcde'],
])('splits %s without dividing a character', (text, head, tail) => {
  expect(splitText(text, 6)).toEqual([head, tail])
})
