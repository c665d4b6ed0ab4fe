import { expect, test } from 'vitest'
import { deferred } from './deferred'
import { testClock } from '../../tests/helpers/clock'
import { createIdleQueue, PAUSE_MS } from './idle-queue'

/** A scheduler with a controlled clock, idle only on request. */
function begin() {
  const clock = testClock(0)
  let whenIdle: (() => void)[] = []
  const queue = createIdleQueue({ after: clock.after, whenIdle: (then) => void whenIdle.push(then) })
  const done: string[] = []
  return {
    queue,
    done,
    add: (name: string) => queue.add(async () => void done.push(name)),
    /** Lets a pause pass, then becomes idle. */
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

test('starts nothing before a complete quiet pause, and nothing without work', async () => {
  const { add, done, pass, wait } = begin()
  add('palette')
  await pass()
  expect(done).toEqual([])
  await wait(60_000)
  expect(done).toEqual([])
  await pass()
  expect(done).toEqual(['palette'])
})

test('runs one task at a time, in order, with a pause between tasks', async () => {
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

test('starts nothing while the page is busy or in the pause after it', async () => {
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

test('continues after an interruption and a pause', async () => {
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

test('continues after a failed task', async () => {
  const { queue, add, done, pass } = begin()
  queue.add(() => Promise.reject(new Error('offline')))
  add('second')
  await pass(3)
  expect(done).toEqual(['second'])
})

test('does not run a removed task', async () => {
  const { add, done, pass } = begin()
  const takeBack = add('first')
  add('second')
  takeBack()
  await pass(3)
  expect(done).toEqual(['second'])
})

test('stops when all tasks are done, and starts again with the next one', async () => {
  const { add, done, pass, wait, waiting } = begin()
  add('first')
  await pass(3)
  await wait(60_000)
  expect(waiting()).toBe(0)
  add('second')
  await pass(2)
  expect(done).toEqual(['first', 'second'])
})
