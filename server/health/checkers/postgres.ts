import { askPostgres } from '../../outside/postgres'
import { url } from './fields'
import { sqlChecker } from './sql'

export const postgres = sqlChecker(
  url('postgres:', 'postgresql:'),
  ({ target, username, password, query }, signal, onRow) =>
    askPostgres({ url: target, username, password }, query, signal, onRow)
)
