import { checkNode, ensureInstalled } from './lib/setup.mjs'

checkNode()
ensureInstalled()
const { buildAll } = await import('./lib/build.mjs')
await buildAll()
