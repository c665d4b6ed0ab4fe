// Finds a Chromium for the tests, or installs one and reports it.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
]

/** @returns {Promise<string | undefined>} the path of a Chromium or Chrome */
export async function findBrowser() {
  const named = process.env.CHROMIUM_PATH
  if (named) return existsSync(named) ? named : undefined
  const { chromium } = await import('playwright')
  return [...onPath(), ...PLACES, chromium.executablePath()].find((path) => existsSync(path))
}

/** @returns {Promise<string>} the path of a browser, installed if necessary; throws when that fails */
export async function ensureBrowser() {
  const found = await findBrowser()
  if (found) return found
  if (process.env.CHROMIUM_PATH) throw new Error(`CHROMIUM_PATH is ${process.env.CHROMIUM_PATH}, which is not a file.`)
  for (const [how, command, args] of ways()) {
    console.log(`No Chromium found: installing one (${how}) …`)
    const { status } = spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] })
    const installed = status === 0 ? await findBrowser() : undefined
    if (installed) return installed
  }
  throw new Error('No Chromium could be installed: install Chromium or Chrome, or set CHROMIUM_PATH.')
}

/** @returns {Generator<[how: string, command: string, args: string[]]>} */
function* ways() {
  const isDebianRoot = process.getuid?.() === 0 && onPath(['apt-get']).some((path) => existsSync(path))
  if (isDebianRoot) {
    const install = 'apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium fonts-liberation'
    yield [
      'apt-get install chromium',
      'sh',
      ['-c', `DEBIAN_FRONTEND=noninteractive; export DEBIAN_FRONTEND; ${install}`],
    ]
  }
  yield [
    'playwright install chromium',
    process.execPath,
    [join('node_modules', 'playwright', 'cli.js'), 'install', '--no-shell', 'chromium'],
  ]
}

function onPath(names = NAMES) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  return folders.flatMap((folder) => names.map((name) => join(folder, name)))
}
