// Everything that must pass, in the order in which a mistake is cheapest to find. Every step runs, whatever failed
// before it, and the last line counts them all.
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { checkNode, ensureBuilt, ensureInstalled } from './lib/setup.mjs'
import { root } from './lib/tree.mjs'

checkNode()
ensureInstalled()
await ensureBuilt()
const { ensureBrowser } = await import('./lib/browser.mjs')
const browser = await ensureBrowser()

const reports = join(root, 'test-results')
rmSync(reports, { recursive: true, force: true })
const total = { passed: 0, failed: 0, skipped: 0 }
/** What failed, said again at the end: the browser's output is long. @type {string[]} */
const failures = []

/** @param {{ passed?: number, failed?: number, skipped?: number }} counts */
function add({ passed = 0, failed = 0, skipped = 0 }) {
  total.passed += passed
  total.failed += failed
  total.skipped += skipped
}

/**
 * @param {string} title
 * @param {string} tool below node_modules
 * @param {string[]} args
 * @param {Record<string, string>} env
 */
function run(title, tool, args, env = {}) {
  console.log(`\n— ${title}`)
  const { status } = spawnSync(process.execPath, [join(root, 'node_modules', tool), ...args], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    // Building has made this process a production one, in which React cannot be tested.
    env: { ...process.env, NODE_ENV: 'test', ...env },
  })
  return status === 0
}

/**
 * A check without tests of its own counts as one.
 * @param {string} title
 * @param {string} tool
 * @param {string[]} args
 */
function check(title, tool, args) {
  const isGreen = run(title, tool, args)
  add(isGreen ? { passed: 1 } : { failed: 1 })
  if (!isGreen) failures.push(title)
}

/**
 * A runner counts its own tests; one that fails without a failed test, or reports none, counts as one failure.
 * @param {boolean} isGreen
 * @param {() => { passed: number, failed: number, skipped: number }} read
 */
function suite(isGreen, read) {
  let counts = { passed: 0, failed: 0, skipped: 0 }
  try {
    counts = read()
  } catch (error) {
    console.error('No report:', error)
  }
  add(counts)
  if ((!isGreen && counts.failed === 0) || counts.passed + counts.failed === 0) add({ failed: 1 })
}

/** @param {string} name */
const json = (name) => JSON.parse(readFileSync(join(reports, name), 'utf8'))

check('format', 'prettier/bin/prettier.cjs', ['--check', '--log-level', 'warn', '.'])
check('lint', 'oxlint/bin/oxlint', ['--deny-warnings'])
check('types', 'typescript/bin/tsc', ['--noEmit'])

const vitestReport = join(reports, 'vitest.json')
const vitest = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`]
suite(
  run('unit, widgets, server, contract and architecture', 'vitest/vitest.mjs', vitest, { CHROMIUM_PATH: browser }),
  () => {
    const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = json('vitest.json')
    /** @type {{ name: string, status: string, assertionResults: { status: string, fullName: string }[] }[]} */
    const files = testResults
    for (const { name, status, assertionResults } of files) {
      const failed = assertionResults.filter((one) => one.status === 'failed').map(({ fullName }) => fullName)
      if (status === 'failed') failures.push(`${relative(root, name)}: ${failed.join('; ') || 'did not run'}`)
    }
    return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests }
  }
)

const playwright = { CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_NAME: join(reports, 'playwright.json') }
suite(run('browser', 'playwright/cli.js', ['test'], playwright), () => {
  const { expected, unexpected, flaky, skipped } = json('playwright.json').stats
  return { passed: expected, failed: unexpected + flaky, skipped }
})

for (const failure of failures) console.log(`\nFailed: ${failure}`)
console.log(`\n${total.passed} passed, ${total.failed} failed${total.skipped ? `, ${total.skipped} skipped` : ''}`)
process.exitCode = total.failed === 0 ? 0 : 1
