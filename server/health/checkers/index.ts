import type { Checker } from './checker'
import { dnsChecker } from './dns'
import { execChecker } from './exec'
import { folderChecker } from './folder'
import { httpChecker } from './http'
import { icmpChecker } from './icmp'
import { mssqlChecker } from './mssql'
import { mysqlChecker } from './mysql'
import { postgresChecker } from './postgres'
import { prometheusChecker } from './prometheus'
import { redisChecker } from './redis'
import { tcpChecker } from './tcp'

/**
 * The checkers of the embedded backend, by `checks.type`. A check of any other type is stored and shown, but not run.
 */
export const checkers: ReadonlyMap<string, Checker> = new Map(
  Object.entries({
    http: httpChecker,
    tcp: tcpChecker,
    dns: dnsChecker,
    icmp: icmpChecker,
    folder: folderChecker,
    postgres: postgresChecker,
    mysql: mysqlChecker,
    mssql: mssqlChecker,
    prometheus: prometheusChecker,
    redis: redisChecker,
    exec: execChecker,
  })
)
