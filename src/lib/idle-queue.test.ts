import { expect, test } from 'vitest'
import { deferred } from './deferred'
import { testClock } from '../../tests/helpers/clock'
import { createIdleQueue, PAUSE_MS } from './idle-queue'

/** A world whose clock stands still, and which is idle only when it is said to be. */
function begin() {
  const clock = testClock(0)
  let whenIdle: (() => void)[] = []
  const queue = createIdleQueue({ after: clock.after, whenIdle: (then) => void whenIdle.push(then) })
  const done: string[] = []
  return {
    queue,
    done,
    add: (name: string) => queue.add(async () => void done.push(name)),
    /** A pause passes, and then there is nothing to do. */
    async pass(times = 1) {
      for (let n = 0; n < times; n++) {
        await clock.advance(PAUSE_MS)
        const now = whenIdle
        whenIdle = []
        for (const then of now) then()
        await clock.advance(0)
      }
    },
    wait: clock.advance,
    waiting: () => whenIdle.length,
  }
}

test('nothing is begun before a whole pause in which nothing was going on, and nothing is to be done', async () => {
  const { add, done, pass, wait } = begin()
  add('palette')
  await pass()
  expect(done).toEqual([])
  await wait(60_000)
  expect(done).toEqual([])
  await pass()
  expect(done).toEqual(['palette'])
})

test('one thing is done at a time, in order, with a pause between', async () => {
  const { queue, add, done, pass } = begin()
  const first = deferred()
  queue.add(() => first.promise)
  add('second')
  add('third')
  await pass(5)
  expect(done).toEqual([])
  first.resolve()
  await pass()
  expect(done).toEqual(['second'])
  await pass()
  expect(done).toEqual(['second', 'third'])
})

test('while something goes on nothing is begun, nor in the pause after it', async () => {
  const { queue, add, done, pass } = begin()
  let isFetching = true
  queue.holdWhile(() => isFetching)
  const release = queue.holdWhile(() => true)
  add('palette')
  await pass(10)
  isFetching = false
  await pass(2)
  expect(done).toEqual([])
  release()
  await pass()
  expect(done).toEqual([])
  await pass()
  expect(done).toEqual(['palette'])
})

test('what is interrupted goes on after a pause', async () => {
  const { queue, add, done, pass } = begin()
  let isPressed = false
  queue.holdWhile(() => isPressed)
  for (const name of ['first', 'second']) add(name)
  await pass(2)
  isPressed = true
  await pass(3)
  expect(done).toEqual(['first'])
  isPressed = false
  await pass(2)
  expect(done).toEqual(['first', 'second'])
})

test('a failure does not stop the rest', async () => {
  const { queue, add, done, pass } = begin()
  queue.add(() => Promise.reject(new Error('offline')))
  add('second')
  await pass(3)
  expect(done).toEqual(['second'])
})

test('what is taken back is not done', async () => {
  const { add, done, pass } = begin()
  const takeBack = add('first')
  add('second')
  takeBack()
  await pass(3)
  expect(done).toEqual(['second'])
})

test('when all is done it rests, and begins anew with what comes later', async () => {
  const { add, done, pass, wait, waiting } = begin()
  add('first')
  await pass(3)
  await wait(60_000)
  expect(waiting()).toBe(0)
  add('second')
  await pass(2)
  expect(done).toEqual(['first', 'second'])
})
