import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { type IncomingHttpHeaders, request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll } from 'vitest'
import { ensureAdministrator, readCaller } from '../../server/identity/access/people'
import { type Accounts, openAccounts } from '../../server/identity/open-accounts'
import type { Db } from '../../server/data/db/db'
import { createPageHandler } from '../../server/http/pages'
import { closeServer, toRequestHandler, startServer } from '../../server/http/serve'
import { consoleApp } from './console-app'
import { testKeys } from './vault'

/** Deployments: no sign-in, one password, accounts on this machine, accounts behind a proxy. */
export const modes = ['none', 'basic', 'accounts', 'shared'] as const
export type Mode = (typeof modes)[number]

export const PASSWORD_OF_ALL = 'open sesame'
export const PUBLIC_URL = 'https://console.example'

/** The content of a file that must never be served. */
export const SECRET_FILE = 'next to the served folder'

const log = pino({ level: 'silent' })

/** A folder like that of the build, inside a folder with other files. */
export async function builtPages(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'console-files-'))
  afterAll(() => rm(folder, { recursive: true, force: true }))
  const built = join(folder, 'console')
  await mkdir(join(built, 'assets'), { recursive: true })
  await mkdir(join(folder, 'console-secrets'))
  await writeFile(join(built, 'index.html'), '<!doctype html><title>the one page</title>')
  await writeFile(join(built, 'assets', 'app-1a2b.js'), 'export {}')
  await writeFile(join(built, '.env'), SECRET_FILE)
  await writeFile(join(folder, 'secret.txt'), SECRET_FILE)
  await writeFile(join(folder, 'console-secrets', 'secret.txt'), SECRET_FILE)
  await symlink(join(folder, 'secret.txt'), join(built, '.link'))
  return built
}

type RawAnswer = { status: number; headers: IncomingHttpHeaders; body: string }

/** The whole server over a database, on its own port, until the test file is done. */
export async function serveConsole(db: Db, mode: Mode, folder: string) {
  const hasAccounts = mode === 'accounts' || mode === 'shared'
  const administrator = await ensureAdministrator(db)
  const settings = {
    resetAdmin: false,
    registration: false,
    trustedProxies: [],
    ...(mode === 'shared' && { publicUrl: new URL(PUBLIC_URL) }),
  }
  const accounts: Accounts = hasAccounts
    ? await openAccounts({ db, log, keys: testKeys, settings })
    : { name: 'no sign-in', callerOf: () => readCaller(db, administrator.id) }
  const { callerOf, signIn } = accounts
  const { app, routes } = await consoleApp(db, { callerOf, ...(signIn && { signIn }), engines: [accounts] })
  const access = mode === 'shared' ? 'sign-in' : mode === 'basic' ? { password: PASSWORD_OF_ALL } : 'loopback'
  const { server, port } = await startServer({ host: '127.0.0.1', port: 0, access, strictPages: true }, async () => ({
    api: toRequestHandler(app.fetch),
    pages: createPageHandler(folder),
  }))
  afterAll(() => closeServer(server))
  const host = mode === 'shared' ? new URL(PUBLIC_URL).host : `127.0.0.1:${port}`

  return {
    host,
    origin: mode === 'shared' ? PUBLIC_URL : `http://${host}`,
    port,
    routes,
    /** Sends a request exactly as written: the path is not normalised and no headers are added. */
    ask: (
      method: string,
      path: string,
      { headers = {}, body }: { headers?: Record<string, string>; body?: string | Buffer } = {}
    ): Promise<RawAnswer> =>
      new Promise((settle, reject) => {
        const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }
        const asking = request(
          { port, host: '127.0.0.1', method, path, agent: false, headers: { Host: host, ...length, ...headers } },
          (answer) => {
            const chunks: Buffer[] = []
            answer.on('data', (chunk: Buffer) => chunks.push(chunk))
            answer.on('end', () =>
              settle({
                status: answer.statusCode ?? 0,
                headers: answer.headers,
                body: Buffer.concat(chunks).toString('utf8'),
              })
            )
          }
        )
        asking.on('error', reject)
        asking.end(body)
      }),
    /** Sends bytes that may not be a valid request. @returns the response until the connection ended. */
    tell: (bytes: string | Buffer): Promise<string> =>
      new Promise((settle, reject) => {
        const socket = connect(port, '127.0.0.1')
        let text = ''
        socket.on('data', (chunk) => (text += chunk.toString('latin1')))
        socket.on('close', () => settle(text))
        socket.on('error', reject)
        socket.end(bytes)
      }),
  }
}
