import { queryPostgres } from '../../platform/outside/postgres'
import { urlField } from './fields'
import { createSqlChecker } from './sql'

export default createSqlChecker(
  urlField('postgres:', 'postgresql:'),
  ({ target, username, password, query }, signal, onRow) =>
    queryPostgres({ url: target, username, password }, query, signal, onRow)
)
