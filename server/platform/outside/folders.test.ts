import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { allowedFolder, listFiles, setFolderPolicy } from './folders'

let base = ''
beforeEach(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), 'folders-')))
  for (const folder of ['open/deep', 'open-too', 'private/.ssh', 'real'])
    await mkdir(join(base, folder), { recursive: true })
  for (const file of ['open/a', 'open/deep/b', 'private/.ssh/id_rsa', 'real/c']) await writeFile(join(base, file), file)
  const links = { 'open/out': 'private', 'open/file': 'private/.ssh/id_rsa', 'open/inside': 'open/a', named: 'real' }
  for (const [link, target] of Object.entries(links)) await symlink(join(base, target), join(base, link))
  await symlink('/proc/self/fd', join(base, 'open/fds'))
  await symlink('/proc/self/environ', join(base, 'open/environ'))
  await symlink('..', join(base, 'open/up'))
})
afterEach(async () => {
  setFolderPolicy({})
  await rm(base, { recursive: true })
})

const found = async (path: string, depth = Infinity) => {
  const files: string[] = []
  const { signal } = new AbortController()
  for await (const file of listFiles(path, { depth, mostEntries: 100, signal })) files.push(file.path)
  return files.toSorted()
}

const readError = (path: string) =>
  allowedFolder(path).then(String, (error: Error) => error.message.replaceAll(path, 'PATH'))

describe('with named folders', () => {
  beforeEach(() => setFolderPolicy({ allow: [join(base, 'open'), join(base, 'named')] }))

  test('reads the named folders and their subfolders', async () => {
    expect(await found(join(base, 'open'))).toEqual(['a', 'deep/b', 'inside'])
    expect(await found(join(base, 'open/'), 1)).toEqual(['a', 'inside'])
    expect(await found(join(base, 'open/deep/../deep'))).toEqual(['b'])
    // A folder that is named by a link to it, by either path.
    expect(await found(join(base, 'named'))).toEqual(['c'])
    expect(await found(join(base, 'real'))).toEqual(['c'])
  })

  const outside = [
    '/',
    '//',
    '/etc',
    '//etc',
    '/etc/../etc/ssh',
    homedir(),
    join(homedir(), '.ssh'),
    '~',
    '.',
    '..',
    'BASE',
    'BASE/private',
    'BASE/private/.ssh',
    'BASE/open-too',
    'BASE/open/..',
    'BASE/open/../private',
    'BASE/open/./../../',
    'BASE/open/deep/../../private/.ssh',
    'BASE/open/out',
    'BASE/open/out/.ssh',
    'BASE/open/out/../../private',
    'BASE/open/out/nothing',
    'BASE/open/out/.ssh/no/thing',
    'BASE/open/up',
    'BASE/open/up/private',
    'BASE/open/up/open/up/private',
    'BASE/named/../private',
    'BASE/OPEN',
    'BASE/open /..',
    '/proc',
    '/proc/self/fd',
    '/proc/self/cwd',
    '/proc/self/rootBASE/open',
    '/dev',
    '/dev/fd',
    '/dev/shm',
    '/sys',
    'BASE/open/fds',
  ]
  test.each(outside)('refuses %s', async (path) => {
    await expect(allowedFolder(path.replace('BASE', base))).rejects.toThrow(/--allow-folder/)
  })

  test('does not reveal whether other folders exist', async () => {
    expect(await readError(join(base, 'nothing'))).toBe(await readError(join(base, 'private')))
    expect(await readError(join(base, 'open/nothing'))).toContain('ENOENT')
  })

  test('refuses all folders when none is named', async () => {
    setFolderPolicy({ allow: [] })
    for (const path of [base, join(base, 'open'), '/'])
      await expect(allowedFolder(path)).rejects.toThrow('--allow-folder')
  })
})

test.each([
  '/proc',
  '/proc/self/fd',
  '/proc/1',
  '/dev',
  '/dev/fd',
  '/dev/pts',
  '/sys/class',
  '/etc/../proc',
  'open/fds',
])('refuses %s whatever is allowed', async (path) => {
  const wanted = path.startsWith('/') ? path : join(base, path)
  for (const allow of [undefined, ['/'], ['/proc', '/dev', '/sys', base]]) {
    setFolderPolicy(allow ? { allow } : {})
    await expect(allowedFolder(wanted)).rejects.toThrow(/is a system folder|ENOENT/)
  }
})

test('follows links to files, except system files, when all folders are allowed', async () => {
  expect(await found(join(base, 'open'))).toEqual(['a', 'deep/b', 'file', 'inside'])
})
