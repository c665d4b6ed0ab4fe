// Prepares everything that other scripts require. Only Node's own modules may be imported here, because the
// dependencies may not be installed yet.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { builtFrom, buildStamp, fingerprint, root } from './tree.mjs'

const NEEDED_NODE = [20, 19]

/**
 * Ends the process with an error message.
 * @param {string} message
 */
export function fail(message) {
  console.error(message)
  process.exit(2)
}

export function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const [neededMajor = 0, neededMinor = 0] = NEEDED_NODE
  if (major > neededMajor || (major === neededMajor && minor >= neededMinor)) return
  fail(`Node ${NEEDED_NODE.join('.')} or newer is required; this is ${process.versions.node}.`)
}

/**
 * Whether all locked packages are installed, by npm's rules. Optional packages are for some systems only; additional
 * packages are ignored.
 * @param {string} lock the content of `package-lock.json`
 * @param {string | undefined} installed the content of `node_modules/.package-lock.json`, which npm writes at the end
 */
export function isInstalled(lock, installed) {
  const found = packagesOf(installed)
  return Object.entries(packagesOf(lock)).every(([path, { version, integrity, optional = false }]) => {
    if (path === '') return true
    const one = found[path]
    return one ? one.version === version && one.integrity === integrity : optional
  })
}

/**
 * @param {string | undefined} lock
 * @returns {Record<string, { version?: string, integrity?: string, optional?: boolean }>} by path
 */
function packagesOf(lock = '') {
  try {
    return JSON.parse(lock).packages ?? {}
  } catch {
    return {}
  }
}

/** Installs the dependencies exactly as locked, unless they are already installed. */
export function ensureInstalled() {
  const installed = join(root, 'node_modules', '.package-lock.json')
  const lock = readFileSync(join(root, 'package-lock.json'), 'utf8')
  if (isInstalled(lock, existsSync(installed) ? readFileSync(installed, 'utf8') : undefined)) return
  console.log('Installing the dependencies (about half a minute) …')
  const npm = process.env.npm_execpath
  const [command, before] = npm ? [process.execPath, [npm]] : ['npm', []]
  const { status } = spawnSync(command, [...before, 'ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: !npm && process.platform === 'win32',
  })
  if (status !== 0) fail('The dependencies could not be installed: see the lines above.')
}

/** Builds the console and the server, unless the last build is of the same sources. */
export async function ensureBuilt() {
  if (!existsSync(join(root, 'src'))) return // a release without sources includes its build
  if (existsSync(buildStamp) && readFileSync(buildStamp, 'utf8') === fingerprint(builtFrom)) return
  console.log('Building the console (some seconds) …')
  const { buildAll } = await import('./build.mjs')
  await buildAll()
}
