import { version } from '../../package.json'

/** The program and its version, as a product of RFC 9110: allow-lists compare its beginning. */
export const programProduct = `mission-control-console/${version}`
