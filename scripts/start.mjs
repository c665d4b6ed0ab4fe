import { checkNode, ensureBuilt, ensureInstalled } from './lib/setup.mjs'
import { dist } from './lib/tree.mjs'

checkNode()
ensureInstalled()
await ensureBuilt()
const { main } = await import(new URL('server/main.js', dist).href)
await main(process.argv.slice(2), { dist })
