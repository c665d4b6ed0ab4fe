import { expect, test } from 'vitest'
import { minutesLine, PAGE_LOADS, pageLoads, readPlaywright, readVitest, slowestLines } from './report.mjs'

const vitestFile = (name: string, status: string, assertionResults: { status: string; fullName: string }[]) => ({
  name: `/root/${name}`,
  status,
  startTime: 1000,
  endTime: 3500,
  assertionResults,
})

test('reads counts, durations per file and failures of vitest', () => {
  const report = {
    numPassedTests: 5,
    numFailedTests: 1,
    numPendingTests: 2,
    numTodoTests: 1,
    testResults: [
      vitestFile('src/a.test.ts', 'passed', [{ status: 'passed', fullName: 'well' }]),
      vitestFile('src/b.test.ts', 'failed', [
        { status: 'failed', fullName: 'one' },
        { status: 'passed', fullName: 'two' },
      ]),
      vitestFile('src/c.test.ts', 'failed', []),
    ],
  }
  expect(readVitest(report, '/root')).toEqual({
    passed: 5,
    failed: 1,
    skipped: 3,
    failures: ['src/b.test.ts: one', 'src/c.test.ts: did not run'],
    files: ['a', 'b', 'c'].map((name) => ({ name: `src/${name}.test.ts`, seconds: 2.5, pageLoads: 0 })),
  })
})

const spec = (file: string, title: string, loads: number[], ok = true, status = ok ? 'expected' : 'unexpected') => ({
  title,
  file,
  ok,
  tests: loads.map((count) => ({
    status,
    annotations: [{ type: 'slow' }, { type: PAGE_LOADS, description: String(count) }],
    results: [{ duration: 1500 }, { duration: 500 }],
  })),
})

test('reads nested suites, retries and page loads of Playwright', () => {
  const report = {
    stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 2 },
    suites: [
      { specs: [spec('a.e2e.ts', 'first', [2])], suites: [{ specs: [spec('a.e2e.ts', 'inner', [3], false)] }] },
      { suites: [{ specs: [spec('b.e2e.ts', 'other', [1, 1]), spec('b.e2e.ts', 'late', [0], true, 'flaky')] }] },
    ],
  }
  expect(readPlaywright(report, 'tests/e2e', 1)).toEqual({
    passed: 4,
    failed: 1,
    skipped: 2,
    flaky: ['tests/e2e/b.e2e.ts: late'],
    failures: ['tests/e2e/a.e2e.ts: inner'],
    files: [
      { name: 'tests/e2e/a.e2e.ts', seconds: 4, pageLoads: 5 },
      { name: 'tests/e2e/b.e2e.ts', seconds: 6, pageLoads: 2 },
    ],
  })
})

test('counts tests that pass in their second attempt as passed, up to a limit', () => {
  const report = {
    stats: { expected: 3, unexpected: 0, flaky: 2, skipped: 0 },
    suites: [{ specs: ['one', 'two'].map((title) => spec('a.e2e.ts', title, [1], true, 'flaky')) }],
  }
  const names = ['tests/e2e/a.e2e.ts: one', 'tests/e2e/a.e2e.ts: two']
  expect(readPlaywright(report, 'tests/e2e', 2)).toMatchObject({ passed: 5, failed: 0, flaky: names, failures: [] })
  expect(readPlaywright(report, 'tests/e2e', 1)).toMatchObject({
    passed: 3,
    failed: 2,
    flaky: names,
    failures: ['2 browser tests passed only in the second attempt, at most 1'],
  })
})

test('formats the minutes per part and in total', () => {
  const parts = [
    { title: 'lint', seconds: 6 },
    { title: 'unit', seconds: 90 },
  ]
  expect(minutesLine(parts)).toBe('Minutes: lint 0.1, unit 1.5; in total 1.6')
})

const costs = (...pairs: [number, number][]) =>
  pairs.map(([seconds, loads], index) => ({ name: `file ${index}`, seconds, pageLoads: loads }))

test('lists a limited number of files, slowest first', () => {
  expect(slowestLines(costs([1, 0], [30.25, 0], [2, 0]), 2)).toEqual([
    'Slowest files:',
    '    30.3 s  file 1',
    '     2.0 s  file 2',
  ])
})

test('sums page loads and lists the five files with most', () => {
  const files = costs([1, 4], [1, 0], [1, 10], [1, 3], [1, 5], [1, 1], [1, 2])
  const { lines, fault } = pageLoads(files, 25)
  expect(lines).toEqual([
    'Page loads of the browser suite: 25, at most 25',
    '      10    file 2',
    '       5    file 4',
    '       4    file 0',
    '       3    file 3',
    '       2    file 6',
  ])
  expect(fault).toBeUndefined()
})

test('reports an error with the location of the limit for one page load too many', () => {
  const { fault } = pageLoads(costs([1, 26]), 25)
  expect(fault).toBe('The browser tests load 26 pages, more than 25 (MOST_PAGE_LOADS in scripts/lib/bounds.mjs).')
})
