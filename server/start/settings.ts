import { isAbsolute } from 'node:path'
import type { BackendSignIn } from '../http/backend-probe'
import { type ServerKeys, parseKeys } from '../identity/keys'
import { isLoopback, type Network, parseNetworks } from '../platform/outside/networks'
import { parseFlags, UsageError } from '../platform/usage'
import { type HostedSettings, readHostedSettings } from '../identity/hosted/settings'
import type { AccountSettings } from '../identity/account-settings'
import { readSignInSettings } from '../identity/rules'

export type Settings = {
  port: number
  host: string
  /** Folder of the embedded database and its files. */
  dataFolder: string
  /** Start without the sample organisation. */
  empty: boolean
  /** Whether `exec` checks may run programs on this machine. */
  allowExec: boolean
  /** Run no check, playbook or job automatically. */
  noChecks?: true
  /** Offer only the health pages. */
  healthOnly?: true
  /** The Mission Control installation to forward to, instead of the embedded backend. */
  backendUrl?: URL
  /** How users sign in to that installation; found out if absent. */
  backendSignIn?: BackendSignIn
  /** Other machines may reach a backend without sign-in, because something else identifies their users. */
  isOpen?: true
  /** An external Postgres instead of the embedded one. */
  databaseUrl?: URL
  /** Properties that take precedence over the stored ones. */
  propertiesFile?: string
  /** Required from all users if set (HTTP Basic, any user name); mandatory beyond this machine. */
  password?: string
  /** Users sign in with accounts of this server. */
  accounts?: AccountSettings
  /** Replaces the key file in the data folder. */
  keys?: ServerKeys
  /** Networks that checks, playbooks and connection tests may reach in addition to the default, and denied ones. */
  allowNet?: readonly Network[]
  denyNet?: readonly Network[]
  /** The only folders that checks and connections may read. */
  allowFolders?: readonly string[]
  /** The `User-Agent` of requests to other services, instead of the name and version of this program. */
  userAgent?: string
  /** Users sign in with a hosted service. */
  hosted?: HostedSettings
  /** The folder of a public registry with the charts of integrations; undefined disables fetching. */
  chartFiles?: URL
}

export const commandHelp = `Mission Control Console

Usage: npm start -- [options]

  --port NUMBER    port to listen on (default 3000)
  --host ADDRESS   address to listen on (default 127.0.0.1); other addresses require --public-url or
                   CONSOLE_PASSWORD
  --data FOLDER    folder of the embedded database (default .data)
  --empty          start without the sample organisation
  --properties FILE
                   lines of name=value, such as logs.disable=true, that override the stored properties
  --no-checks      run no check, playbook or job automatically, for example when one of them does harm
  --allow-exec     let "exec" checks and actions run programs on this machine (off by default)
  --allow-net LIST networks that checks, playbooks and connection tests may reach although they are denied by default:
                   a comma-separated list of addresses, networks such as 10.0.0.0/8, or any, loopback, private,
                   link-local, multicast
  --deny-net LIST  networks that they may not reach, in addition to link-local and multicast, and to loopback if others
                   use the console. When both lists match an address, the narrower network decides
  --allow-folder PATH
                   the only folder that checks and connections may read; repeatable, or comma-separated. Default: all
                   folders, or none if others can sign in
  --user-agent TEXT
                   the User-Agent of the requests of checks, scrapers and playbooks (default
                   mission-control-console/VERSION)
  --auth MODE      how users sign in: self (accounts of this console; the default), basic (the default with
                   CONSOLE_PASSWORD), hosted (with Clerk) or none (all users of this machine are the administrator).
                   With --backend: kratos, basic, none or hosted; by default found out by asking the backend
  --public-url URL public address of the console, with --auth self or hosted; required beyond this machine
  --insecure       allow an http --public-url beyond this machine; sessions can then be intercepted. With --backend:
                   let other machines reach a backend without sign-in, for example behind a proxy that identifies users
  --reset-admin    print a new sign-in link for the administrator; ends their sessions and voids their password
  --registration   let all users who reach the console create an account, without a role
  --health-only    offer only the health pages, with any backend
  --backend URL    serve the console in front of a Mission Control or a canary-checker instead of the embedded backend
  --help           show this text

Environment:

  DATABASE_URL       an external Postgres 15 or newer instead of the embedded one, e.g. postgres://user:secret@host/name
  CONSOLE_PASSWORD   a password that the browser asks for (any user name)
  CONSOLE_KEYS       the encryption keys, in the format of identity-keys.json in the data folder; replaces that file
  TRUSTED_PROXIES    comma-separated addresses and networks of proxies whose X-Forwarded-For is trusted
  SMTP_URL           a mail server for invitations and codes, e.g. smtps://user:secret@mail.example;
                     without one, administrators pass them on
  SMTP_FROM          the sender address of such mail
  CLERK_PUBLISHABLE_KEY
                     the key of the Clerk instance that users sign in to (with --auth hosted)
  CLERK_ORGANIZATION_ID
                     the organisation whose members may sign in (with --auth hosted, without --backend)
  CLERK_JWT_KEY      the instance's public key in PEM; by default it is fetched
  CLERK_BACKENDS     comma-separated origins of backends that organisations may use, e.g. https://*.mc.example
  ADMIN_PASSWORD     the administrator's first password, instead of a printed link; ignored once it was set
  SESSION_LIFE       maximum duration of a session (default 24h)
  SESSION_IDLE       maximum duration of an idle session (default 12h), or off
  SIGN_IN_LIMITS     rate limits of sign-in, e.g. login=10/15m,mail-to=3/1h (docs/identity.md)
  CHART_FILES_URL    where the Helm charts of integrations are defined, one folder each; default: the public registry of
                     Mission Control; off to fetch none
  LOG_LEVEL          trace, debug, info, warn (default), error, fatal or silent
`

