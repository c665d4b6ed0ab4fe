// Tests the speech of a real screen reader: `npm run test:orca`. Installs nothing; tests/orca/README.md lists the
// requirements.
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
  console.log(`Not installed: ${missing.join(', ')}. See tests/orca/README.md for Debian.`)
  console.log(`\n0 passed, 0 failed, ${scenarios.length} skipped`)
  process.exit(0)
}
if (!process.env.CONSOLE_ORCA_SESSION) {
  // A separate message bus, so that the screen reader of the user is not affected.
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
