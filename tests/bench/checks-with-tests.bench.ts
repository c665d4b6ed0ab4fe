import { bench as benchChecks } from './checks.bench'

/**
 * The same 1,000 checks, each with an expression. To measure its memory run it alone: `npm run bench --
 * checks-with-tests`.
 */
export const bench = () => benchChecks({ test: 'code == 200 && content.startsWith("ok") && elapsed < duration("10s")' })
