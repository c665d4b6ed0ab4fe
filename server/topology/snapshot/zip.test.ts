import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { unzipped } from '@tests/helpers/unzip'
import { writeZip, type ZipFile } from './zip'

const at = new Date('2026-11-24T14:05:07Z')
const archive = async (files: AsyncIterable<ZipFile> | ZipFile[]) => {
  const parts: Uint8Array[] = []
  for await (const part of writeZip(files, at)) parts.push(part)
  return Buffer.concat(parts)
}

test('returns each file unchanged', async () => {
  const long = Array.from({ length: 5000 }, (_, index) => `line ${index}, ünïcode ✓\n`)
  async function* slowly() {
    for (const line of long) {
      await Promise.resolve()
      yield line
    }
  }
  const bytes = await archive([
    { name: 'short.txt', text: ['a', 'b'] },
    { name: 'empty.txt', text: [] },
    { name: 'größe.csv', text: slowly() },
  ])
  expect(unzipped(bytes)).toEqual(
    new Map([
      ['short.txt', 'ab'],
      ['empty.txt', ''],
      ['größe.csv', long.join('')],
    ])
  )
  expect(bytes.length).toBeLessThan(long.join('').length / 3)
})

test('closes the open file when the receiver leaves', async () => {
  let isClosed = false
  async function* endless() {
    try {
      for (;;) {
        await Promise.resolve()
        yield String(Math.random()).repeat(1000)
      }
    } finally {
      isClosed = true
    }
  }
  const parts = writeZip([{ name: 'a', text: endless() }], at)
  await parts.next()
  await parts.return(undefined)
  await expect.poll(() => isClosed).toBe(true)
})

// oxlint-disable-next-line require-yield
async function* broken(): AsyncGenerator<string> {
  throw new Error('the database is away')
}

test('fails when a file cannot be read', async () => {
  await expect(archive([{ name: 'a', text: broken() }])).rejects.toThrow('the database is away')
})

test('writes archives that unzip reads', async ({ skip }) => {
  const folder = await mkdtemp(join(tmpdir(), 'zip-'))
  try {
    const path = join(folder, 'a.zip')
    await writeFile(path, await archive([{ name: 'folder/a.txt', text: ['hello'] }]))
    const run = promisify(execFile)
    const found = await run('unzip', ['-q', path, '-d', folder]).catch((error: NodeJS.ErrnoException) => error)
    skip('code' in found && found.code === 'ENOENT', 'unzip is not installed')
    expect(found).not.toBeInstanceOf(Error)
    expect(await readFile(join(folder, 'folder/a.txt'), 'utf8')).toBe('hello')
  } finally {
    await rm(folder, { recursive: true })
  }
})
