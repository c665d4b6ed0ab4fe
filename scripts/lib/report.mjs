// Converts the reports of the test runners to counts and printable lines. Pure functions.
import { relative, sep } from 'node:path'

/**
 * @typedef {{ name: string, seconds: number, pageLoads: number }} FileCost `name` is a path from the root, with `/`
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts
 * @typedef {Counts & { failures: string[], flaky: string[], files: FileCost[] }} SuiteReport `failures`: a text for each
 * file; `flaky`: tests that passed only in their second attempt, which count as passed
 */

/**
 * @typedef {object} VitestReport what its `json` reporter writes
 * @property {number} numPassedTests
 * @property {number} numFailedTests
 * @property {number} numPendingTests
 * @property {number} numTodoTests
 * @property {VitestFile[]} testResults
 *
 * @typedef {object} VitestFile
 * @property {string} name the whole path
 * @property {string} status
 * @property {number} startTime epoch milliseconds
 * @property {number} endTime
 * @property {VitestResult[]} assertionResults
 *
 * @typedef {{ status: string, fullName: string, failureMessages?: string[] }} VitestResult the messages of all attempts
 */

/**
 * @param {VitestReport} report
 * @param {string} root
 * @returns {SuiteReport}
 */
export function readVitest(report, root) {
  const nameOf = (/** @type {string} */ path) => relative(root, path).replaceAll(sep, '/')
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
    failures: report.testResults.flatMap(({ name, status, assertionResults }) => {
      const failed = assertionResults.filter((one) => one.status === 'failed').map(describeFailure)
      return status === 'failed' ? [`${nameOf(name)}: ${failed.join('; ') || 'did not run'}`] : []
    }),
    flaky: report.testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter((one) => one.status === 'passed' && one.failureMessages?.length)
        .map((one) => `${nameOf(name)}: ${describeFailure(one)}`)
    ),
    files: report.testResults.map(({ name, startTime, endTime }) => ({
      name: nameOf(name),
      seconds: (endTime - startTime) / 1000,
      pageLoads: 0,
    })),
  }
}

/** Characters of an error message at the end of a run. The whole message is above it. */
const MOST_MESSAGE_CHARACTERS = 400

/** @param {VitestResult} result */
function describeFailure({ fullName, failureMessages: [message = ''] = [] }) {
  return message === '' ? fullName : `${fullName} (${message.slice(0, MOST_MESSAGE_CHARACTERS)})`
}

/** Type of the annotation with the number of pages that a browser test has loaded (tests/helpers/console.ts). */
export const PAGE_LOADS = 'page loads'

/**
 * @typedef {object} PlaywrightReport what its `json` reporter writes
 * @property {{ expected: number, unexpected: number, flaky: number, skipped: number }} stats
 * @property {PlaywrightSuite[]} suites
 *
 * @typedef {object} PlaywrightSuite
 * @property {PlaywrightSpec[]} [specs]
 * @property {PlaywrightSuite[]} [suites]
 *
 * @typedef {object} PlaywrightSpec
 * @property {string} title
 * @property {string} file from the folder of the tests
 * @property {boolean} ok
 * @property {PlaywrightTest[]} tests
 *
 * @typedef {object} PlaywrightTest
 * @property {string} [status] `flaky` if only a later attempt passed
 * @property {{ type: string, description?: string }[]} annotations
 * @property {{ duration: number }[]} results one for each attempt
 */

/**
 * @param {PlaywrightReport} report
 * @param {string} folder of the tests, from the root
 * @returns {SuiteReport}
 */
export function readPlaywright({ stats, suites }, folder) {
  /** @type {(suite: PlaywrightSuite) => PlaywrightSpec[]} */
  const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)]
  /** @type {Map<string, FileCost & { failed: string[] }>} */
  const files = new Map()
  /** @type {string[]} */
  const flaky = []
  for (const { title, file, ok, tests } of suites.flatMap(specsOf)) {
    const name = `${folder}/${file}`
    const one = files.get(name) ?? { name, seconds: 0, pageLoads: 0, failed: [] }
    files.set(name, one)
    if (!ok) one.failed.push(title)
    for (const { status, annotations, results } of tests) {
      if (status === 'flaky') flaky.push(`${name}: ${title}`)
      one.seconds += sum(results.map(({ duration }) => duration)) / 1000
      const notes = annotations.filter(({ type }) => type === PAGE_LOADS)
      one.pageLoads += sum(notes.map(({ description }) => Number(description)))
    }
  }
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
    flaky,
    failures: [...files.values()].flatMap(({ name, failed }) =>
      failed.length > 0 ? [`${name}: ${failed.join('; ')}`] : []
    ),
    files: [...files.values()].map(({ failed: _failed, ...cost }) => cost),
  }
}

/**
 * Summarises the duration of each part.
 * @param {{ title: string, seconds: number }[]} parts
 * @returns {string}
 */
export function minutesLine(parts) {
  const each = parts.map(({ title, seconds }) => `${title} ${minutes(seconds)}`).join(', ')
  return `Minutes: ${each}; in total ${minutes(sum(parts.map(({ seconds }) => seconds)))}`
}

/**
 * @param {FileCost[]} files
 * @param {number} count
 * @returns {string[]}
 */
export function slowestLines(files, count = 10) {
  const slowest = files.toSorted((a, b) => b.seconds - a.seconds).slice(0, count)
  return ['Slowest files:', ...slowest.map(({ name, seconds }) => `  ${seconds.toFixed(1).padStart(6)} s  ${name}`)]
}

/**
 * @param {FileCost[]} files
 * @param {number} most
 * @returns {{ lines: string[], fault: string | undefined }} `fault` is the error message when there are too many
 */
export function pageLoads(files, most) {
  const total = sum(files.map((file) => file.pageLoads))
  const top = files.filter((file) => file.pageLoads > 0).toSorted((a, b) => b.pageLoads - a.pageLoads)
  return {
    lines: [
      `Page loads of the browser suite: ${total}, at most ${most}`,
      ...top.slice(0, 5).map((file) => `  ${String(file.pageLoads).padStart(6)}    ${file.name}`),
    ],
    fault:
      total > most
        ? `The browser tests load ${total} pages, more than ${most} (MOST_PAGE_LOADS in scripts/lib/bounds.mjs).`
        : undefined,
  }
}

/** @param {number} seconds */
const minutes = (seconds) => (seconds / 60).toFixed(1)

/** @param {number[]} values */
const sum = (values) => values.reduce((total, value) => total + value, 0)
