import { randomBytes } from 'node:crypto'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createBodyReader } from './response-body'

/** Reads a body that arrives in pieces of some bytes. */
async function read(headers: Record<string, string>, bytes: Buffer, { most = 1024 * 1024, piece = 1000 } = {}) {
  const enough = new AbortController()
  const reader = createBodyReader(headers, most, () => enough.abort())
  for (let at = 0; at < bytes.length && !enough.signal.aborted; at += piece) {
    reader.add(bytes.subarray(at, at + piece))
    // Decoders work asynchronously.
    if (at % (100 * piece) === 0) await new Promise(setImmediate)
  }
  return reader.finish()
}

const text = 'Ein Öltank, zwölf Pumpen. '.repeat(200)
const whole = { body: text, isWhole: true, unread: undefined, isTooLong: false }

test.each([
  ['no encoding', '', Buffer.from(text)],
  ['identity', 'identity', Buffer.from(text)],
  ['gzip', 'gzip', gzipSync(text)],
  ['x-gzip in capitals', 'X-GZIP', gzipSync(text)],
  ['gzip of two members', 'gzip', Buffer.concat([gzipSync(text.slice(0, 100)), gzipSync(text.slice(100))])],
  ['deflate', 'deflate', deflateSync(text)],
  ['raw deflate', 'deflate', deflateRawSync(text)],
  ['brotli', 'br', brotliCompressSync(text)],
  ['two encodings', 'gzip, br', brotliCompressSync(gzipSync(text))],
])('decodes %s', async (_name, encoding, bytes) => {
  const headers = { 'content-type': 'text/plain', ...(encoding && { 'content-encoding': encoding }) }
  expect(await read(headers, bytes)).toEqual(whole)
  expect(await read(headers, bytes, { piece: 1 })).toEqual(whole)
})

test.each([
  ['an unknown encoding', 'compress', Buffer.from(text), /its encoding compress is not supported/],
  ['plain text that claims to be gzip', 'gzip', Buffer.from(text), /gzip cannot be decoded: the data is damaged/],
  [
    'cut gzip',
    'gzip',
    gzipSync(randomBytes(5000)).subarray(0, 3000),
    /gzip cannot be decoded: the data ends too early/,
  ],
  ['cut brotli', 'br', brotliCompressSync(randomBytes(5000)).subarray(0, 3000), /br cannot be decoded: .*too early/],
  ['cut raw deflate', 'deflate', deflateRawSync(randomBytes(5000)).subarray(0, 3000), /deflate .*too early/],
  ['many encodings', 'gzip,gzip,gzip,gzip', gzipSync(text), /more than 3 encodings/],
])('says why %s cannot be decoded', async (_name, encoding, bytes, reason) => {
  expect(await read({ 'content-encoding': encoding }, bytes)).toMatchObject({
    isWhole: false,
    unread: expect.stringMatching(reason),
  })
})

test.each([['gzip'], ['br'], ['snappy']])(
  'accepts a response without a body that names the encoding %s',
  async (name) => {
    expect(await read({ 'content-encoding': name }, Buffer.alloc(0))).toEqual({
      body: '',
      isWhole: true,
      unread: undefined,
      isTooLong: false,
    })
  }
)

test('stops decoding a small body with a large content', async () => {
  const bomb = gzipSync(Buffer.alloc(200 * 1024 * 1024))
  const nested = gzipSync(bomb)
  for (const [encoding, bytes] of [
    ['gzip', bomb],
    ['gzip, gzip', nested],
    ['gzip, br', brotliCompressSync(bomb)],
  ] as const) {
    const started = performance.now()
    const { body, isWhole, unread } = await read({ 'content-encoding': encoding }, bytes)
    expect(body).toHaveLength(1024 * 1024)
    expect([isWhole, unread]).toEqual([false, 'only its first 1 MB was read'])
    expect(performance.now() - started).toBeLessThan(1000)
  }
})

test('stops reading data that never has any content', async () => {
  const empty = gzipSync('')
  const endless = Buffer.concat(Array.from({ length: 100_000 }, () => empty))
  expect(await read({ 'content-encoding': 'gzip' }, endless)).toMatchObject({ body: '', isWhole: false })
})

test('cuts between characters', async () => {
  expect(await read({}, Buffer.from('aaéé'), { most: 3 })).toEqual({
    body: 'aa',
    isWhole: false,
    unread: 'only its first 0 kB was read',
    isTooLong: true,
  })
})

const latin1 = (value: string) => Buffer.from(value, 'latin1')

test.each([
  ['text/plain; charset=ISO-8859-1', latin1('zwölf'), 'zwölf'],
  ['text/plain; charset="windows-1252"', Buffer.from([0x80]), '€'],
  ['text/plain;CHARSET=Shift_JIS', Buffer.from([0x93, 0xfa, 0x96, 0x7b]), '日本'],
  ['text/plain; charset=utf-16le', Buffer.from('zwölf', 'utf16le'), 'zwölf'],
  ['application/json', Buffer.from('\ufeff{"a":1}'), '{"a":1}'],
  ['application/json', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('{"a":1}', 'utf16le')]), '{"a":1}'],
  ['text/html', latin1('<html><head><meta charset="iso-8859-1"></head>zwölf'), 'zwölf'],
  ['application/xml', latin1('<?xml version="1.0" encoding="ISO-8859-15"?><a>zwölf</a>'), 'zwölf'],
  ['text/plain', Buffer.from('zwölf'), 'zwölf'],
  ['text/plain; charset=x-unknown', Buffer.from('zwölf'), 'zwölf'],
])('decodes the characters of %s (%#)', async (type, bytes, expected) => {
  const { body, isWhole } = await read({ 'content-type': type }, bytes)
  expect([body.includes(expected), isWhole]).toEqual([true, true])
})

test('says that a character encoding is not supported', async () => {
  expect(await read({ 'content-type': 'text/plain; charset=x-unknown' }, latin1('zwölf'))).toEqual({
    body: '',
    isWhole: false,
    unread: 'its character encoding x-unknown is not supported',
    isTooLong: false,
  })
})
