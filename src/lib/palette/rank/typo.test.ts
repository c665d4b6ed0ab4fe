import { expect, test } from 'vitest'
import { isNearBeginning } from './typo'

test.each([
  ['chekcout', 'checkout', 'swapped letters'],
  ['paymants', 'payments', 'a wrong letter'],
  ['inventry', 'inventory', 'a missing letter'],
  ['shippping', 'shipping', 'an additional letter'],
  ['storef', 'storefront', 'the beginning'],
  ['storfe', 'storefront', 'an error in the beginning'],
])('%s begins %s: %s', (typed, word) => {
  expect(isNearBeginning(typed, word)).toBe(true)
})

test.each([
  ['chekcuot', 'checkout'],
  ['payroll', 'payments'],
])('%s has more than one error for %s', (typed, word) => {
  expect(isNearBeginning(typed, word)).toBe(false)
})
