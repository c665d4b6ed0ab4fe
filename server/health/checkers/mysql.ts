import { queryMysql } from '../../outside/mysql'
import { readMysqlAddress } from '../../outside/sql-address'
import { createAddressedSqlChecker } from './sql'

export const mysqlChecker = createAddressedSqlChecker(readMysqlAddress, queryMysql)
