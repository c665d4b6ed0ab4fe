import { queryMysql } from '../../platform/outside/mysql'
import { readMysqlAddress } from '../../platform/outside/sql-address'
import { createAddressedSqlChecker } from './sql'

export default createAddressedSqlChecker(readMysqlAddress, queryMysql)