const options = {
  port: { type: 'string' },
  host: { type: 'string' },
  data: { type: 'string' },
  empty: { type: 'boolean' },
  'no-checks': { type: 'boolean' },
  'allow-exec': { type: 'boolean' },
  'allow-net': { type: 'string' },
  'deny-net': { type: 'string' },
  'allow-folder': { type: 'string', multiple: true },
  'user-agent': { type: 'string' },
  auth: { type: 'string' },
  'public-url': { type: 'string' },
  insecure: { type: 'boolean' },
  'reset-admin': { type: 'boolean' },
  registration: { type: 'boolean' },
  properties: { type: 'string' },
  backend: { type: 'string' },
  'health-only': { type: 'boolean' },
  help: { type: 'boolean' },
} as const

/**
 * Parses the command line and the environment.
 * @returns 'help' for --help.
 * @throws {UsageError} with the invalid flag or variable.
 */
export function parseSettings(argv: readonly string[], env: NodeJS.ProcessEnv): Settings | 'help' {
  const flags = readFlags(argv)
  if (flags.help) return 'help'
  const host = flags.host ?? '127.0.0.1'
  const password = env['CONSOLE_PASSWORD'] || undefined
  const accounts = readAccounts(flags, env, host)
  const hosted = flags.auth === 'hosted' ? readClerk(flags, env, host) : undefined
  if (flags['no-checks'] && flags.backend)
    throw new UsageError('--no-checks is for the embedded backend: --backend decides for itself what runs.')
  if (!isLoopback(host) && !password && !flags.backend && !accounts && !hosted) {
    throw new UsageError(
      `--host ${host} would open the console to other machines: remove --auth none, or use --auth basic with a password in CONSOLE_PASSWORD.`
    )
  }
  return {
    port: readPort(flags.port ?? '3000'),
    host,
    dataFolder: flags.data ?? '.data',
    empty: flags.empty ?? false,
    allowExec: flags['allow-exec'] ?? false,
    ...(flags['no-checks'] && { noChecks: true as const }),
    ...(flags['health-only'] && { healthOnly: true as const }),
    ...(flags.backend === undefined
      ? {}
      : { backendUrl: readUrl('--backend', flags.backend, ['http:', 'https:'], 'https://mission-control.example') }),
    ...readBackendAccess(flags, host, password),
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
    ...(accounts && { accounts }),
    ...readKeys(env),
    ...(flags['allow-net'] !== undefined && { allowNet: readNetworks('--allow-net', flags['allow-net']) }),
    ...(flags['deny-net'] !== undefined && { denyNet: readNetworks('--deny-net', flags['deny-net']) }),
    ...(flags['allow-folder'] && { allowFolders: readFolders(flags['allow-folder']) }),
    ...(flags['user-agent'] !== undefined && { userAgent: readUserAgent(flags['user-agent']) }),
    ...(hosted && { hosted }),
    ...readChartFiles(env),
  }
}

