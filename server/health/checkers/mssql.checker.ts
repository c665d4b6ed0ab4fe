import { queryMssql } from '../../platform/outside/mssql'
import { readMssqlAddress } from '../../platform/outside/sql-address'
import { createAddressedSqlChecker } from './sql'

export default createAddressedSqlChecker(readMssqlAddress, queryMssql)
