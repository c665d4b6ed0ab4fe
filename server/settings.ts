import { parseArgs } from 'node:util'

export type Settings = {
  port: number
  host: string
  /** Where the embedded database and its files live. */
  dataFolder: string
  /** Begin without the sample organisation. */
  empty: boolean
  /** Whether `exec` checks may run programs on this machine. */
  allowExec: boolean
  /** A Mission Control installation to stand in front of, instead of the embedded backend. */
  backendUrl?: URL
  /** An external Postgres instead of the embedded one. */
  databaseUrl?: URL
  /** Properties that win over the stored ones. */
  propertiesFile?: string
  /** Asked of everybody when set (HTTP Basic, any user name); required beyond this machine. */
  password?: string
}

/** Something in the command line or the environment that cannot be used. The message is the whole explanation. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

export const help = `Mission Control Console

Usage: npm start -- [options]

  --port NUMBER    port to listen on (default 3000)
  --host ADDRESS   address to listen on (default 127.0.0.1); beyond this machine CONSOLE_PASSWORD must be set
  --data FOLDER    where the embedded database lives (default .data)
  --empty          begin without the sample organisation
  --properties FILE
                   lines of name=value, such as logs.disable=true, that win over the stored properties
  --allow-exec     let "exec" checks run programs on this machine (off by default)
  --backend URL    serve the console in front of a Mission Control backend instead of the embedded one
  --help           show this text

Environment:

  DATABASE_URL       an external Postgres 15 or newer instead of the embedded one, e.g. postgres://user:secret@host/name
  CONSOLE_PASSWORD   a password that the browser asks for (any user name)
  LOG_LEVEL          trace, debug, info, warn (default), error, fatal or silent
`

const loopback = new Set(['127.0.0.1', 'localhost', '::1'])
export const isLoopback = (host: string): boolean => loopback.has(host)

const options = {
  port: { type: 'string' },
  host: { type: 'string' },
  data: { type: 'string' },
  empty: { type: 'boolean' },
  'allow-exec': { type: 'boolean' },
  properties: { type: 'string' },
  backend: { type: 'string' },
  help: { type: 'boolean' },
} as const

/**
 * Reads the command line and the environment.
 * @returns 'help' when that was asked for.
 * @throws {UsageError} naming the flag or variable that is wrong.
 */
export function parseSettings(argv: readonly string[], env: NodeJS.ProcessEnv): Settings | 'help' {
  const flags = readFlags(argv)
  if (flags.help) return 'help'
  const host = flags.host ?? '127.0.0.1'
  const password = env['CONSOLE_PASSWORD'] || undefined
  if (!isLoopback(host) && !password && !flags.backend) {
    throw new UsageError(
      `--host ${host} would open the console to other machines: set CONSOLE_PASSWORD to a password first.`
    )
  }
  return {
    port: readPort(flags.port ?? '3000'),
    host,
    dataFolder: flags.data ?? '.data',
    empty: flags.empty ?? false,
    allowExec: flags['allow-exec'] ?? false,
    ...(flags.backend === undefined
      ? {}
      : { backendUrl: readUrl('--backend', flags.backend, ['http:', 'https:'], 'https://mission-control.example') }),
    ...(env['DATABASE_URL']
      ? {
          databaseUrl: readUrl(
            'DATABASE_URL',
            env['DATABASE_URL'],
            ['postgres:', 'postgresql:'],
            'postgres://user@host/name'
          ),
        }
      : {}),
    ...(flags.properties === undefined ? {} : { propertiesFile: flags.properties }),
    ...(password === undefined ? {} : { password }),
  }
}

function readFlags(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options, strict: true, allowPositionals: false }).values
  } catch (error) {
    // Node's own sentence goes on about how to pass positionals; its first sentence names the flag.
    const [sentence] = (error instanceof Error ? error.message : String(error)).split('. ')
    throw new UsageError(`${sentence}. Run "npm start -- --help" for the options.`)
  }
}

function readPort(text: string): number {
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new UsageError(`--port must be a number from 0 to 65535, not "${text}".`)
  return port
}

function readUrl(name: string, text: string, protocols: readonly string[], example: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  // The value is not repeated: it may hold a password.
  if (!url || !protocols.includes(url.protocol)) throw new UsageError(`${name} must be an address such as ${example}.`)
  return url
}
