import { opendir } from 'node:fs/promises'
import { isAbsolute } from 'node:path'
import { allowedFolder } from '../outside/folders'
import { queryMssql } from '../outside/mssql'
import { queryMysql } from '../outside/mysql'
import { withPostgres } from '../outside/postgres'
import { pingRedis, readRedisUrl } from '../outside/redis'
import { type ReadAddress, readMssqlAddress, readMysqlAddress, toSqlTls } from '../outside/sql-address'
import { ConnectionFailure } from './connection'
import type { TestConnection } from './tester'

export const testPostgres: TestConnection = ({ url, username, password, isInsecure }, signal) =>
  withPostgres({ url, username, password, isInsecure }, signal, (client) => client.query('select 1'))

const database =
  (read: ReadAddress, ask: typeof queryMysql): TestConnection =>
  ({ url, username, password, isInsecure }, signal) => {
    const address = read(url, { username, password })
    return ask({ address, tls: toSqlTls(address, isInsecure) }, 'select 1', signal, () => {})
  }

export const testMysql = database(readMysqlAddress, queryMysql)
export const testSqlServer = database(readMssqlAddress, queryMssql)

export const testRedis: TestConnection = async ({ url, username, password, properties, isInsecure }, signal) => {
  const address = url.includes('://') ? url : `redis://${url}`
  if (!URL.canParse(address) || !/^rediss?:\/\/[^/]/.test(address))
    throw new ConnectionFailure('The address must begin with redis:// or rediss:// and name a host.')
  const { isTls, ...target } = readRedisUrl(new URL(address))
  const answer = await pingRedis(
    {
      ...target,
      username: username || target.username || undefined,
      password: password || target.password || undefined,
      db: Number(properties['db']) || target.db,
      ...(isTls && { tls: { rejectUnauthorized: !isInsecure } }),
    },
    signal
  )
  if (answer !== 'PONG') throw new ConnectionFailure('The server at this address is not Redis.')
}

/** The folders that checks may read. */
export const testFolder: TestConnection = async ({ properties: { path = '' } }) => {
  if (!isAbsolute(path))
    throw new ConnectionFailure('The path must be absolute, on the machine that runs this console.')
  const opened = await opendir(await allowedFolder(path))
  await opened.close()
}
