import { expect, test } from 'vitest'
import { claimFolder } from '../../server/data/data-folder'
import { sql } from '../../server/data/db/sql'
import { fillDataFolder, fillDatabase, parseFillSettings } from '../../server/sample/fill'
import { UsageError } from '../../server/platform/usage'
import { createProgress } from '../../server/start/terminal'
import { testDatabase } from '../helpers/database'
import { temporaryFolder } from '../helpers/console-process'

const db = await testDatabase()

const listening = () => {
  const said: string[] = []
  const shown: string[] = []
  return {
    message: said,
    shown,
    say: (text: string) => void said.push(text),
    progress: (text: string) => void shown.push(text),
  }
}

test('fills a database once, with progress and a summary', async () => {
  const first = listening()
  await fillDatabase(db, { configs: 4100, changes: 5000, checks: 120 }, first)
  expect(first.shown.at(-1)).toMatch(/^100 %: 9,220 of 9,220 rows, \d+ s$/)
  expect(first.message.slice(0, 3)).toEqual(['Items    4,100', 'Changes  5,000', 'Checks   120'])
  const countOf = () =>
    db.query(sql`select (select count(*) from config_items) as items, (select count(*) from config_changes) as changes`)
  expect(await countOf()).toEqual([{ items: 4100, changes: 5000 }])
  await expect(fillDatabase(db, { configs: 10, changes: 0, checks: 0 }, listening())).rejects.toThrow(UsageError)
  expect(await countOf()).toEqual([{ items: 4100, changes: 5000 }])
})

test('refuses a folder that a console has open', async () => {
  const folder = temporaryFolder()
  const release = await claimFolder(folder.path)
  const files = { workerUrl: new URL('file:///none'), seed: '' }
  await expect(
    fillDataFolder({ configs: 1, changes: 1, checks: 1, dataFolder: folder.path }, files, listening())
  ).rejects.toThrow(/in use by process/)
  await release()
  folder.remove()
})

test('parses numbers and names invalid ones', () => {
  expect(parseFillSettings([], {})).toEqual({
    configs: 20_000,
    changes: 200_000,
    checks: 5000,
    components: 1000,
    dataFolder: '.data',
  })
  expect(parseFillSettings(['--configs', '7', '--data', 'x'], {})).toMatchObject({ configs: 7, dataFolder: 'x' })
  expect(parseFillSettings(['--help'], {})).toBe('help')
  for (const [argv, message] of [
    [['--configs', 'many'], /--configs must be a number from 0 to 1000000/],
    [['--changes', '1e9'], /--changes must be/],
    [['--checks=-1'], /--checks must be/],
    [['--components', '10001'], /--components must be a number from 0 to 10000/],
    [['--configs', '0'], /Changes require items/],
    [['--nodes', '3'], /--nodes.*npm run sample -- --help/],
  ] as const)
    expect(() => parseFillSettings(argv, {})).toThrow(message)
  expect(() => parseFillSettings([], { DATABASE_URL: 'postgres://x/y' })).toThrow(/DATABASE_URL is set/)
})

test('prints progress as one line in a terminal and few lines in a file', () => {
  const written: string[] = []
  const write = (text: string) => written.push(text) > 0
  const onTerminal = createProgress({ isTTY: true, write })
  onTerminal('50 %')
  onTerminal('100 %')
  expect(written.splice(0)).toEqual(['\r\u001b[K50 %', '\r\u001b[K100 %\n'])
  let nowMs = 0
  const onFile = createProgress({ isTTY: false, write }, () => nowMs)
  for (nowMs = 0; nowMs < 12_000; nowMs += 1000) onFile(`${nowMs}`)
  expect(written).toEqual(['0\n', '5000\n', '10000\n'])
})
