import { expect, test } from 'vitest'
import { deferred } from '../../src/lib/deferred'
import { createRequestQueue, type Refusal } from './request-queue'

const refuse = ({ status, message }: Refusal) => Response.json({ message }, { status })

const never = new AbortController().signal

/** A queue whose requests run until they are completed by name. */
function openQueue(mostWaitingMs?: number) {
  const enqueue = createRequestQueue(mostWaitingMs)
  const started: string[] = []
  const answers = new Map<string, () => void>()
  const ask = (person: string, name: string, signal = never) =>
    enqueue(
      person,
      signal,
      async () => {
        started.push(name)
        const { promise, resolve } = deferred<void>()
        answers.set(name, resolve)
        await promise
        return new Response(name)
      },
      refuse
    )
  const answer = async (name: string) => {
    answers.get(name)?.()
    // Waiting requests begin after a few turns of the microtask queue.
    await new Promise(setImmediate)
  }
  return { started, ask, answer }
}

test('runs two requests per person in order, independently of other people', async () => {
  const { started, ask, answer } = openQueue()
  const first = ask('ada', 'a1')
  for (const name of ['a2', 'a3', 'a4']) void ask('ada', name)
  void ask('bo', 'b1')
  expect(started).toEqual(['a1', 'a2', 'b1'])
  await answer('a1')
  expect(await (await first).text()).toBe('a1')
  expect(started).toEqual(['a1', 'a2', 'b1', 'a3'])
  await answer('a3')
  expect(started).toEqual(['a1', 'a2', 'b1', 'a3', 'a4'])
})

test('releases the slot of a failed request', async () => {
  const enqueue = createRequestQueue()
  const failed = Array.from({ length: 5 }, () =>
    enqueue('ada', never, () => Promise.reject(new Error('broken')), refuse)
  )
  for (const one of await Promise.allSettled(failed)) expect(one.status).toBe('rejected')
  expect((await enqueue('ada', never, async () => new Response(), refuse)).status).toBe(200)
})

test('skips aborted requests', async () => {
  const { started, ask, answer } = openQueue()
  const leaving = new AbortController()
  for (const name of ['a1', 'a2']) void ask('ada', name)
  const left = ask('ada', 'a3', leaving.signal)
  void ask('ada', 'a4')
  leaving.abort()
  await answer('a1')
  expect((await left).status).toBe(499)
  expect(started).toEqual(['a1', 'a2', 'a4'])
})

test('refuses requests of one person when too many wait', async () => {
  const { started, ask, answer } = openQueue()
  for (let n = 1; n <= 202; n++) void ask('ada', `a${n}`)
  const refused = await ask('ada', 'one more')
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '1'])
  expect(await refused.json()).toEqual({ message: 'More than 200 of your requests are waiting' })
  void ask('bo', 'b1')
  expect(started).toEqual(['a1', 'a2', 'b1'])
  await answer('a1')
  void ask('ada', 'again')
  for (let n = 2; n <= 202; n++) await answer(`a${n}`)
  expect(started.at(-1)).toBe('again')
})

test('refuses a request that waited too long, and keeps its place for the next one', async () => {
  const { started, ask, answer } = openQueue(0)
  for (const name of ['a1', 'a2']) void ask('ada', name)
  const refused = await ask('ada', 'a3')
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '1'])
  await answer('a1')
  void ask('ada', 'a4')
  expect(started).toEqual(['a1', 'a2', 'a4'])
})
