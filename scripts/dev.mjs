// Runs the console with hot reload and its server in one process. A change to the server restarts the server.
import { checkNode, ensureInstalled } from './lib/setup.mjs'
import { dist, root } from './lib/tree.mjs'

checkNode()
ensureInstalled()
const { createServer } = await import('vite')
const { buildServer } = await import('./lib/build.mjs')
// Worker threads cannot load TypeScript, so the database thread comes from a build.
await buildServer()

const vite = await createServer({ root, server: { middlewareMode: true }, appType: 'spa' })
/** @type {import('../server/start/start').RunningServer | undefined} */
let running
let restarting = Promise.resolve()

async function restart() {
  await running?.stop()
  running = undefined
  try {
    const { develop } = await vite.ssrLoadModule('/server/main.ts')
    running = await develop(process.argv.slice(2), { dist }, vite.middlewares)
  } catch (error) {
    if (error instanceof Error) vite.ssrFixStacktrace(error)
    console.error(error)
  }
}
const soon = () => (restarting = restarting.then(restart))

vite.watcher.on('change', (path) => {
  if (path.startsWith(`${root}server`)) soon()
})
await soon()

process.on('SIGINT', async () => {
  await running?.stop()
  await vite.close()
  process.exit(0)
})
