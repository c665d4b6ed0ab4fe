import { askMysql } from '../../outside/mysql'
import { readMysqlAddress } from '../../outside/sql-address'
import { addressedSqlChecker } from './sql'

export const mysql = addressedSqlChecker(readMysqlAddress, askMysql)
