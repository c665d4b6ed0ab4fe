// What a screen reader says, for real: `npm run test:orca`. Installs nothing; tests/orca/README.md says what it needs.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { checkNode, ensureBuilt, ensureInstalled } from './lib/setup.mjs'
import { root } from './lib/tree.mjs'

checkNode()
ensureInstalled()
await ensureBuilt()
const { createServer } = await import('vite')
const vite = await createServer({
  root,
  server: { middlewareMode: true, ws: false },
  appType: 'custom',
  logLevel: 'error',
})
const { missingTools, scenarios, runAll } = /** @type {typeof import('../tests/orca/suite')} */ (
  await vite.ssrLoadModule('/tests/orca/suite.ts')
)

const missing = missingTools()
if (missing.length > 0) {
  console.log(`Not here: ${missing.join(', ')}. tests/orca/README.md says how to get them on Debian.`)
  console.log(`\n0 passed, 0 failed, ${scenarios.length} skipped`)
  process.exit(0)
}
if (!process.env.CONSOLE_ORCA_SESSION) {
  // A message bus of its own, so that the reader of whoever runs this is left alone.
  const args = ['--', process.execPath, fileURLToPath(import.meta.url), ...process.argv.slice(2)]
  const env = { ...process.env, CONSOLE_ORCA_SESSION: 'yes' }
  const { status } = spawnSync('dbus-run-session', args, { stdio: ['ignore', 'inherit', 'ignore'], env })
  process.exit(status ?? 1)
}
const only = process.argv.slice(2).filter((arg) => !arg.startsWith('--'))
const isRecording = process.argv.includes('--record')
const { passed, failed } = await runAll({ only, isRecording }, (line) => console.log(line))
console.log(`\n${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
