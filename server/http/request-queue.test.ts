import { expect, test } from 'vitest'
import { deferred } from '../../src/lib/deferred'
import { createRequestQueue } from './request-queue'

const tooMany = () => Response.json({ code: '53300', hint: '2 at a time' }, { status: 429 })

const never = new AbortController().signal

/** A queue whose requests run until they are completed by name. */
function desk() {
  const turn = createRequestQueue(tooMany)
  const begun: string[] = []
  const answers = new Map<string, () => void>()
  const ask = (person: string, name: string, signal = never) =>
    turn(person, signal, async () => {
      begun.push(name)
      const { promise, resolve } = deferred<void>()
      answers.set(name, resolve)
      await promise
      return new Response(name)
    })
  const answer = async (name: string) => {
    answers.get(name)?.()
    // Waiting requests begin after a few turns of the microtask queue.
    await new Promise(setImmediate)
  }
  return { begun, ask, answer }
}

test('runs two requests per person in order, independently of other people', async () => {
  const { begun, ask, answer } = desk()
  const first = ask('ada', 'a1')
  for (const name of ['a2', 'a3', 'a4']) void ask('ada', name)
  void ask('bo', 'b1')
  expect(begun).toEqual(['a1', 'a2', 'b1'])
  await answer('a1')
  expect(await (await first).text()).toBe('a1')
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3'])
  await answer('a3')
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3', 'a4'])
})

test('releases the slot of a failed request', async () => {
  const turn = createRequestQueue(tooMany)
  const failed = Array.from({ length: 5 }, () => turn('ada', never, () => Promise.reject(new Error('broken'))))
  for (const one of await Promise.allSettled(failed)) expect(one.status).toBe('rejected')
  expect((await turn('ada', never, async () => new Response())).status).toBe(200)
})

test('skips aborted requests', async () => {
  const { begun, ask, answer } = desk()
  const leaving = new AbortController()
  for (const name of ['a1', 'a2']) void ask('ada', name)
  const left = ask('ada', 'a3', leaving.signal)
  void ask('ada', 'a4')
  leaving.abort()
  await answer('a1')
  expect((await left).status).toBe(499)
  expect(begun).toEqual(['a1', 'a2', 'a4'])
})

test('refuses requests of one person when too many wait', async () => {
  const { begun, ask, answer } = desk()
  for (let n = 1; n <= 202; n++) void ask('ada', `a${n}`)
  const refused = await ask('ada', 'one more')
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '1'])
  expect(await refused.json()).toMatchObject({ code: '53300', hint: expect.stringContaining('2 at a time') })
  void ask('bo', 'b1')
  expect(begun).toEqual(['a1', 'a2', 'b1'])
  await answer('a1')
  void ask('ada', 'again')
  for (let n = 2; n <= 202; n++) await answer(`a${n}`)
  expect(begun.at(-1)).toBe('again')
})
