import { queryMssql } from '../../outside/mssql'
import { readMssqlAddress } from '../../outside/sql-address'
import { createAddressedSqlChecker } from './sql'

export const mssqlChecker = createAddressedSqlChecker(readMssqlAddress, queryMssql)
