import { AT_A_TIME, MOST_WAITING } from '../http/turns'
import { QueryError, refusal } from './errors'

/** What is answered when too many requests of one person wait. */
export const tooMany = (): Response =>
  refusal(
    new QueryError(
      '53300',
      `More than ${MOST_WAITING} of your requests wait to be answered`,
      429,
      null,
      `Ask for ${AT_A_TIME} at a time, and for the next ones when these are answered.`
    )
  )
