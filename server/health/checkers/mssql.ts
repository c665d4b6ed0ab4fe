import { askMssql } from '../../outside/mssql'
import { readMssqlAddress } from '../../outside/sql-address'
import { addressedSqlChecker } from './sql'

export const mssql = addressedSqlChecker(readMssqlAddress, askMssql)
