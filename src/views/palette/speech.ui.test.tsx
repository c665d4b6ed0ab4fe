import { act, render, renderHook, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { deferred } from '../../../tests/helpers/deferred'
import { eventually } from '../../../tests/helpers/eventually'
import { prepare } from '../../commands/prepare'
import {
  catalogItem,
  checkTarget,
  ownSources,
  Staged,
  stagedCatalog,
  stagedChecks,
  stagedCommands,
  stagedContext,
} from '../gallery/palette-stage'
import type { Item } from './item'
import { forgetClosed } from './reopen'
import { useSpoken } from './speech'

const { keyboard } = userEvent

let region: HTMLElement
beforeEach(() => {
  // Hands rest when the test says so, however slowly this machine types.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  forgetClosed()
  region = document.createElement('div')
  region.id = 'voice-polite'
  document.body.append(region)
})
afterEach(() => {
  region.remove()
  vi.useRealTimers()
})

const heard = () => [...region.children].map(({ textContent }) => textContent)
/** Lets time pass until it is said. */
const hears = (text: string | RegExp) =>
  eventually(() => {
    act(() => void vi.advanceTimersByTime(50))
    expect(heard()).toContainEqual(expect.stringMatching(text))
  })

const findStaged = (id: string) => stagedCommands.find((one) => one.id === id)

const withCatalog = (find: () => Promise<readonly Item[]>) => [...ownSources, stagedChecks(), stagedCatalog(find)]

test('opening says what it is, how much there is, and the first row; typing says the result once hands rest', async () => {
  render(<Staged context={{ targets: [checkTarget('checkout')] }} />)
  await hears(/^Command palette\. \d+ suggestions\. Silence…$/)
  await keyboard('payments')
  await hears(/^2 results\. payments-api$/)
  // Not a sentence for every letter.
  expect(heard()).toHaveLength(2)
  await keyboard('zzz')
  await hears('No results')
})

test('a step says its name and its first option, words what they should look like, and a wrong one why', async () => {
  const context = { targets: [checkTarget('checkout')] }
  const plan = prepare({ call: 'silence.create', origin: 'key' }, stagedContext(context), findStaged)
  render(<Staged context={context} {...(plan.step === 'ask' ? { plan } : {})} />)
  await hears('Until. 4 options. 2 hours')
  await keyboard('soon')
  await hears('A number and a unit, such as 90h or 2d.')
  await keyboard('{Control>}a{/Control}2 days{Enter}')
  await hears('Reason. Why, for whoever finds it silent')
  expect(heard()).toHaveLength(3)
})

test('a long search is said after a second and drawn before; its rows and its failure are said', async () => {
  const { promise, resolve } = deferred<readonly Item[]>()
  const answers = [promise, Promise.reject(new Error('Network Error'))]
  answers[1]?.catch(() => undefined)
  render(<Staged sources={withCatalog(async () => (await answers.shift()) ?? [])} />)
  await keyboard('payments')
  await hears('Searching')
  expect(document.querySelector('[class*="bar_"]')).not.toBeNull()
  resolve(['payments-db', 'payments-queue'].map(catalogItem))
  await hears('2 more from the catalog')
  expect(document.querySelector('[class*="bar_"]')).toBeNull()
  await keyboard('-')
  await hears('Could not search the catalog: Network Error. Enter to try again')
})

test('what is renewed before it was spoken still says where somebody is, once', async () => {
  const result = { count: 3, noun: 'suggestion', first: 'Run', note: undefined }
  const { rerender } = renderHook(({ moment }) => useSpoken({ ...result, place: 'Command palette' }, moment), {
    initialProps: { moment: 'two sources missing' },
  })
  rerender({ moment: 'one source missing' })
  rerender({ moment: 'all here' })
  await hears('Command palette. 3 suggestions. Run')
  rerender({ moment: 'typed' })
  await hears(/^3 suggestions\. Run$/)
  expect(heard()).toHaveLength(2)
})

test('nothing is said once it has closed', async () => {
  const { unmount } = render(<Staged />)
  await keyboard('payments')
  unmount()
  expect(screen.queryByRole('dialog')).toBeNull()
  await vi.advanceTimersByTimeAsync(600)
  expect(heard().filter((text) => text?.includes('payments'))).toEqual([])
})
