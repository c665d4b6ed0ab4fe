// Runs the benchmarks and prints their figures. `npm run bench -- checks` runs those whose name starts with `checks`.
import { readdirSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'
import { join } from 'node:path'
import { checkNode, ensureBuilt, ensureInstalled } from './lib/setup.mjs'
import { root } from './lib/tree.mjs'

checkNode()
ensureInstalled()
await ensureBuilt()
const { createServer } = await import('vite')

const wanted = process.argv.slice(2)
const names = readdirSync(join(root, 'tests/bench'))
  .filter((file) => file.endsWith('.bench.ts'))
  .map((file) => file.replace('.bench.ts', ''))
  .filter((name) => wanted.length === 0 || wanted.some((prefix) => name.startsWith(prefix)))

console.log(`${availableParallelism()} × ${cpus()[0]?.model}, Node ${process.versions.node}`)
const vite = await createServer({
  root,
  // This server only loads the benchmarks; its other features would slow them down.
  server: { middlewareMode: true, ws: false, watch: null },
  optimizeDeps: { noDiscovery: true },
  appType: 'custom',
  logLevel: 'error',
})
for (const name of names) {
  console.log(`\n${name}`)
  /** @type {{ bench: () => Promise<Record<string, string>> }} */
  const { bench } = /** @type {any} */ (await vite.ssrLoadModule(`/tests/bench/${name}.bench.ts`))
  const figures = await bench()
  const width = Math.max(...Object.keys(figures).map((label) => label.length))
  for (const [label, figure] of Object.entries(figures)) console.log(`  ${label.padEnd(width)}  ${figure}`)
}
await vite.close()
process.exit(0)