const PUBLIC_CHART_FILES = 'https://raw.githubusercontent.com/flanksource/mission-control-registry/main/charts'

function readChartFiles({ CHART_FILES_URL: text }: NodeJS.ProcessEnv): Pick<Settings, 'chartFiles'> {
  if (text === 'off') return {}
  const example = 'https://charts.example/charts, or off'
  return { chartFiles: readUrl('CHART_FILES_URL', text || PUBLIC_CHART_FILES, ['http:', 'https:'], example) }
}

/** Whether users on other machines can use the console. */
export function isShared({ host, accounts, hosted }: Pick<Settings, 'host' | 'accounts' | 'hosted'>): boolean {
  const publicUrl = accounts?.publicUrl ?? hosted?.publicUrl
  return !isLoopback(host) || (publicUrl !== undefined && !isLoopback(bare(publicUrl.hostname)))
}

/** Whether users other than the operator can use the console: on another machine, or with an account. */
export const isUsedByOthers = (settings: Pick<Settings, 'host' | 'accounts' | 'hosted'>): boolean =>
  isShared(settings) || settings.accounts !== undefined || settings.hosted !== undefined

function readFolders(lists: readonly string[]): string[] {
  const folders = lists.flatMap((list) => list.split(',')).map((folder) => folder.trim())
  if (folders.some((folder) => !isAbsolute(folder)))
    throw new UsageError('--allow-folder must be absolute paths, such as /var/backups,/srv/exports.')
  return folders
}

function readUserAgent(text: string): string {
  if (/^[\x21-\x7e](?:[\x20-\x7e]{0,198}[\x21-\x7e])?$/.test(text)) return text
  throw new UsageError('--user-agent must be 1 to 200 printable ASCII characters, such as depot-monitoring/1.0.')
}

/** @param name the flag or variable. */
function readNetworks(name: string, text: string): readonly Network[] {
  const networks = parseNetworks(text)
  if (networks && networks.length > 0) return networks
  throw new UsageError(`${name} must be a list of addresses and networks, such as 10.0.0.0/8,192.168.1.20,loopback.`)
}

function readKeys({ CONSOLE_KEYS }: NodeJS.ProcessEnv): Pick<Settings, 'keys'> {
  if (!CONSOLE_KEYS) return {}
  const keys = parseKeys(CONSOLE_KEYS)
  if (!keys) throw new UsageError('CONSOLE_KEYS must have the text of a key file: see docs/security.md.')
  return { keys }
}

const readFlags = (argv: readonly string[]) => parseFlags(argv, options, 'npm start')

type Flags = ReturnType<typeof readFlags>

const modes = new Set(['none', 'basic', 'self', 'hosted'])
const backendModes = new Set(['kratos', 'basic', 'none', 'hosted'])

/** How users sign in to the backend, and who may reach one without sign-in. */
function readBackendAccess(
  { backend, auth, insecure }: Flags,
  host: string,
  password: string | undefined
): Pick<Settings, 'backendSignIn' | 'isOpen'> {
  if (backend === undefined || auth === 'hosted') return {}
  if (auth === 'none' && !isLoopback(host) && !password && !insecure) throw new UsageError(describeOpenBackend(host))
  return {
    ...((auth === 'kratos' || auth === 'basic' || auth === 'none') && { backendSignIn: auth }),
    ...(insecure && { isOpen: true }),
  }
}

/** Why the console does not start, or does not answer. */
export const describeOpenBackend = (host: string): string =>
  `--host ${host} would open a backend without sign-in to other machines: set a password in CONSOLE_PASSWORD, or use --insecure if a proxy identifies users.`

