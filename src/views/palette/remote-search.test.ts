import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PaletteItem } from './item'
import { type RemoteResult, createRemoteSearch, type SearchPlace } from './remote-search'

const item = (title: string): PaletteItem => ({
  id: title,
  source: 'catalog',
  title,
  effect: { is: 'value', value: title, written: title },
})

/** A place whose responses the test controls, by the text of the search. */
function catalog() {
  const asked = new Map<string, { signal: AbortSignal; give(titles: string[]): void; fail(why: string): void }>()
  const place: SearchPlace = {
    id: 'catalog',
    name: 'the catalog',
    find: (text, signal) =>
      new Promise((resolve, reject) => {
        asked.set(text, {
          signal,
          give: (titles) => resolve(titles.map(item)),
          fail: (why) => reject(new Error(why)),
        })
      }),
  }
  return { place, asked }
}

let answers: readonly RemoteResult[] = []
const arrived: RemoteResult[] = []
const start = () =>
  createRemoteSearch(
    (next) => (answers = next),
    (answer) => arrived.push(answer)
  )
const titles = () => answers.flatMap(({ items }) => items.map(({ title }) => title))
/** Advances past the delay, so that responses are handled. */
const wait = (ms = 300) => vi.advanceTimersByTimeAsync(ms)

beforeEach(() => {
  vi.useFakeTimers()
  answers = []
  arrived.length = 0
})
afterEach(() => {
  vi.useRealTimers()
})

test('searches once, 150 ms after the last letter', async () => {
  const { place, asked } = catalog()
  const places = [place]
  const remote = start()
  for (const text of ['pa', 'pay', 'paym']) {
    remote.search(places, text)
    await wait(149)
  }
  expect([...asked.keys()]).toEqual([])
  await wait(1)
  expect([...asked.keys()]).toEqual(['paym'])
  expect(answers).toMatchObject([{ is: 'searching' }])
})

test('lists a small source immediately, before the user types, and narrows it from the first letter', async () => {
  const { place, asked } = catalog()
  const places: readonly SearchPlace[] = [{ ...place, isFew: true }]
  const remote = start()
  remote.search(places, '')
  await wait(0)
  asked.get('')?.give(['Orders', 'Payments'])
  await wait(0)
  expect(titles()).toEqual(['Orders', 'Payments'])
  remote.search(places, 'p')
  await wait()
  asked.get('p')?.give(['Payments'])
  await wait(0)
  expect(titles()).toEqual(['Payments'])
})

test('searches from two characters', async () => {
  const { place, asked } = catalog()
  const remote = start()
  for (const text of ['', 'p', ' p ']) {
    remote.search([place], text)
    await wait()
  }
  expect(asked.size).toBe(0)
})

test('aborts the running search at the next letter and ignores its response', async () => {
  const { place, asked } = catalog()
  const places = [place]
  const remote = start()
  remote.search(places, 'pay')
  await wait()
  remote.search(places, 'paym')
  expect(asked.get('pay')?.signal.aborted).toBe(true)
  asked.get('pay')?.give(['stale'])
  await wait()
  expect(titles()).toEqual([])
  asked.get('paym')?.give(['payments-db'])
  await wait(0)
  expect(titles()).toEqual(['payments-db'])
  expect(arrived.map(({ items }) => items.length)).toEqual([1])
})

test('keeps rows until the next response, unless the step or mode changes', async () => {
  const { place, asked } = catalog()
  const places = [place]
  const remote = start()
  remote.search(places, 'pay')
  await wait()
  asked.get('pay')?.give(['payments-db'])
  await wait(0)
  remote.search(places, 'paym')
  await wait()
  expect(titles()).toEqual(['payments-db'])
  remote.search([place], 'paym')
  expect(titles()).toEqual([])
})

test('aborts the search and drops its rows on stop', async () => {
  const { place, asked } = catalog()
  const remote = start()
  remote.search([place], 'pay')
  await wait()
  remote.stop()
  expect(asked.get('pay')?.signal.aborted).toBe(true)
  asked.get('pay')?.give(['late'])
  await wait()
  expect(arrived).toEqual([])
})

test('reports a failure with its reason and can retry it without affecting other places', async () => {
  const [one, other] = [catalog(), catalog()]
  const remote = start()
  remote.search([one.place, { ...other.place, id: 'people', name: 'people' }], 'pay')
  await wait()
  other.asked.get('pay')?.give(['Payne'])
  one.asked.get('pay')?.fail('Network Error. Please try again.')
  await wait(0)
  expect(answers).toMatchObject([{ is: 'failed', error: 'Network Error. Please try again.' }, { is: 'quiet' }])
  remote.retry('catalog')
  expect(answers).toMatchObject([{ is: 'searching', error: '' }, { is: 'quiet' }])
  one.asked.get('pay')?.give(['payments-db'])
  await wait(0)
  expect(titles()).toEqual(['payments-db', 'Payne'])
})

test('shares cached responses between all searches of the open palette, ignoring surrounding spaces', async () => {
  const { place, asked } = catalog()
  const finds: string[] = []
  const counted: SearchPlace = {
    ...place,
    cacheKey: 'catalog',
    find: (text, signal) => {
      finds.push(text)
      return place.find(text, signal)
    },
  }
  const kept = new Map<string, readonly PaletteItem[]>()
  const start2 = () =>
    createRemoteSearch(
      (next) => (answers = next),
      () => undefined,
      kept
    )
  const remote = start2()
  const places = [counted]
  remote.search(places, 'payments')
  await wait()
  asked.get('payments')?.give(['payments-db'])
  await wait(0)
  remote.search(places, 'payments ')
  await wait()
  expect([finds, answers[0]?.query]).toEqual([['payments'], 'payments'])
  remote.search(places, 'payments q')
  expect(answers).toMatchObject([{ is: 'quiet', query: 'payments' }])
  await wait()
  // The text is restored before the response: the cached rows are shown immediately.
  remote.search(places, 'payments')
  expect([titles(), answers[0]?.query]).toEqual([['payments-db'], 'payments'])
  expect(asked.get('payments q')?.signal.aborted).toBe(true)
  start2().search([{ ...counted, id: 'step' }], 'payments')
  await wait()
  expect(titles()).toEqual(['payments-db'])
  expect(finds).toEqual(['payments', 'payments q'])
})
