import { ensureBuilt } from '../../scripts/lib/setup.mjs'

export default ensureBuilt
