import { opendir } from 'node:fs/promises'
import { isAbsolute } from 'node:path'
import { allowedFolder } from '../outside/folders'
import { askMssql } from '../outside/mssql'
import { askMysql } from '../outside/mysql'
import { withPostgres } from '../outside/postgres'
import { ping, readRedisUrl } from '../outside/redis'
import { type ReadAddress, readMssqlAddress, readMysqlAddress, tlsOf } from '../outside/sql-address'
import { Fault } from './connection'
import type { Tester } from './tester'

export const postgres: Tester = ({ url, username, password, isInsecure }, signal) =>
  withPostgres({ url, username, password, isInsecure }, signal, (client) => client.query('select 1'))

const database =
  (read: ReadAddress, ask: typeof askMysql): Tester =>
  ({ url, username, password, isInsecure }, signal) => {
    const address = read(url, { username, password })
    return ask({ address, tls: tlsOf(address, isInsecure) }, 'select 1', signal, () => {})
  }

export const mysql = database(readMysqlAddress, askMysql)
export const sqlServer = database(readMssqlAddress, askMssql)

export const redis: Tester = async ({ url, username, password, properties, isInsecure }, signal) => {
  const address = url.includes('://') ? url : `redis://${url}`
  if (!URL.canParse(address) || !/^rediss?:\/\/[^/]/.test(address))
    throw new Fault('The address must begin with redis:// or rediss:// and name a host.')
  const { isTls, ...target } = readRedisUrl(new URL(address))
  const answer = await ping(
    {
      ...target,
      username: username || target.username || undefined,
      password: password || target.password || undefined,
      db: Number(properties['db']) || target.db,
      ...(isTls && { tls: { rejectUnauthorized: !isInsecure } }),
    },
    signal
  )
  if (answer !== 'PONG') throw new Fault('The server at this address is not Redis.')
}

/** The folders that checks may read. */
export const folder: Tester = async ({ properties: { path = '' } }) => {
  if (!isAbsolute(path)) throw new Fault('The path must be absolute, on the machine that runs this console.')
  const opened = await opendir(await allowedFolder(path))
  await opened.close()
}
