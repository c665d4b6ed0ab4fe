import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Item } from './item'
import { type Answer, createRemote, type Place } from './remote'

const item = (title: string): Item => ({ id: title, source: 'catalog', title, does: { is: 'value', written: title } })

/** A place that the test answers, by the text of the search. */
function catalog() {
  const asked = new Map<string, { signal: AbortSignal; give(titles: string[]): void; fail(why: string): void }>()
  const place: Place = {
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

let answers: readonly Answer[] = []
const arrived: Answer[] = []
const start = () =>
  createRemote(
    (next) => (answers = next),
    (answer) => arrived.push(answer)
  )
const titles = () => answers.flatMap(({ items }) => items.map(({ title }) => title))
/** Passes the delay, and lets answers be handled. */
const later = (ms = 300) => vi.advanceTimersByTimeAsync(ms)

beforeEach(() => {
  vi.useFakeTimers()
  answers = []
  arrived.length = 0
})
afterEach(() => {
  vi.useRealTimers()
})

test('it searches once, 300 ms after the last letter', async () => {
  const { place, asked } = catalog()
  const places = [place]
  const remote = start()
  for (const text of ['pa', 'pay', 'paym']) {
    remote.ask(places, text)
    await later(299)
  }
  expect([...asked.keys()]).toEqual([])
  await later(1)
  expect([...asked.keys()]).toEqual(['paym'])
  expect(answers).toMatchObject([{ is: 'searching' }])
})

test('what is few is listed at once, before anything is typed, and narrowed by any letter', async () => {
  const { place, asked } = catalog()
  const places: readonly Place[] = [{ ...place, isFew: true }]
  const remote = start()
  remote.ask(places, '')
  await later(0)
  asked.get('')?.give(['Orders', 'Payments'])
  await later(0)
  expect(titles()).toEqual(['Orders', 'Payments'])
  remote.ask(places, 'p')
  await later()
  asked.get('p')?.give(['Payments'])
  await later(0)
  expect(titles()).toEqual(['Payments'])
})

test('a search needs two characters', async () => {
  const { place, asked } = catalog()
  const remote = start()
  for (const text of ['', 'p', ' p ']) {
    remote.ask([place], text)
    await later()
  }
  expect(asked.size).toBe(0)
})

test('the next letter aborts the running search, whose answer is not shown', async () => {
  const { place, asked } = catalog()
  const places = [place]
  const remote = start()
  remote.ask(places, 'pay')
  await later()
  remote.ask(places, 'paym')
  expect(asked.get('pay')?.signal.aborted).toBe(true)
  asked.get('pay')?.give(['stale'])
  await later()
  expect(titles()).toEqual([])
  asked.get('paym')?.give(['payments-db'])
  await later(0)
  expect(titles()).toEqual(['payments-db'])
  expect(arrived.map(({ items }) => items.length)).toEqual([1])
})

test('rows stay until the next answer, unless the step or mode changes', async () => {
  const { place, asked } = catalog()
  const places = [place]
  const remote = start()
  remote.ask(places, 'pay')
  await later()
  asked.get('pay')?.give(['payments-db'])
  await later(0)
  remote.ask(places, 'paym')
  await later()
  expect(titles()).toEqual(['payments-db'])
  remote.ask([place], 'paym')
  expect(titles()).toEqual([])
})

test('stop aborts the search and drops its rows', async () => {
  const { place, asked } = catalog()
  const remote = start()
  remote.ask([place], 'pay')
  await later()
  remote.stop()
  expect(asked.get('pay')?.signal.aborted).toBe(true)
  asked.get('pay')?.give(['late'])
  await later()
  expect(arrived).toEqual([])
})

test('a failure has the reason and can be retried; other places are not affected', async () => {
  const [one, other] = [catalog(), catalog()]
  const remote = start()
  remote.ask([one.place, { ...other.place, id: 'people', name: 'people' }], 'pay')
  await later()
  other.asked.get('pay')?.give(['Payne'])
  one.asked.get('pay')?.fail('Network Error. Please try again.')
  await later(0)
  expect(answers).toMatchObject([{ is: 'failed', fault: 'Network Error. Please try again.' }, { is: 'quiet' }])
  remote.retry('catalog')
  expect(answers).toMatchObject([{ is: 'searching', fault: '' }, { is: 'quiet' }])
  one.asked.get('pay')?.give(['payments-db'])
  await later(0)
  expect(titles()).toEqual(['payments-db', 'Payne'])
})

test('what was answered is not asked for again while the palette is open, by whichever search; spaces are no other text', async () => {
  const { place, asked } = catalog()
  const finds: string[] = []
  const counted: Place = {
    ...place,
    keep: 'catalog',
    find: (text, signal) => {
      finds.push(text)
      return place.find(text, signal)
    },
  }
  const kept = new Map<string, readonly Item[]>()
  const start2 = () =>
    createRemote(
      (next) => (answers = next),
      () => undefined,
      kept
    )
  const remote = start2()
  const places = [counted]
  remote.ask(places, 'payments')
  await later()
  asked.get('payments')?.give(['payments-db'])
  await later(0)
  remote.ask(places, 'payments ')
  await later()
  expect([finds, answers[0]?.of]).toEqual([['payments'], 'payments'])
  remote.ask(places, 'payments q')
  expect(answers).toMatchObject([{ is: 'quiet', of: 'payments' }])
  await later()
  // Back before the answer: the answer from before is there at once.
  remote.ask(places, 'payments')
  expect([titles(), answers[0]?.of]).toEqual([['payments-db'], 'payments'])
  expect(asked.get('payments q')?.signal.aborted).toBe(true)
  start2().ask([{ ...counted, id: 'step' }], 'payments')
  await later()
  expect(titles()).toEqual(['payments-db'])
  expect(finds).toEqual(['payments', 'payments q'])
})
