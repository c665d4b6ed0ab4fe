// Fills a data folder with a generated installation: `npm run sample -- --configs 20000 --changes 200000 --checks 5000`.
import { checkNode, ensureBuilt, ensureInstalled } from './lib/setup.mjs'
import { dist } from './lib/tree.mjs'

checkNode()
ensureInstalled()
await ensureBuilt()
const { fillMain } = await import(new URL('server/main.js', dist).href)
await fillMain(process.argv.slice(2), { dist })
