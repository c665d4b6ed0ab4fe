// Runs all checks and tests, the cheapest first. Every step runs even if earlier ones failed, and the last line counts
// them all.
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { MOST_FLAKY_TESTS, MOST_PAGE_LOADS } from './lib/bounds.mjs'
import { minutesLine, pageLoads, readPlaywright, readVitest, slowestLines } from './lib/report.mjs'
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
/** Failures, repeated at the end because the output of the browser tests is long. @type {string[]} */
const failures = []
/** @type {string[]} */
const flaky = []
/** @type {{ title: string, seconds: number }[]} */
const parts = []
/** @type {import('./lib/report.mjs').FileCost[]} */
const files = []

/** @param {{ passed?: number, failed?: number, skipped?: number }} counts */
function add({ passed = 0, failed = 0, skipped = 0 }) {
  total.passed += passed
  total.failed += failed
  total.skipped += skipped
}

/**
 * @param {string} title
 * @param {string} tool path in node_modules
 * @param {string[]} args
 * @param {Record<string, string>} env
 */
function run(title, tool, args, env = {}) {
  console.log(`\n— ${title}`)
  const startMs = performance.now()
  const { status } = spawnSync(process.execPath, [join(root, 'node_modules', tool), ...args], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    // The build has set this process to production mode, in which React cannot be tested.
    env: { ...process.env, NODE_ENV: 'test', CHROMIUM_PATH: browser, ...env },
  })
  parts.push({ title, seconds: (performance.now() - startMs) / 1000 })
  return status === 0
}

/**
 * A check without tests of its own counts as one.
 * @param {boolean} isGreen
 * @param {string} failure
 */
function check(isGreen, failure) {
  add(isGreen ? { passed: 1 } : { failed: 1 })
  if (!isGreen) failures.push(failure)
}

/**
 * Adds the tests of a runner. A runner that fails without a failed test, or reports none, counts as one failure.
 * @param {string} title
 * @param {boolean} isGreen
 * @param {() => import('./lib/report.mjs').SuiteReport} read
 */
function suite(title, isGreen, read) {
  try {
    const report = read()
    add(report)
    files.push(...report.files)
    flaky.push(...report.flaky)
    failures.push(...report.failures)
    if (report.passed + report.failed > 0 && (isGreen || report.failed > 0)) return
  } catch (error) {
    console.error('No report:', error)
  }
  check(false, title)
}

/** @param {string} path */
const json = (path) => JSON.parse(readFileSync(path, 'utf8'))

/**
 * Projects run one after the other, so that each has both cores and its duration is meaningful.
 * @param {string} title
 * @param {string} project in vitest.config.ts
 */
function vitest(title, project) {
  const report = join(reports, `vitest-${project}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const isGreen = run(title, 'vitest/vitest.mjs', ['run', '--project', project, ...reporters])
  suite(title, isGreen, () => readVitest(json(report), root))
}

check(run('format', 'prettier/bin/prettier.cjs', ['--check', '--log-level', 'warn', '.']), 'format')
check(run('lint', 'oxlint/bin/oxlint', ['--deny-warnings']), 'lint')
check(run('types', 'typescript/bin/tsc', ['--noEmit']), 'types')
vitest('unit', 'unit')
vitest('server', 'server')
vitest('widgets', 'ui')

const report = join(reports, 'playwright.json')
const isGreen = run('browser', 'playwright/cli.js', ['test'], { PLAYWRIGHT_JSON_OUTPUT_NAME: report })
suite('browser', isGreen, () => readPlaywright(json(report), 'tests/e2e'))
check(
  flaky.length <= MOST_FLAKY_TESTS,
  `${flaky.length} tests passed only in their second attempt, more than ${MOST_FLAKY_TESTS} (MOST_FLAKY_TESTS in scripts/lib/bounds.mjs).`
)

const loads = pageLoads(files, MOST_PAGE_LOADS)
check(loads.fault === undefined, loads.fault ?? '')

console.log(`\n${[minutesLine(parts), ...slowestLines(files), ...loads.lines].join('\n')}`)
for (const test of flaky) console.log(`\nPassed only in the second attempt: ${test}`)
for (const failure of failures) console.log(`\nFailed: ${failure}`)
console.log(`\n${total.passed} passed, ${total.failed} failed${total.skipped ? `, ${total.skipped} skipped` : ''}`)
process.exitCode = total.failed === 0 ? 0 : 1
