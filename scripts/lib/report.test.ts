import { expect, test } from 'vitest'
import { minutesLine, PAGE_LOADS, pageLoads, readPlaywright, readVitest, slowestLines } from './report.mjs'

type Result = { status: string; fullName: string; failureMessages?: string[] }

const vitestFile = (name: string, status: string, assertionResults: Result[]) => ({
  name: `/root/${name}`,
  status,
  startTime: 1000,
  endTime: 3500,
  assertionResults,
})

test('reads counts, durations per file, failures and second attempts of vitest', () => {
  const report = {
    numPassedTests: 5,
    numFailedTests: 1,
    numPendingTests: 2,
    numTodoTests: 1,
    testResults: [
      vitestFile('src/a.test.ts', 'passed', [
        { status: 'passed', fullName: 'well', failureMessages: [] },
        { status: 'passed', fullName: 'late', failureMessages: ['Timeout'] },
      ]),
      vitestFile('src/b.test.ts', 'failed', [
        { status: 'failed', fullName: 'one', failureMessages: [`expected 1 to be 2${' '.repeat(382)}at line 7`] },
        { status: 'passed', fullName: 'two' },
      ]),
      vitestFile('src/c.test.ts', 'failed', []),
    ],
  }
  expect(readVitest(report, '/root')).toEqual({
    passed: 5,
    failed: 1,
    skipped: 3,
    failures: [`src/b.test.ts: one (expected 1 to be 2${' '.repeat(382)})`, 'src/c.test.ts: did not run'],
    flaky: ['src/a.test.ts: late (Timeout)'],
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
  expect(readPlaywright(report, 'tests/e2e')).toEqual({
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
