import type { Checker } from './checker'
import { dns } from './dns'
import { exec } from './exec'
import { folder } from './folder'
import { http } from './http'
import { icmp } from './icmp'
import { mssql } from './mssql'
import { mysql } from './mysql'
import { postgres } from './postgres'
import { prometheus } from './prometheus'
import { redis } from './redis'
import { tcp } from './tcp'

/**
 * The checkers of the embedded backend, by `checks.type`. A check of any other type is stored and shown, but not run.
 */
export const checkers: ReadonlyMap<string, Checker> = new Map(
  Object.entries({ http, tcp, dns, icmp, folder, postgres, mysql, mssql, prometheus, redis, exec })
)
