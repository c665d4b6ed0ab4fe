import { expect, test } from 'vitest'
import { inChunks, nextChunkSize } from './in-chunks'

test('processes every item once, in order', async () => {
  const items = Array.from({ length: 1234 }, (_, index) => index)
  const seen: number[] = []
  await inChunks(items, async (chunk) => void seen.push(...chunk), { first: 7 })
  expect(seen).toEqual(items)
})

test.each([
  ['grows while fast', 100, 5, 200],
  ['keeps its size in between', 100, 30, 100],
  ['shrinks when slow', 100, 80, 50],
  ['never shrinks below the minimum', 10, 500, 10],
  ['never grows above the maximum', 2000, 1, 2000],
])('the chunk %s', (_name, size, tookMs, next) => expect(nextChunkSize(size, tookMs)).toBe(next))

test('builds chunks of at least one item, limited by weight', async () => {
  const chunks: number[][] = []
  await inChunks([900, 1, 1, 97, 1, 100], async (chunk) => void chunks.push(chunk), {
    first: 99,
    weightOf: (weight) => weight,
  })
  expect(chunks[0]).toEqual([900])
  expect(chunks.flat()).toEqual([900, 1, 1, 97, 1, 100])
})

test('stops with the signal', async () => {
  const abort = new AbortController()
  let calls = 0
  const work = async () => {
    calls++
    abort.abort()
  }
  await inChunks([1, 2, 3], work, { first: 1, signal: abort.signal })
  expect(calls).toBe(1)
})
