import { expect, test } from 'vitest'
import { createDocumentReader } from '../../server/platform/documents/document-reader'
import { DocumentError } from '../../server/platform/documents/parse-documents'
import { buildWorker } from '../helpers/built-worker'

const workerUrl = await buildWorker('platform/documents/document-worker.ts')

/** The parser needs some 20 seconds for the tags of one value. */
const endless = '!a '.repeat(1_000_000)
const members = (count: number) => Array.from({ length: count }, (_one, n) => `key${n}: ${n}`).join('\n')

test('a document that takes too long fails, and stops neither the server nor other documents', async () => {
  const { readDocuments, stop } = createDocumentReader({ workerUrl, deadlineMs: 5000 })
  // The first document of a thread also waits for its start.
  await readDocuments(members(1000), 'b')
  let turns = 0
  const turning = setInterval(() => void turns++, 5)
  const slow = readDocuments(endless, 'a')
  const [found] = await readDocuments(members(2000), 'b')
  expect(Object.keys(found as object)).toHaveLength(2000)
  await expect(slow).rejects.toThrow('cannot be read: parsing it takes longer than 5 s')
  clearInterval(turning)
  // Some of a thousand turns; none if the parser had blocked the loop.
  expect(turns).toBeGreaterThan(20)
  await stop()
})

test('reads large documents of JSON and YAML, and says why a text is neither', async () => {
  const { readDocuments, stop } = createDocumentReader({ workerUrl })
  const json = JSON.stringify(Object.fromEntries(Array.from({ length: 90_000 }, (_one, n) => [`key${n}`, n])))
  const [large] = await readDocuments(json, 'a')
  expect(Object.keys(large as object)).toHaveLength(90_000)
  // Comparing each key with all the others would take longer than the deadline.
  const [yaml] = await readDocuments(members(60_000), 'a')
  expect(Object.keys(yaml as object)).toHaveLength(60_000)
  const invalid = readDocuments(`${members(2000)}\nkey0: again`, 'a')
  await expect(invalid).rejects.toThrow(DocumentError)
  await expect(invalid).rejects.toThrow('the key "key0" occurs twice in a map')
  await stop()
})
