import { parseArgs, type ParseArgsConfig } from 'node:util'

/** An invalid command line or environment. The message is shown to the user. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/**
 * @param program the command, for a hint where its options are described.
 * @throws {UsageError} for an unknown flag, and for other arguments.
 */
export function parseFlags<const Options extends NonNullable<ParseArgsConfig['options']>>(
  argv: readonly string[],
  known: Options,
  program: string
) {
  try {
    return parseArgs({ args: [...argv], options: known, strict: true, allowPositionals: false }).values
  } catch (error) {
    // Only the first sentence of Node's message names the flag; the rest is about positionals.
    const [sentence] = (error instanceof Error ? error.message : String(error)).split('. ')
    throw new UsageError(`${sentence}. Run "${program} -- --help" for the options.`)
  }
}
