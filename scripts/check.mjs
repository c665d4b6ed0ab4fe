// The inner loop: format, lint, types and the unit tests, in under 90 seconds. `npm test` runs everything.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { checkNode, ensureInstalled } from './lib/setup.mjs'
import { root } from './lib/tree.mjs'

checkNode()
ensureInstalled()

/** Prettier and TypeScript read only changed files on the next run. */
const cache = join(root, 'node_modules', '.cache')
/** The random document tests run fewer cases here than in `npm test`. */
const env = { ...process.env, NODE_ENV: 'test', DOCUMENT_CASES: process.env.DOCUMENT_CASES ?? '200' }

/**
 * @param {string} title
 * @param {string} tool below node_modules
 * @param {string[]} args
 * @returns {Promise<{ title: string, seconds: number, isGreen: boolean }>}
 */
function run(title, tool, args) {
  const startMs = performance.now()
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(root, 'node_modules', tool), ...args], {
      cwd: root,
      env,
      stdio: 'inherit',
    })
    child.on('close', (code) => resolve({ title, seconds: (performance.now() - startMs) / 1000, isGreen: code === 0 }))
  })
}

const prettier = ['--check', '--log-level', 'warn', '--cache', '--cache-location', join(cache, 'prettier-check'), '.']
const types = ['--noEmit', '--incremental', '--tsBuildInfoFile', join(cache, 'types.tsbuildinfo')]
const results = [
  ...(await Promise.all([
    run('format', 'prettier/bin/prettier.cjs', prettier),
    run('lint', 'oxlint/bin/oxlint', ['--deny-warnings']),
    run('types', 'typescript/bin/tsc', types),
  ])),
  // These tests measure the built console, which this loop does not build.
  await run('unit', 'vitest/vitest.mjs', [
    'run',
    '--project',
    'unit',
    '--exclude',
    'tests/first-load.test.ts',
    '--reporter',
    'dot',
  ]),
]

for (const { title, seconds, isGreen } of results)
  console.log(`${isGreen ? 'passed' : 'FAILED'}  ${title}  ${Math.round(seconds)} s`)
process.exitCode = results.every(({ isGreen }) => isGreen) ? 0 : 1
