import { expect, test } from 'vitest'
import { answerQuery } from './dns'

/** A query datagram as a resolver writes it. */
function query(name: string, type: number, { flags = 0x0100, questions = 1 } = {}): Buffer {
  const header = Buffer.from([0xab, 0xcd, flags >> 8, flags & 0xff, 0, questions, 0, 0, 0, 0, 0, 0])
  const labels = name.split('.').map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)]))
  return Buffer.concat([header, ...labels, Buffer.from([0, 0, type, 0, 1])])
}

const codeAndCount = (answer: Buffer | undefined) => answer && [answer.readUInt16BE(2) & 0xf, answer.readUInt16BE(6)]

test.each([
  ['two addresses', 'shop.quillmoor.example', 1, [0, 2]],
  ['any case', 'SHOP.Quillmoor.Example', 1, [0, 2]],
  ['a name without such a record', 'shop.quillmoor.example', 15, [0, 0]],
  ['an unknown name', 'nobody.quillmoor.example', 1, [3, 0]],
])('%s', (_case, name, type, expected) => expect(codeAndCount(answerQuery(query(name, type)))).toEqual(expected))

test('repeats the id and the question in the response', () => {
  const asked = query('quillmoor.example', 1)
  const answer = answerQuery(asked)
  expect(answer?.subarray(0, 2)).toEqual(asked.subarray(0, 2))
  expect(answer?.subarray(12, asked.length)).toEqual(asked.subarray(12))
})

test.each([
  ['an answer', query('quillmoor.example', 1, { flags: 0x8180 })],
  ['an update', query('quillmoor.example', 1, { flags: 0x2800 })],
  ['two questions at once', query('quillmoor.example', 1, { questions: 2 })],
  ['nothing', Buffer.alloc(0)],
  ['half a header', Buffer.alloc(11)],
  ['a name that runs past the end', query('quillmoor.example', 1).subarray(0, 20)],
  ['a name without its type', query('quillmoor.example', 1).subarray(0, -4)],
  ['a compressed name', Buffer.concat([query('a', 1).subarray(0, 12), Buffer.from([0xc0, 0x0c, 0, 1, 0, 1])])],
  ['more than a datagram may hold', Buffer.concat([query('quillmoor.example', 1), Buffer.alloc(512)])],
])('does not answer %s', (_case, message) => expect(answerQuery(message)).toBeUndefined())