/** @returns undefined without accounts of this server. */
function readAccounts(flags: Flags, env: NodeJS.ProcessEnv, host: string): AccountSettings | undefined {
  const { auth } = flags
  const password = env['CONSOLE_PASSWORD']
  if (auth !== undefined && !(flags.backend ? backendModes : modes).has(auth)) {
    throw new UsageError(
      flags.backend
        ? '--auth must be kratos, basic, none or hosted in front of a backend.'
        : '--auth must be none, basic, self or hosted.'
    )
  }
  if (auth === 'basic' && !flags.backend && !password)
    throw new UsageError('--auth basic requires a password in CONSOLE_PASSWORD.')
  // The console asks for the password only if nothing else identifies users.
  if (auth !== undefined && auth !== (flags.backend ? 'none' : 'basic') && password) {
    throw new UsageError(`CONSOLE_PASSWORD is not asked for with --auth ${auth}: remove one of them.`)
  }
  const isOurs = auth === undefined ? !flags.backend && !password : auth === 'self'
  if (!isOurs) {
    const stray = (['reset-admin', 'registration', 'public-url', 'insecure'] as const).find(
      (name) =>
        flags[name] !== undefined &&
        !(auth === 'hosted' && (name === 'public-url' || name === 'insecure')) &&
        !(name === 'insecure' && flags.backend && (auth === undefined || auth === 'none'))
    )
    if (stray) throw new UsageError(`--${stray} is for accounts of this console: --auth self.`)
    if (env['ADMIN_PASSWORD']) {
      throw new UsageError('ADMIN_PASSWORD is for accounts of this console: remove it, or use --auth self.')
    }
    return undefined
  }
  const rules = readSignInSettings(env)
  if (typeof rules === 'string') throw new UsageError(rules)
  return {
    ...readPublicUrl(flags, host),
    resetAdmin: flags['reset-admin'] ?? false,
    registration: flags.registration ?? false,
    trustedProxies: env['TRUSTED_PROXIES'] ? readNetworks('TRUSTED_PROXIES', env['TRUSTED_PROXIES']) : [],
    ...readMail(env),
    ...(env['ADMIN_PASSWORD'] && { adminPassword: env['ADMIN_PASSWORD'] }),
    ...(Object.keys(rules).length > 0 && { rules }),
  }
}

function readClerk(flags: Flags, env: NodeJS.ProcessEnv, host: string): HostedSettings {
  const hosted = readHostedSettings(env, flags.backend === undefined)
  if (typeof hosted === 'string') throw new UsageError(hosted)
  // With `--backend`, the backend checks the origin of tokens.
  return { ...hosted, ...(flags.backend === undefined || flags['public-url'] ? readPublicUrl(flags, host) : {}) }
}

/** The public address of the console; empty on loopback. */
function readPublicUrl(flags: Flags, host: string): { publicUrl?: URL } {
  const publicUrl = flags['public-url'] === undefined ? undefined : readOrigin(flags['public-url'])
  if (!isLoopback(host) && !publicUrl) {
    throw new UsageError(
      `--host ${host} opens the console to other machines: set its public address (--public-url https://console.example), or set CONSOLE_PASSWORD.`
    )
  }
  if (publicUrl?.protocol === 'http:' && !isLoopback(bare(publicUrl.hostname)) && !flags.insecure) {
    throw new UsageError('--public-url must be https beyond this machine: otherwise sessions can be intercepted.')
  }
  return publicUrl ? { publicUrl } : {}
}

/** The address of the console in messages, without a path: the public one, or that of this machine. */
export const readSiteUrl = ({
  host,
  port,
  accounts,
  hosted,
}: Pick<Settings, 'host' | 'port' | 'accounts' | 'hosted'>) =>
  (accounts ?? hosted)?.publicUrl?.origin ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`

function readMail({ SMTP_URL, SMTP_FROM }: NodeJS.ProcessEnv): Pick<AccountSettings, 'smtp'> {
  if (!SMTP_URL && !SMTP_FROM) return {}
  if (!SMTP_URL || !SMTP_FROM) throw new UsageError('SMTP_URL and SMTP_FROM belong together: set both, or neither.')
  const url = readUrl('SMTP_URL', SMTP_URL, ['smtp:', 'smtps:'], 'smtps://user:secret@mail.example')
  if (!/^[^\s@<>,]+@[^\s@<>,]+$/.test(SMTP_FROM))
    throw new UsageError('SMTP_FROM must be one address, such as ops@shop.example.')
  return { smtp: { url: url.href, from: SMTP_FROM } }
}

const bare = (hostname: string) => hostname.replace(/^\[|\]$/g, '')

function readOrigin(text: string): URL {
  const url = readUrl('--public-url', text, ['http:', 'https:'], 'https://console.example')
  if (url.href !== `${url.origin}/`)
    throw new UsageError('--public-url must have no path, such as https://console.example')
  return url
}

function readPort(text: string): number {
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new UsageError(`--port must be a number from 0 to 65535, not "${text}".`)
  return port
}

function readUrl(name: string, text: string, protocols: readonly string[], example: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  // The value is not repeated, because it may contain a password.
  if (!url || !protocols.includes(url.protocol)) throw new UsageError(`${name} must be an address such as ${example}.`)
  return url
}
